import type { I18n } from '@lingui/core'
import type { ApiFailure } from '#web/platform/api-error.ts'
import type { Audience } from '#contract/people.ts'
import { unreachable } from '#contract/base/unreachable.ts'

export function audienceLabel(i18n: I18n, audience: Audience): string {
  switch (audience) {
    case 'everyone':
      return i18n._({ id: 'audience.everyone', message: 'Everyone' })
    case 'buddies':
      return i18n._({ id: 'audience.buddies', message: 'Buddies' })
    case 'only_me':
      return i18n._({ id: 'audience.only-me', message: 'Only me' })
    default:
      return unreachable(audience)
  }
}

/** Why a like or a deletion failed. */
export function momentErrorMessage(i18n: I18n, failure: ApiFailure): string {
  if (failure.kind === 'offline') return i18n._({ id: 'moments.refused.offline', message: 'You’re offline. Nothing was changed.' })
  if (failure.kind === 'missing') return i18n._({ id: 'moments.refused.gone', message: 'This moment is no longer here.' })
  if ((failure.code === 'rate_limited' || failure.code === 'storage_full') && failure.sentence) return failure.sentence
  return i18n._({ id: 'moments.refused', message: 'That didn’t work. Please try again.' })
}

/** For a moment that is posted later. */
export const waitingMessage = (i18n: I18n): string =>
  i18n._({ id: 'moments.waiting.more', message: 'You’re offline. It’ll be posted as soon as you’re back.' })

/** Why a moment was not posted or edited. Its content is not lost. */
export function postErrorMessage(i18n: I18n, failure: ApiFailure): string {
  if (failure.kind === 'offline') {
    return i18n._({ id: 'moments.post.offline', message: 'You’re offline. Your text is still here; post it when you’re back.' })
  }
  if (failure.code === 'rate_limited' && failure.sentence) return failure.sentence
  if (failure.kind === 'missing') return i18n._({ id: 'moments.refused.gone', message: 'This moment is no longer here.' })
  if (failure.code === 'storage_full') {
    return i18n._({ id: 'moments.post.storage-full', message: 'The server’s storage is full. Your text is still here; try again later.' })
  }
  return i18n._({ id: 'moments.post.failed', message: 'This wasn’t posted. Your text is still here; try again.' })
}

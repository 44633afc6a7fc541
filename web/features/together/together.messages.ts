import type { I18n } from '@lingui/core'
import { unreachable } from '#contract/base/unreachable.ts'
import type { PlayError, TogetherMember } from '#contract/together.ts'
import { platformNames } from '#web/features/links/link.messages.ts'
import type { SyncState } from './sync-controller.ts'

/** Where a member plays, or why not. */
export function memberText(i18n: I18n, { error, ready }: TogetherMember, platform: 'spotify' | 'youtube' | null): string {
  if (error) return errorText(i18n, error)
  if (platform === null) return ''
  return ready ? platformNames[platform] : i18n._({ id: 'together.loading', message: 'Loading…' })
}

function errorText(i18n: I18n, error: PlayError): string {
  switch (error) {
    case 'account':
      return i18n._({ id: 'together.error.account', message: 'No account there' })
    case 'region':
      return i18n._({ id: 'together.error.region', message: 'Not available in their country' })
    case 'embedding':
      return i18n._({ id: 'together.error.embedding', message: 'The video can’t play outside YouTube' })
    case 'advert':
      return i18n._({ id: 'together.error.advert', message: 'Waiting for an ad' })
    case 'consent':
      return i18n._({ id: 'together.error.consent', message: 'Hasn’t allowed the player yet' })
    case 'blocked':
      return i18n._({ id: 'together.error.blocked', message: 'The browser blocks sound' })
    case 'missing':
      return i18n._({ id: 'together.error.missing', message: 'It isn’t there any more' })
    case 'unknown':
      return i18n._({ id: 'together.error.unknown', message: 'The player doesn’t answer' })
    default:
      return unreachable(error)
  }
}

/** How this player stands to the others. */
export function syncText(i18n: I18n, state: SyncState, members: number): string {
  switch (state) {
    case 'waiting':
      return i18n._({ id: 'together.sync.waiting', message: 'Paused' })
    case 'starting':
      return i18n._({ id: 'together.sync.starting', message: 'Starting…' })
    case 'catching-up':
      return i18n._({ id: 'together.sync.behind', message: 'Catching up' })
    case 'in-sync':
      return members === 1
        ? i18n._({ id: 'together.sync.alone', message: 'Only you so far' })
        : i18n._({ id: 'together.sync.in', message: 'In sync' })
    default:
      return unreachable(state)
  }
}

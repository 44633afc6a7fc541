import type { I18n } from '@lingui/core'
import type { PersonCard } from '#contract/people.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { shortName } from '#web/ui/text/short-name.ts'

/** The error message of a failed command on a person. */
export function connectionErrorMessage(i18n: I18n, failure: ApiFailure, person: PersonCard): string {
  const name = shortName(person)
  if (failure.kind === 'offline') {
    return i18n._({
      id: 'connections.refused.offline',
      message: 'You’re offline. Nothing was changed.',
      values: { name },
    })
  }
  switch (failure.code) {
    case 'cool_down':
      return i18n._({ id: 'connections.refused.cool-down', message: 'Wait a while before you ask {name} again.', values: { name } })
    case 'requests_closed':
      return i18n._({ id: 'connections.refused.closed', message: '{name} doesn’t accept requests from everyone.', values: { name } })
    case 'wrong_state':
    case 'already_requested':
      return i18n._({ id: 'connections.refused.changed', message: 'This has changed in the meantime.' })
    case 'not_found':
      return i18n._({ id: 'connections.refused.gone', message: '{name} is no longer here.', values: { name } })
    default:
      if (failure.code === 'rate_limited' && failure.sentence) return failure.sentence
      return i18n._({ id: 'connections.refused', message: 'That didn’t work. Please try again.' })
  }
}

/** "3 mutual buddies"; empty without any. */
export function mutualBuddiesText(i18n: I18n, count: number): string {
  if (count === 0) return ''
  return i18n._({ id: 'connections.mutual', message: '{count, plural, one {# mutual buddy} other {# mutual buddies}}', values: { count } })
}

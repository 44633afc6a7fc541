import type { I18n } from '@lingui/core'
import { unreachable } from '#contract/base/unreachable.ts'
import type { PlayError, TogetherEvent, TogetherMember, TogetherRole, TogetherSession, TogetherVisit } from '#contract/together.ts'
import { platformNames } from '#web/features/links/link.messages.ts'
import { clockTime } from '#web/ui/text/clock-time.ts'
import type { SyncState } from './sync-controller.ts'

/** Where a member plays, or why not. */
export function memberText(i18n: I18n, { error, ready }: TogetherMember, platform: 'spotify' | 'youtube'): string {
  // It plays as soon as the member has pressed the button in the player.
  if (error === 'consent' || error === 'blocked') return i18n._({ id: 'together.not-yet', message: 'Not playing yet' })
  if (error === 'advert') return errorText(i18n, error)
  if (error) return i18n._({ id: 'together.cannot', message: 'Can’t play this' })
  return ready ? platformNames[platform] : i18n._({ id: 'together.loading', message: 'Loading…' })
}

/** The button that joins. It names the position only if a member plays: otherwise the item starts from the beginning. */
export function joinText(i18n: I18n, { current, members }: Pick<TogetherSession, 'current' | 'members'>, seconds: number): string {
  return current && seconds > 0 && members.some(({ ready, error }) => ready && error === null)
    ? i18n._({ id: 'together.join-at', message: 'Join at {time}', values: { time: clockTime(seconds) } })
    : i18n._({ id: 'together.join', message: 'Join' })
}

/** Why a platform does not play an item. */
export function errorText(i18n: I18n, error: PlayError): string {
  switch (error) {
    case 'account':
      return i18n._({ id: 'together.error.account', message: 'Without an account, Spotify plays a preview only' })
    case 'region':
      return i18n._({ id: 'together.error.region', message: 'It may not be available in this country' })
    case 'embedding':
      return i18n._({ id: 'together.error.embedding', message: 'It plays only on YouTube, or isn’t available in this country' })
    case 'advert':
      return i18n._({ id: 'together.error.advert', message: 'Waiting for an ad' })
    case 'consent':
      return i18n._({ id: 'together.error.consent', message: 'Hasn’t allowed the player yet' })
    case 'blocked':
      return i18n._({ id: 'together.error.blocked', message: 'The browser blocks sound' })
    case 'missing':
      return i18n._({ id: 'together.error.missing', message: 'It isn’t there anymore' })
    case 'unknown':
      return i18n._({ id: 'together.error.unknown', message: 'The player isn’t responding' })
    default:
      return unreachable(error)
  }
}

export function roleText(i18n: I18n, role: TogetherRole): string {
  switch (role) {
    case 'host':
      return i18n._({ id: 'together.role.host', message: 'Host' })
    case 'co-host':
      return i18n._({ id: 'together.role.co-host', message: 'Co-host' })
    case 'guest':
      return i18n._({ id: 'together.role.guest', message: 'Guest' })
    default:
      return unreachable(role)
  }
}

/** A member's action, by name. `isSkipped`: a vote to skip was the last one needed, so the next item plays. */
function eventText(i18n: I18n, { name, what }: Pick<TogetherEvent, 'name' | 'what'>, isSkipped = false): string {
  const values = { name }
  switch (what) {
    case 'join':
      return i18n._({ id: 'together.did.join', message: '{name} joined', values })
    case 'leave':
      return i18n._({ id: 'together.did.leave', message: '{name} left', values })
    case 'play':
      return i18n._({ id: 'together.did.play', message: '{name} pressed play', values })
    case 'pause':
      return i18n._({ id: 'together.did.pause', message: '{name} paused', values })
    case 'seek':
      return i18n._({ id: 'together.did.seek', message: '{name} jumped to another part', values })
    case 'skip':
      return isSkipped
        ? i18n._({ id: 'together.did.skipped', message: '{name} skipped', values })
        : i18n._({ id: 'together.did.skip', message: '{name} wants to skip', values })
    case 'add':
      return i18n._({ id: 'together.did.add', message: '{name} added to the queue', values })
    case 'host':
      return i18n._({ id: 'together.did.host', message: '{name} is the host now', values })
    case 'settings':
      return i18n._({ id: 'together.did.settings', message: '{name} changed the settings', values })
    default:
      return unreachable(what)
  }
}

/** A member who joined or left. */
export const visitText = (i18n: I18n, what: TogetherVisit['what'], name: string): string =>
  what === 'start' ? i18n._({ id: 'together.did.start', message: '{name} started', values: { name } }) : eventText(i18n, { name, what })

/** How long the latest event is shown. */
const EVENT_MS = 6_000
/** Members have this long after a start until they count as behind. */
const BEHIND_AFTER_MS = 6_000

type Status = { kind: 'good' | 'wait' | 'bad' | 'plain'; text: string }

/**
 * The one line about all players: what happened just now, then who is not with the others, then that all are.
 * @param sync null while nothing is known, because the connection is lost
 */
export function statusOf(i18n: I18n, session: TogetherSession, me: string, sync: SyncState | null, serverMs: number): Status {
  const { last, members, current, timeline } = session
  if (sync === null) return { kind: 'wait', text: i18n._({ id: 'together.sync.lost', message: 'Reconnecting…' }) }
  if (last && last.by !== me && serverMs - last.at_ms < EVENT_MS)
    return { kind: 'plain', text: eventText(i18n, last, session.skips.length === 0) }
  if (!current) return { kind: 'plain', text: '' }
  const others = members.filter(({ uid }) => uid !== me)
  const mine = members.find(({ uid }) => uid === me)
  const rejected = others.find(({ error }) => error !== null)
  // The user's own error is shown in a separate row.
  if (mine?.error) return { kind: 'plain', text: '' }
  // The member only has to press the player's button.
  if (rejected?.error === 'consent')
    return {
      kind: 'wait',
      text: i18n._({ id: 'together.status.not-yet', message: '{name} isn’t playing yet', values: { name: rejected.name } }),
    }
  if (rejected?.error)
    return {
      kind: 'bad',
      text: i18n._({
        id: 'together.status.rejected',
        message: '{name} can’t play this one: {reason}',
        values: { name: rejected.name, reason: errorText(i18n, rejected.error) },
      }),
    }
  if (timeline.rate === 0) return { kind: 'plain', text: i18n._({ id: 'together.sync.waiting', message: 'Paused' }) }
  const loading = others.find(({ ready }) => !ready)
  if (loading && serverMs < timeline.at_ms)
    return { kind: 'wait', text: i18n._({ id: 'together.status.loading', message: '{name} is loading', values: { name: loading.name } }) }
  if (sync === 'starting') return { kind: 'wait', text: i18n._({ id: 'together.sync.starting', message: 'Starting…' }) }
  if (sync === 'catching-up') return { kind: 'wait', text: i18n._({ id: 'together.sync.behind', message: 'Catching up' }) }
  const behind = others.find((member) => !member.in_sync)
  if (behind && serverMs > timeline.at_ms + BEHIND_AFTER_MS)
    return { kind: 'wait', text: i18n._({ id: 'together.status.behind', message: '{name} is catching up', values: { name: behind.name } }) }
  if (others.length === 0) return { kind: 'plain', text: i18n._({ id: 'together.sync.alone', message: 'Only you so far' }) }
  return {
    kind: 'good',
    text:
      members.length > 2
        ? i18n._({ id: 'together.sync.all', message: 'All in sync' })
        : i18n._({ id: 'together.sync.in', message: 'In sync' }),
  }
}

/** Whose item plays next in "my turn, your turn": the member after the one who brought the current item. */
export function nextChooser({ members, current }: TogetherSession): TogetherMember | undefined {
  const last = members.findIndex(({ uid }) => uid === current?.added_by)
  return members[(last + 1) % members.length]
}

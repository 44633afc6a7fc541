/* The user's own presses on the controls of playback. The player here follows them at once, before the server has confirmed them. */
import { positionAt, type TogetherCommand, type TogetherRole, type TogetherSession } from '#contract/together.ts'

export type Press = Extract<TogetherCommand, { kind: 'play' | 'pause' | 'seek' | 'skip' }>

/** @param atMs server time of the press @param startsAtMs server time from which the session plays on */
export type Pressed = { press: Press; atMs: number; startsAtMs: number }

export const isPress = (command: TogetherCommand): command is Press => ['play', 'pause', 'seek', 'skip'].includes(command.kind)

/** Whether a later press leaves nothing of the earlier one. */
export const isReplaced = (earlier: Press, later: Press): boolean => kindOf(earlier) === kindOf(later) && earlier.kind !== 'skip'
const kindOf = ({ kind }: Press) => (kind === 'pause' ? 'play' : kind)

/** The session as the server is expected to change it. A guest only votes to skip, and the server knows whose turn is next. */
export function afterPress(
  session: TogetherSession,
  role: TogetherRole | undefined,
  { press, atMs, startsAtMs }: Pressed,
): TogetherSession {
  const { timeline, current } = session
  if (!current) return session
  const positionMs = positionAt(timeline, atMs)
  switch (press.kind) {
    case 'pause':
      return timeline.rate === 0 ? session : { ...session, timeline: { ...timeline, position_ms: positionMs, rate: 0, at_ms: atMs } }
    case 'play':
      return timeline.rate === 1 ? session : { ...session, timeline: { ...timeline, position_ms: positionMs, rate: 1, at_ms: startsAtMs } }
    case 'seek':
      return { ...session, timeline: { ...timeline, position_ms: press.position_ms, at_ms: startsAtMs } }
    case 'skip':
      return press.item !== current.id || role === 'guest' || session.turns ? session : nextItem(session, startsAtMs)
  }
}

function nextItem(session: TogetherSession, startsAtMs: number): TogetherSession {
  const [current = null, ...queue] = session.queue
  return {
    ...session,
    current,
    queue,
    skips: [],
    timeline: { item: current?.id ?? null, position_ms: 0, rate: current ? 1 : 0, at_ms: startsAtMs },
    members: session.members.map((member) => (member.is_away ? member : { ...member, ready: false, error: null, in_sync: false })),
  }
}

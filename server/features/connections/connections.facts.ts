import type { Uid } from '#contract/base/ids.ts'
import type { Fact } from '#server/platform/domain-events.ts'
import type { Happening, Pair } from './connections.machine.ts'

/** What other features hear of an act that is committed; `before` is how they stood until then. Null where it is nobody's business. */
export function factOf(happened: Happening, before: Pair, by: Uid, to: Uid): Fact | null {
  switch (happened) {
    case 'asked':
      return { kind: 'request.asked', by, to }
    case 'connected':
      return { kind: 'request.accepted', by, to }
    case 'withdrawn':
    case 'declined':
    case 'ended':
    case 'blocked':
      return { kind: 'connection.ended', by, to, wereBuddies: before.standing.state === 'connected' }
    case 'unblocked':
      return null
  }
}

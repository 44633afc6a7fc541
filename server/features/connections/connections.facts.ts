import type { Uid } from '#contract/ids.ts'
import type { Fact } from '../../platform/facts.ts'
import type { Happening } from './connections.machine.ts'

/** What other features hear of an act that is committed; null where it is nobody's business. */
export function factOf(happened: Happening, by: Uid, to: Uid): Fact | null {
  switch (happened) {
    case 'asked':
      return { kind: 'request.asked', by, to }
    case 'connected':
      return { kind: 'request.accepted', by, to }
    case 'withdrawn':
    case 'declined':
    case 'ended':
    case 'blocked':
      return { kind: 'connection.ended', by, to }
    case 'unblocked':
      return null
  }
}

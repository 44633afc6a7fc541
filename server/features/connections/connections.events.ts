import type { Uid } from '#contract/base/ids.ts'
import { connectionFrames } from '#contract/connections.ts'
import type { PersonCard } from '#contract/people.ts'
import type { DomainEvent } from '#server/platform/domain-events.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import { type ConnectionChange, otherSide, type Pair, visibleRequest, type Side, viewOf } from './connections.machine.ts'

/** A committed action of `viewer`, who is `side`, on `other`. */
export type CommittedChange = {
  change: ConnectionChange
  before: Pair
  after: Pair
  side: Side
  viewer: PersonCard
  other: PersonCard
  /** The other user muted the viewer: their pages update without a notice. */
  isMuted: boolean
}

/** Sends frames to both users, each with what they may see. A user who is blocked by the other gets none. */
export function sendConnectionFrames(hub: Pick<SocketHub, 'send'>, committed: CommittedChange): void {
  const { change, viewer, other } = committed
  if (viewOf(committed.after, committed.side) === 'hidden') return
  switch (change) {
    case 'asked':
      if (committed.isMuted) hub.send([other.uid], connectionFrames.connection_changed, { uid: viewer.uid })
      else
        hub.send([other.uid], connectionFrames.new_connection_request, {
          person: viewer,
          message: `${viewer.name} would like to be your buddy.`,
          note: visibleRequest(committed.after, otherSide(committed.side))?.note ?? '',
        })
      hub.send([viewer.uid], connectionFrames.connection_sent, { person: other, message: `Your request to ${other.name} is on its way.` })
      return
    case 'connected':
      if (committed.isMuted) hub.send([other.uid], connectionFrames.connection_changed, { uid: viewer.uid })
      else sendAccepted(hub, viewer, other)
      hub.send([viewer.uid], connectionFrames.new_connection_added, { person: other, message: `You and ${other.name} are buddies now.` })
      return
    case 'declined':
      hub.send([viewer.uid], connectionFrames.connection_request_rejected, {
        person: other,
        message: `You declined the request from ${other.name}.`,
      })
      return
    case 'withdrawn':
    case 'ended':
    case 'blocked':
    case 'unblocked':
      hub.send([viewer.uid], connectionFrames.connection_changed, { uid: other.uid })
      if (lostAccess(committed)) hub.send([other.uid], connectionFrames.connection_changed, { uid: viewer.uid })
  }
}

function sendAccepted(hub: Pick<SocketHub, 'send'>, viewer: PersonCard, other: PersonCard): void {
  hub.send([other.uid], connectionFrames.connection_request_accepted, {
    person: viewer,
    message: `${viewer.name} accepted your request.`,
  })
  hub.send([other.uid], connectionFrames.new_connection_added, { person: viewer, message: `You and ${viewer.name} are buddies now.` })
}

/** Whether the other user could see more before. A block by a stranger stays unnoticed. */
function lostAccess({ before, after, side }: CommittedChange): boolean {
  const had = viewOf(before, otherSide(side))
  return had !== 'none' && had !== 'hidden' && had !== viewOf(after, otherSide(side))
}

/** The domain event of a committed action; null when other features don't need one. `before` is the earlier state. */
export function domainEventOf(change: ConnectionChange, before: Pair, by: Uid, to: Uid): DomainEvent | null {
  switch (change) {
    case 'asked':
      return { kind: 'request.asked', by, to }
    case 'connected':
      return { kind: 'request.accepted', by, to }
    case 'withdrawn':
    case 'declined':
    case 'ended':
    case 'blocked':
      return { kind: 'connection.ended', by, to, wereBuddies: before.relationship.state === 'connected' }
    case 'unblocked':
      return null
  }
}

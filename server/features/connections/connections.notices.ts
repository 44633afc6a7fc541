import { connectionFrames } from '#contract/connections.ts'
import type { PersonCard } from '#contract/people.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import { type Happening, otherSide, type Pair, requestSeenBy, type Side, viewOf } from './connections.machine.ts'

/** One act that is committed: `viewer` did it, on `side`, and `other` is the one it was about. */
export type Done = {
  happened: Happening
  before: Pair
  after: Pair
  side: Side
  viewer: PersonCard
  other: PersonCard
  /** The other has muted the viewer: their pages stay true, but nothing is said. */
  isQuiet: boolean
}

/** Tells the sockets of both about it, each only what they may know. Whoever is hidden from the other gets nothing at all. */
export function tell(hub: Pick<SocketHub, 'send'>, done: Done): void {
  const { happened, viewer, other } = done
  if (viewOf(done.after, done.side) === 'hidden') return
  switch (happened) {
    case 'asked':
      if (done.isQuiet) hub.send([other.uid], connectionFrames.connection_changed, { uid: viewer.uid })
      else
        hub.send([other.uid], connectionFrames.new_connection_request, {
          person: viewer,
          message: `${viewer.name} would like to be your buddy.`,
          note: requestSeenBy(done.after, otherSide(done.side))?.note ?? '',
        })
      hub.send([viewer.uid], connectionFrames.connection_sent, { person: other, message: `Your request to ${other.name} is on its way.` })
      return
    case 'connected':
      if (done.isQuiet) hub.send([other.uid], connectionFrames.connection_changed, { uid: viewer.uid })
      else tellAccepted(hub, viewer, other)
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
      if (lostSomething(done)) hub.send([other.uid], connectionFrames.connection_changed, { uid: viewer.uid })
  }
}

function tellAccepted(hub: Pick<SocketHub, 'send'>, viewer: PersonCard, other: PersonCard): void {
  hub.send([other.uid], connectionFrames.connection_request_accepted, {
    person: viewer,
    message: `${viewer.name} accepted your request.`,
  })
  hub.send([other.uid], connectionFrames.new_connection_added, { person: viewer, message: `You and ${viewer.name} are buddies now.` })
}

/** Whether the other had something of the viewer that is now gone. Nobody hears that a stranger has blocked them. */
function lostSomething({ before, after, side }: Done): boolean {
  const had = viewOf(before, otherSide(side))
  return had !== 'none' && had !== 'hidden' && had !== viewOf(after, otherSide(side))
}

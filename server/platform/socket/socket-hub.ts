import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Bus } from '../bus/bus.ts'
import type { SocketHub, SocketPeer } from './socket-route.ts'

/** A socket as the hub keeps it. */
export type HubPeer = SocketPeer & {
  /** The moment of the sign-in it belongs to; a fresh `auth` of the same person may bring another. */
  authTimeMs: number
  sendText(frame: string): void
  close(code: number, reason: string): void
}

export type LocalHub = SocketHub & {
  add(peer: HubPeer): void
  remove(peer: HubPeer): void
  /** Every socket of this process. */
  all(): Iterable<HubPeer>
  /** Sockets of a person on all processes. */
  socketsOf(uid: Uid): Promise<number>
  /** Everybody with a socket of this process. */
  people(): Uid[]
  /** Calls `listener` with each frame of that kind that another process has sent to people with sockets here. */
  onFrameFromElsewhere<F extends FrameDefinition>(frame: F, listener: (data: FrameData<F>) => void): void
  /** Calls `listener` when the first socket of a person opens on this process, and when the last one is gone. */
  onPerson(listener: (uid: Uid, isHere: boolean) => void): void
}

const DISCONNECT_TOPIC = 'socket.disconnect'
type Disconnection = { uid: Uid; code: number; reason: string; authTimeMs: number | null }

/** Knows which sockets of this process belong to whom, and reaches the sockets of other processes over the bus. */
export function createSocketHub(bus: Bus): LocalHub {
  const peersOf = new Map<Uid, Set<HubPeer>>()
  const personListeners: ((uid: Uid, isHere: boolean) => void)[] = []
  const frameListeners = new Map<string, (data: unknown) => void>()

  function sendHere(uids: readonly Uid[], text: string, exceptId?: string): void {
    for (const uid of uids) for (const peer of peersOf.get(uid) ?? []) if (peer.id !== exceptId) peer.sendText(text)
  }

  bus.onDelivery((uids, text) => {
    sendHere(uids, text)
    const listener = frameListeners.get(eventOf(text))
    // Only `send` of another process of ours delivers here, so the event names the type of the data.
    if (listener) listener((JSON.parse(text) as { data: unknown }).data)
  })
  bus.onAnnouncement(DISCONNECT_TOPIC, (payload) => {
    // Only `disconnect` of another process of ours announces on this topic.
    const { uid, code, reason, authTimeMs } = JSON.parse(payload) as Disconnection
    for (const peer of peersOf.get(uid) ?? []) if (authTimeMs === null || peer.authTimeMs === authTimeMs) peer.close(code, reason)
  })

  return {
    add(peer) {
      const peers = peersOf.get(peer.uid)
      bus.hold(peer.uid, (peers?.size ?? 0) + 1)
      if (peers) return void peers.add(peer)
      peersOf.set(peer.uid, new Set([peer]))
      for (const listener of personListeners) listener(peer.uid, true)
    },
    remove(peer) {
      const peers = peersOf.get(peer.uid)
      if (!peers?.delete(peer)) return
      bus.hold(peer.uid, peers.size)
      if (peers.size > 0) return
      peersOf.delete(peer.uid)
      for (const listener of personListeners) listener(peer.uid, false)
    },
    send<F extends FrameDefinition>(uids: readonly Uid[], frame: F, data: FrameData<F>, except?: SocketPeer) {
      const text = frameText(frame, data)
      sendHere(uids, text, except?.id)
      bus.deliver(uids, text)
    },
    isHere: (uid) => peersOf.has(uid),
    disconnect: (uid, code, reason, authTimeMs = null) =>
      bus.announce(DISCONNECT_TOPIC, JSON.stringify({ uid, code, reason, authTimeMs } satisfies Disconnection)),
    onPerson: (listener) => void personListeners.push(listener),
    // See above: the data is that of this frame.
    onFrameFromElsewhere: (frame, listener) => void frameListeners.set(frame.event, listener as (data: unknown) => void),
    all: () => [...peersOf.values()].flatMap((peers) => [...peers]),
    people: () => [...peersOf.keys()],
    socketsOf: async (uid) => (await bus.heldElsewhere(uid)) + (peersOf.get(uid)?.size ?? 0),
  }
}

/** The event of a frame that `frameText` has written, without reading the rest of it. */
const eventOf = (text: string): string => text.slice(EVENT_AT, text.indexOf('"', EVENT_AT))
const EVENT_AT = '{"event":"'.length

/** A frame as it travels: `{ "event", "data" }`. */
export function frameText<F extends FrameDefinition>(frame: F, data: FrameData<F>): string {
  return JSON.stringify({ event: frame.event, data })
}

import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Bus } from '../bus/bus.ts'
import type { SocketHub, SocketPeer } from './socket-route.ts'

export type HubPeer = SocketPeer & {
  /** The sign-in time of its session; a new `auth` of the same user can change it. */
  authTimeMs: number
  sendText(frame: string): void
  close(code: number, reason: string): void
}

export type LocalHub = SocketHub & {
  add(peer: HubPeer): void
  remove(peer: HubPeer): void
  /** Counts the sockets of a user on all processes. */
  countSockets(uid: Uid): Promise<number>
  /** The users with a socket on this process. */
  connectedUsers(): Uid[]
  /** Calls `listener` with each frame of that kind that another process sends to users with sockets here. */
  onRemoteFrame<F extends FrameDefinition>(frame: F, listener: (data: FrameData<F>) => void): void
  /** Calls `listener` when the first socket of a user opens on this process, and when the last one closes. */
  onUserPresence(listener: (uid: Uid, isHere: boolean) => void): void
  /** Sets whether the page of a socket is visible, which it is at first. Ignores closed sockets. */
  setVisible(peer: SocketPeer, isVisible: boolean): void
  /** Calls `listener` when a user gets a visible page on this process, and when the last one is hidden or closed. */
  onUserVisibility(listener: (uid: Uid, isVisible: boolean) => void): void
}

const DISCONNECT_TOPIC = 'socket.disconnect'
type Disconnection = { uid: Uid; code: number; reason: string; authTimeMs: number | null }

/** Tracks the sockets of this process by user, and reaches those of other processes over the bus. */
export function createSocketHub(bus: Bus): LocalHub {
  const peersOf = new Map<Uid, readonly HubPeer[]>()
  const personListeners: ((uid: Uid, isHere: boolean) => void)[] = []
  const visibilityListeners: ((uid: Uid, isVisible: boolean) => void)[] = []
  /** The sockets with a hidden page. */
  const hidden = new Set<SocketPeer>()
  const frameListeners = new Map<string, (data: unknown) => void>()

  const peersWith = (uid: Uid): readonly HubPeer[] => peersOf.get(uid) ?? []
  const isVisible = (uid: Uid): boolean => peersWith(uid).some((peer) => !hidden.has(peer))

  function sendHere(uids: readonly Uid[], text: string, except?: SocketPeer): void {
    for (const uid of uids) for (const peer of peersWith(uid)) if (peer !== except) peer.sendText(text)
  }

  /** Changes the sockets of a user, and calls the listeners if that shows or hides their last visible page. */
  function change(uid: Uid, run: () => void): void {
    const wasVisible = isVisible(uid)
    run()
    const isVisibleNow = isVisible(uid)
    if (isVisibleNow !== wasVisible) for (const listener of visibilityListeners) listener(uid, isVisibleNow)
  }

  function add(peer: HubPeer): void {
    const peers = [...peersWith(peer.uid), peer]
    peersOf.set(peer.uid, peers)
    bus.setSocketCount(peer.uid, peers.length)
    if (peers.length === 1) for (const listener of personListeners) listener(peer.uid, true)
  }

  function remove(peer: HubPeer): void {
    const peers = peersWith(peer.uid).filter((entry) => entry !== peer)
    if (peers.length === peersWith(peer.uid).length) return
    hidden.delete(peer)
    bus.setSocketCount(peer.uid, peers.length)
    if (peers.length > 0) return void peersOf.set(peer.uid, peers)
    peersOf.delete(peer.uid)
    for (const listener of personListeners) listener(peer.uid, false)
  }

  bus.onDelivery((uids, text) => {
    sendHere(uids, text)
    const listener = frameListeners.get(eventOf(text))
    // Only `send` of other processes delivers here, so the event determines the type of the data.
    if (listener) listener((JSON.parse(text) as { data: unknown }).data)
  })
  bus.onAnnouncement(DISCONNECT_TOPIC, (payload) => {
    // Only `disconnect` of other processes announces on this topic.
    const { uid, code, reason, authTimeMs } = JSON.parse(payload) as Disconnection
    for (const peer of peersWith(uid)) if (authTimeMs === null || peer.authTimeMs === authTimeMs) peer.close(code, reason)
  })

  return {
    add: (peer) => change(peer.uid, () => add(peer)),
    remove: (peer) => change(peer.uid, () => remove(peer)),
    setVisible(peer, isPageVisible) {
      if (!peersWith(peer.uid).some((entry) => entry === peer)) return
      change(peer.uid, () => void (isPageVisible ? hidden.delete(peer) : hidden.add(peer)))
    },
    send<F extends FrameDefinition>(uids: readonly Uid[], frame: F, data: FrameData<F>, except?: SocketPeer) {
      const text = frameText(frame, data)
      sendHere(uids, text, except)
      bus.deliver(uids, text)
    },
    isConnectedHere: (uid) => peersOf.has(uid),
    disconnect: (uid, code, reason, authTimeMs = null) =>
      bus.announce(DISCONNECT_TOPIC, JSON.stringify({ uid, code, reason, authTimeMs } satisfies Disconnection)),
    onUserPresence: (listener) => void personListeners.push(listener),
    onUserVisibility: (listener) => void visibilityListeners.push(listener),
    // See above: the data belongs to this frame.
    onRemoteFrame: (frame, listener) => void frameListeners.set(frame.event, listener as (data: unknown) => void),
    connectedUsers: () => [...peersOf.keys()],
    countSockets: async (uid) => (await bus.countSocketsElsewhere(uid)) + peersWith(uid).length,
  }
}

/** The event of a frame that `frameText` wrote, without parsing the rest. */
const eventOf = (text: string): string => text.slice(EVENT_AT, text.indexOf('"', EVENT_AT))
const EVENT_AT = '{"event":"'.length

/** Serializes a frame: `{ "event", "data" }`. */
export function frameText<F extends FrameDefinition>(frame: F, data: FrameData<F>): string {
  return JSON.stringify({ event: frame.event, data })
}

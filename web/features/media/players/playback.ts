/* Playback coordination: one player at a time across all tabs of this browser. A player that starts stops all others. */

/** A player's name: its platform where there is only one, otherwise any unique name. */
type PlayerName = string

export type PlaybackCoordinator = {
  /** Reports that this player has started. */
  start(who: PlayerName): void
  /** Calls `stop` when another player starts in any tab. Returns an unsubscribe function. */
  onOtherStarted(who: PlayerName, stop: () => void): () => void
}

/** A channel to the other tabs; it doesn't receive its own messages. */
export type TabChannel = { send(message: unknown): void; listen(listener: (message: unknown) => void): void }

const STARTED = 'started'

export function createPlaybackCoordinator(others: TabChannel | null): PlaybackCoordinator {
  const stops = new Map<PlayerName, Set<() => void>>()
  const stopAll = (but: PlayerName | null) => {
    for (const [who, listeners] of stops) if (who !== but) for (const stop of listeners) stop()
  }
  // Every page of our origin can send here; the only effect is that playback stops.
  others?.listen((message) => message === STARTED && stopAll(null))
  return {
    start(who) {
      stopAll(who)
      others?.send(STARTED)
    },
    onOtherStarted(who, stop) {
      const listeners = stops.get(who) ?? new Set()
      stops.set(who, listeners)
      listeners.add(stop)
      return () => void listeners.delete(stop)
    },
  }
}

/** A channel between tabs, or null where the browser has none; each tab then coordinates only its own players. */
function browserTabs(): TabChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null
  const channel = new BroadcastChannel('wl.players')
  return {
    // BroadcastChannel only reaches pages of this origin and takes no target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    send: (words) => channel.postMessage(words),
    listen: (listener) => channel.addEventListener('message', ({ data }) => listener(data)),
  }
}

/** The shared playback coordination of this browser. */
export const playback = createPlaybackCoordinator(browserTabs())

/* Playback coordination: one player at a time across all tabs of this browser. A player that starts stops all others. */

/** A player's name: its platform where there is only one, otherwise any unique name. */
type Who = string

export type Floor = {
  /** Reports that this player has started. */
  take(who: Who): void
  /** Calls `stop` when another player starts in any tab. Returns an unsubscribe function. */
  whenTaken(who: Who, stop: () => void): () => void
}

/** A channel to the other tabs, which never receives its own messages. */
export type OtherTabs = { say(words: unknown): void; hear(listener: (words: unknown) => void): void }

const BEGUN = 'begun'

export function createFloor(others: OtherTabs | null): Floor {
  const stops = new Map<Who, Set<() => void>>()
  const stopAll = (but: Who | null) => {
    for (const [who, listeners] of stops) if (who !== but) for (const stop of listeners) stop()
  }
  // Every page of our origin can send here; the only effect is that playback stops.
  others?.hear((words) => words === BEGUN && stopAll(null))
  return {
    take(who) {
      stopAll(who)
      others?.say(BEGUN)
    },
    whenTaken(who, stop) {
      const listeners = stops.get(who) ?? new Set()
      stops.set(who, listeners)
      listeners.add(stop)
      return () => void listeners.delete(stop)
    },
  }
}

/** A channel between tabs, or null where the browser has none; each tab then coordinates only its own players. */
function browserTabs(): OtherTabs | null {
  if (typeof BroadcastChannel === 'undefined') return null
  const channel = new BroadcastChannel('wl.players')
  return {
    // BroadcastChannel only reaches pages of this origin and takes no target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    say: (words) => channel.postMessage(words),
    hear: (listener) => channel.addEventListener('message', ({ data }) => listener(data)),
  }
}

/** The shared playback coordination of this browser. */
export const floor = createFloor(browserTabs())

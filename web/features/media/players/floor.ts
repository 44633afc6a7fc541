/* Who may play. One thing at a time, here and in every other tab of this browser: whoever starts takes the floor, and everybody
   else hears of it and stops. */

/** A player: its platform where there is one of it, otherwise any name of its own. */
type Who = string

export type Floor = {
  /** This player has begun. */
  take(who: Who): void
  /** Calls `stop` when another player, here or in another tab, has begun. Returns a function that stops listening. */
  whenTaken(who: Who, stop: () => void): () => void
}

/** The other tabs: says something to all of them, and hears what they say, never what one has said oneself. */
export type OtherTabs = { say(words: unknown): void; hear(listener: (words: unknown) => void): void }

const BEGUN = 'begun'

export function createFloor(others: OtherTabs | null): Floor {
  const stops = new Map<Who, Set<() => void>>()
  const stopAll = (but: Who | null) => {
    for (const [who, listeners] of stops) if (who !== but) for (const stop of listeners) stop()
  }
  // Every page of our origin may speak here; all it can say is that something plays.
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

/** Tabs of this browser, or null where they can't speak with one another; each then has a floor of its own. */
function browserTabs(): OtherTabs | null {
  if (typeof BroadcastChannel === 'undefined') return null
  const channel = new BroadcastChannel('wl.players')
  return {
    // A channel's messages go to pages of this very origin; it takes no target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    say: (words) => channel.postMessage(words),
    hear: (listener) => channel.addEventListener('message', ({ data }) => listener(data)),
  }
}

/** The floor of this browser. */
export const floor = createFloor(browserTabs())

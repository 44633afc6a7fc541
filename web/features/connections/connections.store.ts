import { create } from 'zustand'
import type { Uid } from '#contract/base/ids.ts'

type ConnectionsState = {
  /** Open requests to the signed-in user. */
  connectionRequestsCount: number
  /** A request has arrived. */
  rise(): void
  /** A request was answered or withdrawn; never below 0. */
  fall(): void
  reset(): void
  setCount(count: number): void
}

/** The request count of the bell (spec, sections 3 and 4). */
export const useConnectionsStore = create<ConnectionsState>()((set) => ({
  connectionRequestsCount: 0,
  rise: () => set((state) => ({ connectionRequestsCount: state.connectionRequestsCount + 1 })),
  fall: () => set((state) => ({ connectionRequestsCount: Math.max(0, state.connectionRequestsCount - 1) })),
  reset: () => set({ connectionRequestsCount: 0 }),
  setCount: (count) => set({ connectionRequestsCount: Math.max(0, count) }),
}))

/** The users whose requests this tab accepted. The page says so in place, so the event of it shows no notice. */
export const acceptedHere = new Set<Uid>()

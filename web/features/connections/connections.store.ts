import { create } from 'zustand'

type ConnectionsState = {
  /** Requests waiting for the signed-in person. */
  connectionRequestsCount: number
  /** A request has come in. */
  rise(): void
  /** A request was answered or taken back; never below 0. */
  fall(): void
  reset(): void
  /** What the server counts. */
  setCount(count: number): void
}

/** The badge on the bell (spec, sections 3 and 4). */
export const useConnectionsStore = create<ConnectionsState>()((set) => ({
  connectionRequestsCount: 0,
  rise: () => set((state) => ({ connectionRequestsCount: state.connectionRequestsCount + 1 })),
  fall: () => set((state) => ({ connectionRequestsCount: Math.max(0, state.connectionRequestsCount - 1) })),
  reset: () => set({ connectionRequestsCount: 0 }),
  setCount: (count) => set({ connectionRequestsCount: Math.max(0, count) }),
}))

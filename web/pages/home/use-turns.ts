import { useEffect, useLayoutEffect, useState } from 'react'
import { useIsOffline } from '#web/platform/connectivity.ts'

/** The sections of home, from the top down. */
const order = ['requests', 'week', 'steps', 'matches', 'playing', 'latest'] as const
type Section = (typeof order)[number]

/** Then the rest is shown without the answer. */
const MAX_WAIT_MS = 5_000

/** Passed to a section, which loads at once. */
export type Turn = {
  /** Whether it may be shown: everything above is. */
  isOn: boolean
  /** Call once the section knows what it shows. */
  onKnown: () => void
}

/**
 * Shows the sections from the top down, so that a late answer moves nothing that is already there. None waits long, and offline none
 * waits at all: its code may not load.
 * @param isKnown whether a section has nothing to load
 * @returns the number of sections that may be shown, and the turn of each
 */
export function useTurns(isKnown: (section: Section) => boolean): { count: number; turnOf: (section: Section) => Turn } {
  const isOffline = useIsOffline()
  const [known, setKnown] = useState<ReadonlySet<Section>>(() => new Set(order.filter(isKnown)))
  const waiting = order.findIndex((section) => !known.has(section))
  const count = isOffline || waiting < 0 ? order.length : waiting + 1
  useEffect(() => {
    const timer = setTimeout(() => setKnown(new Set(order)), MAX_WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  return {
    count,
    turnOf: (section) => ({
      isOn: order.indexOf(section) < count,
      onKnown: () => setKnown((all) => (all.has(section) ? all : new Set([...all, section]))),
    }),
  }
}

/** Ends the section's turn, before the browser paints: a page whose data is cached shows no skeleton. */
export function useKnown({ onKnown }: Turn, isKnown: boolean): void {
  useLayoutEffect(() => {
    if (isKnown) onKnown()
    // `onKnown` is another function with each rendering.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [isKnown])
}

/* What floating panels must never lie on: bars, tabs, composers. Whoever draws one says so with `useKeepClear`. */
import { useCallback, type RefCallback } from 'react'

/** The side of the screen that the element stands at. */
export type Edge = 'top' | 'bottom' | 'start'

const kept = new Map<HTMLElement, Edge>()
const listeners = new Set<() => void>()

/** A ref for an element that panels keep away from for as long as it is there. */
export function useKeepClear(edge: Edge): RefCallback<HTMLElement> {
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      kept.set(element, edge)
      tell()
      return () => {
        kept.delete(element)
        tell()
      }
    },
    [edge],
  )
}

export function keptClear(): ReadonlyMap<HTMLElement, Edge> {
  return kept
}

/** Calls `listener` whenever such an element comes or goes. Returns a function that stops it. */
export function onKeptClear(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}

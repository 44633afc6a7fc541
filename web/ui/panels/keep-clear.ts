/* Elements that floating panels must not cover: bars, tabs, composers. Their components register them with `useKeepClear`. */
import { useCallback, type RefCallback } from 'react'

/** The edge of the screen where the element is. */
export type Edge = 'top' | 'bottom' | 'start'

const kept = new Map<HTMLElement, Edge>()
const listeners = new Set<() => void>()

/** A ref for an element that panels must not cover while it is mounted. */
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

/** Called when such an element mounts or unmounts. Returns an unsubscribe function. */
export function onKeptClear(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}

/* Elements that floating panels must not cover: bars, tabs, composers, the queue. Their components register them with `useReservedArea`. */
import { useCallback, type RefCallback } from 'react'

/** The edge of the screen where the element is. */
export type Edge = 'top' | 'bottom' | 'side'

const elements = new Map<HTMLElement, Edge>()
const listeners = new Set<() => void>()

/** A ref for an element that panels must not cover while it is mounted. */
export function useReservedArea(edge: Edge): RefCallback<HTMLElement> {
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      elements.set(element, edge)
      notifyListeners()
      return () => {
        elements.delete(element)
        notifyListeners()
      }
    },
    [edge],
  )
}

export function reservedAreas(): ReadonlyMap<HTMLElement, Edge> {
  return elements
}

/** Called when such an element mounts or unmounts. Returns an unsubscribe function. */
export function onReservedAreasChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

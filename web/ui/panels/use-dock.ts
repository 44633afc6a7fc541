import { useCallback, type RefCallback } from 'react'

/** Heights of the elements that are docked at the bottom of the screen, in pixels. */
const heights = new Map<string, number>()

function setHeight(name: string, height: number | null): void {
  if (height === null) heights.delete(name)
  else heights.set(name, height)
  const total = [...heights.values()].reduce((sum, entry) => sum + entry, 0)
  const { style } = document.documentElement
  if (total > 0) style.setProperty('--wl-dock', `${total}px`)
  else style.removeProperty('--wl-dock')
}

/** A ref for an element at the bottom of the screen: pages end above it. */
export function useDock(name: string, isDocked = true): RefCallback<HTMLElement> {
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element || !isDocked) return undefined
      const observer = new ResizeObserver(() => setHeight(name, element.offsetHeight))
      observer.observe(element)
      setHeight(name, element.offsetHeight)
      return () => {
        observer.disconnect()
        setHeight(name, null)
      }
    },
    [name, isDocked],
  )
}

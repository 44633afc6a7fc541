import { useEffect, useEffectEvent, type RefObject } from 'react'

const POLL_MS = 250
/** Distance of the sampled points from the iframe's edges, in pixels. */
const INSET = 12

/**
 * Reports when an element (a dialog, a menu, a notice) covers the iframe and when it is visible again: YouTube forbids covering
 * a playing player, so it is paused while covered.
 */
export function useCovered(frame: RefObject<HTMLElement | null>, isOn: boolean, onChange: (isCovered: boolean) => void): void {
  const notify = useEffectEvent(onChange)
  useEffect(() => {
    if (!isOn) return undefined
    let reported = false
    let before = false
    const timer = setInterval(() => {
      const now = frame.current !== null && hasElementAbove(frame.current)
      // Reported only when seen twice, because a scrolling page can cover the player for a moment.
      if (now === before && now !== reported) {
        reported = now
        notify(now)
      }
      before = now
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [frame, isOn])
}

function hasElementAbove(element: HTMLElement): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  const places = [
    [x, y],
    [left + INSET, top + INSET],
    [right - INSET, top + INSET],
    [left + INSET, bottom - INSET],
    [right - INSET, bottom - INSET],
  ] as const
  return places.some(([atX, atY]) => {
    const found = document.elementFromPoint(atX, atY)
    // Null outside the window, for example while a panel is being measured.
    return found !== null && found !== element
  })
}

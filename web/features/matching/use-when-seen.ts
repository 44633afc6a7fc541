import { useEffect, useEffectEvent, type RefObject } from 'react'

/** How far below the screen something already counts as seen. */
const AHEAD = '600px'

/** Runs `run` whenever the element comes into view while `isArmed`. */
export function useWhenSeen(element: RefObject<Element | null>, run: () => void, isArmed: boolean): void {
  const seen = useEffectEvent(run)
  useEffect(() => {
    if (!isArmed || !element.current) return
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && seen(), {
      rootMargin: AHEAD,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isArmed])
}

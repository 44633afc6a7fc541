import { useEffect, useEffectEvent, type RefObject } from 'react'

const AHEAD = '600px'

/** Runs `run` whenever the element becomes visible while `isArmed`. @param ahead elements this far below the screen count as visible */
export function useWhenVisible(element: RefObject<Element | null>, run: () => void, isArmed: boolean, ahead = AHEAD): void {
  const seen = useEffectEvent(run)
  useEffect(() => {
    if (!isArmed || !element.current) return
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && seen(), {
      rootMargin: ahead,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isArmed, ahead])
}

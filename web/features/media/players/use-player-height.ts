import { useLayoutEffect, useState, type RefObject } from 'react'
import { playerHeight } from './player-size.ts'

/** The height of the embedded player for the panel and the screen as they are now. */
export function usePlayerHeight(body: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(() => playerHeight({ panelWidth: null, screenWidth: innerWidth }))
  useLayoutEffect(() => {
    const element = body.current
    if (!element) return undefined
    const measure = () => setHeight(playerHeight({ panelWidth: element.offsetWidth || null, screenWidth: innerWidth }))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      removeEventListener('resize', measure)
    }
  }, [body])
  return height
}

import { useEffect, useState } from 'react'
import { reservedAreas, onReservedAreasChange } from './reserved-areas.ts'
import { availableArea, type ReservedArea, type Rect, type Size } from './panel-position.ts'

/** The area for floating panels; follows the window and the reserved areas. */
export function usePanelArea(): Rect {
  const [room, setRoom] = useState(currentPanelArea)
  useEffect(() => {
    const update = () => setRoom((last) => (isSame(last, currentPanelArea()) ? last : currentPanelArea()))
    const sizes = new ResizeObserver(update)
    const watch = () => {
      sizes.disconnect()
      for (const element of reservedAreas().keys()) sizes.observe(element)
      update()
    }
    watch()
    const stop = onReservedAreasChange(watch)
    addEventListener('resize', update)
    return () => {
      stop()
      sizes.disconnect()
      removeEventListener('resize', update)
    }
  }, [])
  return room
}

/** The current area for floating panels. */
export function currentPanelArea(): Rect {
  const kept = [...reservedAreas()].map(([element, edge]): ReservedArea => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return { edge, left, top, right, bottom }
  })
  return availableArea(pageSize(), kept)
}

/** The window size without its scroll bar, which both `innerWidth` and `clientWidth` may include. */
export function pageSize(): Size {
  return { width: document.documentElement.getBoundingClientRect().width, height: innerHeight }
}

function isSame(one: Rect, two: Rect): boolean {
  return one.left === two.left && one.top === two.top && one.right === two.right && one.bottom === two.bottom
}

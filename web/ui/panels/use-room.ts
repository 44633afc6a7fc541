import { useEffect, useState } from 'react'
import { keptClear, onKeptClear } from './keep-clear.ts'
import { roomOf, type Kept, type Rect, type Size } from './panel-place.ts'

/** The area for floating panels; follows the window and the reserved areas. */
export function useRoom(): Rect {
  const [room, setRoom] = useState(roomNow)
  useEffect(() => {
    const update = () => setRoom((last) => (isSame(last, roomNow()) ? last : roomNow()))
    const sizes = new ResizeObserver(update)
    const watch = () => {
      sizes.disconnect()
      for (const element of keptClear().keys()) sizes.observe(element)
      update()
    }
    watch()
    const stop = onKeptClear(watch)
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
export function roomNow(): Rect {
  const kept = [...keptClear()].map(([element, edge]): Kept => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return { edge, left, top, right, bottom }
  })
  return roomOf(pageSize(), kept)
}

/** The window size without its scroll bar, which both `innerWidth` and `clientWidth` may include. */
export function pageSize(): Size {
  return { width: document.documentElement.getBoundingClientRect().width, height: innerHeight }
}

function isSame(one: Rect, two: Rect): boolean {
  return one.left === two.left && one.top === two.top && one.right === two.right && one.bottom === two.bottom
}

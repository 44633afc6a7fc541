import { useEffect, useState } from 'react'
import { keptClear, onKeptClear } from './keep-clear.ts'
import { roomOf, type Kept, type Rect, type Size } from './panel-place.ts'

/** The room of floating panels as it is now; follows the window and whatever must stay clear. */
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

/** The room of floating panels at this moment. */
export function roomNow(): Rect {
  const kept = [...keptClear()].map(([element, edge]): Kept => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return { edge, left, top, right, bottom }
  })
  return roomOf(pageSize(), kept)
}

/** The window without its scroll bar or the room kept for one, which both `innerWidth` and `clientWidth` can count. */
export function pageSize(): Size {
  return { width: document.documentElement.getBoundingClientRect().width, height: innerHeight }
}

function isSame(one: Rect, two: Rect): boolean {
  return one.left === two.left && one.top === two.top && one.right === two.right && one.bottom === two.bottom
}

import { useState, type KeyboardEvent, type PointerEvent } from 'react'

/**
 * Moves a row of a list by its handle: the row follows the pointer, and changes places at every full row height. Arrow keys move it, too.
 * @param move moves the row by this number of places
 */
export function useReorder(move: (places: number) => void) {
  const [drag, setDrag] = useState<{ fromY: number; rowHeight: number; offset: number } | null>(null)
  const handleDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ fromY: event.clientY, rowHeight: event.currentTarget.closest('li')?.offsetHeight ?? 1, offset: 0 })
  }
  const handleMove = (event: PointerEvent<HTMLElement>) => {
    if (!drag) return
    const offset = event.clientY - drag.fromY
    const places = Math.trunc(offset / drag.rowHeight)
    if (places !== 0) move(places)
    setDrag({ ...drag, fromY: drag.fromY + places * drag.rowHeight, offset: offset - places * drag.rowHeight })
  }
  const handleEnd = () => setDrag(null)
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const places = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (places === 0) return
    event.preventDefault()
    move(places)
  }
  return {
    offset: drag?.offset ?? 0,
    handle: {
      onPointerDown: handleDown,
      onPointerMove: handleMove,
      onPointerUp: handleEnd,
      onPointerCancel: handleEnd,
      onKeyDown: handleKey,
    },
  }
}

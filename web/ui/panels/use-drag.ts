import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { clampToArea, keyboardStep, type Point, type Rect, type Size } from './panel-position.ts'

/** A pointer that moved this far on a link drags, in pixels. */
const DRAG_FROM_PX = 4

type Drag = { pointer: number; from: Point; at: Point }

/**
 * Moves a panel by pointer and keyboard inside its area. `at` is the current position.
 * The chosen position is kept when the area shrinks, and restored when it grows again.
 */
export function useDrag({ home, size, room }: { home: Point; size: Size; room: Rect }) {
  const [chosen, setChosen] = useState<Point | null>(null)
  const [drag, setHeld] = useState<Drag | null>(null)
  const at = clampToArea(chosen ?? home, size, room)

  const handleDown = (event: PointerEvent<HTMLElement>) => {
    // Buttons in the bar handle their own presses.
    if (event.button !== 0 || isControl(event.target, event.currentTarget)) return
    // With the pointer captured, a press on a link would not open it: there, only a movement captures.
    if (!isIn('a', event.target)) event.currentTarget.setPointerCapture(event.pointerId)
    setHeld({ pointer: event.pointerId, from: { x: event.clientX, y: event.clientY }, at })
  }
  const handleMove = (event: PointerEvent<HTMLElement>) => {
    if (drag?.pointer !== event.pointerId) return
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) {
      // Released outside, where nothing reported it.
      if (event.buttons === 0) return setHeld(null)
      if (Math.hypot(event.clientX - drag.from.x, event.clientY - drag.from.y) < DRAG_FROM_PX) return
      event.currentTarget.setPointerCapture(event.pointerId)
    }
    setChosen(clampToArea({ x: drag.at.x + event.clientX - drag.from.x, y: drag.at.y + event.clientY - drag.from.y }, size, room))
  }
  const handleEnd = (event: PointerEvent<HTMLElement>) => void (drag?.pointer === event.pointerId && setHeld(null))
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const step = keyboardStep(event.key, event.shiftKey)
    if (event.key !== 'Home' && !step) return
    event.preventDefault()
    setChosen(step ? clampToArea({ x: at.x + step.x, y: at.y + step.y }, size, room) : null)
  }

  return {
    at,
    isHeld: drag !== null,
    /** Props of the title bar. */
    bar: { onPointerDown: handleDown, onPointerMove: handleMove, onPointerUp: handleEnd, onPointerCancel: handleEnd },
    /** Props of the keyboard handle. */
    handle: { onKeyDown: handleKey },
  }
}

const isIn = (selector: string, target: EventTarget): boolean => target instanceof Element && target.closest(selector) !== null

function isControl(target: EventTarget, bar: HTMLElement): boolean {
  const control = target instanceof Element ? target.closest('button, input') : null
  return control !== null && bar.contains(control) && !control.hasAttribute('data-drag')
}

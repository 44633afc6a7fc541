import { useLayoutEffect, useState, type RefObject } from 'react'

type Room = { px: number; font: string }

/** Tolerance for differences between measured and rendered text. */
const TOLERANCE_PX = 4

/**
 * Returns the first text that fits on one line of the field, or else the last. A shorter placeholder says more than a truncated one; the
 * available width depends on page, language and name.
 */
export function useFittingText(field: RefObject<HTMLTextAreaElement | null>, words: readonly string[]): string {
  const [available, setAvailable] = useState<Room>({ px: 0, font: '' })
  useLayoutEffect(() => {
    const box = field.current
    if (!box) return undefined
    const check = () => {
      const now = roomOf(box)
      setAvailable((before) => (before.px === now.px && before.font === now.font ? before : now))
    }
    check()
    const watch = new ResizeObserver(check)
    watch.observe(box)
    return () => watch.disconnect()
  }, [field])
  return longestFitting(words, available.px, (text) => textWidth(text, available.font))
}

/** Returns the first text no wider than the room, or else the last. */
export function longestFitting(words: readonly string[], roomPx: number, widthPx: (text: string) => number): string {
  const found = roomPx > 0 ? words.find((text) => widthPx(text) + TOLERANCE_PX <= roomPx) : undefined
  return found ?? words.at(-1) ?? ''
}

function roomOf(box: HTMLElement): Room {
  const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(box)
  return { px: box.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd), font }
}

let measuringContext: CanvasRenderingContext2D | null = null

/** The width of a line of text in pixels; 0 where nothing can be measured. */
export function textWidth(text: string, font: string): number {
  measuringContext ??= document.createElement('canvas').getContext('2d')
  if (!measuringContext) return 0
  measuringContext.font = font
  return measuringContext.measureText(text).width
}

import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { PrintBar } from '#web/ui/print/print-bars.ts'
import { barAt } from '#web/ui/print/print-layout.ts'

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }

/** The position after a key: the first arrow starts at the first bar; null for keys that do not move. */
export function nextBar(key: string, index: number | null, count: number): number | null {
  const last = count - 1
  if (last < 0) return null
  if (key === 'Home') return 0
  if (key === 'End') return last
  const step = STEPS[key]
  if (step === undefined) return null
  return index === null ? 0 : Math.min(last, Math.max(0, index + step))
}

/**
 * Reads a print bar by bar: pointing, a tap or an arrow key selects a bar. Escape, leaving, or a press elsewhere ends it.
 * Screen readers get `textOf` for the selected bar, and `idleText` while none is selected.
 */
export function useBarReading(bars: readonly PrintBar[], { label, textOf, idleText }: BarReadingTexts) {
  const drawing = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState<number | null>(null)
  const reading = selected === null || selected >= bars.length ? null : selected
  const bar = reading === null ? undefined : bars[reading]
  const isReading = reading !== null

  useEffect(() => {
    if (!isReading) return undefined
    const endOutside = ({ target }: Event) => {
      if (target instanceof Node && !drawing.current?.contains(target)) setSelected(null)
    }
    document.addEventListener('pointerdown', endOutside)
    return () => document.removeEventListener('pointerdown', endOutside)
  }, [isReading])

  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isReading) {
      event.stopPropagation()
      setSelected(null)
      return
    }
    const next = nextBar(event.key, reading, bars.length)
    if (next === null) return
    event.preventDefault()
    setSelected(next)
  }
  const handlePointer = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    if (width > 0 && bars.length > 0) setSelected(barAt(bars, event.clientX - left, width))
  }
  const handleLeave = ({ pointerType }: PointerEvent) => {
    // On touch screens, the bar stays selected until a tap elsewhere.
    if (pointerType !== 'touch') setSelected(null)
  }

  const sliderProps = {
    ref: drawing,
    // Left to right in every language, like the drawing.
    dir: 'ltr',
    role: 'slider',
    tabIndex: 0,
    'aria-label': label,
    'aria-valuemin': 1,
    'aria-valuemax': Math.max(1, bars.length),
    'aria-valuenow': (reading ?? 0) + 1,
    'aria-valuetext': bar ? textOf(bar) : idleText,
    onKeyDown: handleKey,
    onBlur: () => setSelected(null),
    onPointerMove: handlePointer,
    onPointerDown: handlePointer,
    onPointerLeave: handleLeave,
  } as const
  return { reading, bar, sliderProps }
}

type BarReadingTexts = { label: string; textOf: (bar: PrintBar) => string; idleText: string }

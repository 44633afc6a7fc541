import type { CSSProperties } from 'react'

/** The style of a virtual list without `pointer-events: none`, which would block presses until scrolling ends. */
export const pressable = (style: CSSProperties): CSSProperties => ({ ...style, pointerEvents: undefined })

import type { CSSProperties } from 'react'

/** The style of a list that draws only what is near the screen, without what makes it deaf to presses until it has scrolled to rest. */
export const pressable = (style: CSSProperties): CSSProperties => ({ ...style, pointerEvents: undefined })

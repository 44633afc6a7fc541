import { PRINT_BARS } from '#contract/taste/print.ts'

const wave = (speed: number, turn: number) =>
  PRINT_BARS.map((_, index) => 0.1 + 0.75 * Math.abs(Math.sin(index * speed + turn) * Math.cos(index * 0.17 + turn)))

/** A placeholder print without data: two waves that overlap partly. */
export const idlePrint = { mine: wave(0.55, 0), theirs: wave(0.63, 0.7) }

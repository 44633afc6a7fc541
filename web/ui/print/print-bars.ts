import { MUSIC_BARS, PRINT_BARS, type Genre, type Topic } from '#contract/print.ts'

/** A bar counts as present from this height; below it is a trace. Present on both sides means shared. */
export const SHARED_FROM = 0.12

export type PrintBar = {
  name: Genre | Topic
  kind: 'music' | 'video'
  /** 0 to 1. */
  mine: number
  theirs: number
  shared: boolean
}

/** The bars of one print, or of two prints on one axis, in drawing order. Missing or invalid heights count as 0. */
export function printBars(mine: readonly number[], theirs: readonly number[] | null): PrintBar[] {
  return PRINT_BARS.map((name, at) => {
    const above = heightAt(mine, at)
    const below = theirs ? heightAt(theirs, at) : 0
    return {
      name,
      kind: at < MUSIC_BARS ? 'music' : 'video',
      mine: above,
      theirs: below,
      shared: above >= SHARED_FROM && below >= SHARED_FROM,
    }
  })
}

function heightAt(print: readonly number[], at: number): number {
  const height = print[at]
  return height !== undefined && Number.isFinite(height) ? Math.min(1, Math.max(0, height)) : 0
}

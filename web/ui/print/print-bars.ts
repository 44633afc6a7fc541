import { MUSIC_BARS, PRINT_BARS, type Genre, type Topic } from '#contract/taste/print.ts'

/** A bar lights up when both users have it at least this high. */
export const SHARED_FROM = 0.3
/** A bar that is lower on both sides is left out. */
const DRAWN_FROM = 0.04
/** Below half a hundredth a bar reads as 0. */
const SMALLEST = 0.005
const NAMED_MUSIC = 2
const NAMED_VIDEO = 1

export type PrintBar = {
  name: Genre | Topic
  index: number
  kind: 'music' | 'video'
  /** 0 to 1. */
  mine: number
  theirs: number
  shared: boolean
}

/** The bars of one print, or of two prints on one axis, in drawing order. Bars that neither user has, but for traces, are left out. */
export function printBars(mine: readonly number[], theirs: readonly number[] | null): PrintBar[] {
  return PRINT_BARS.map((name, index): PrintBar => {
    const above = heightAt(mine, index)
    const below = theirs ? heightAt(theirs, index) : 0
    return {
      name,
      index,
      kind: index < MUSIC_BARS ? 'music' : 'video',
      mine: above,
      theirs: below,
      shared: above >= SHARED_FROM && below >= SHARED_FROM,
    }
  }).filter((bar) => bar.mine >= DRAWN_FROM || bar.theirs >= DRAWN_FROM)
}

/** The bars in which two users meet: the two tallest shared ones in music, then the tallest in video. */
export function meetingBars(bars: readonly PrintBar[]): PrintBar[] {
  const shared = bars.filter((bar) => bar.shared)
  const named = shared.filter(({ name }) => name !== 'other-music' && name !== 'other-video')
  const tallest = (named.length > 0 ? named : shared).toSorted((a, b) => b.mine + b.theirs - a.mine - a.theirs)
  const ofKind = (kind: PrintBar['kind'], limit: number) => tallest.filter((bar) => bar.kind === kind).slice(0, limit)
  return [...ofKind('music', NAMED_MUSIC), ...ofKind('video', NAMED_VIDEO)]
}

/** The position of a bar among one user's bars of its kind, the tallest is 1; null if the user does not have it. */
export function rankOfBar(bars: readonly PrintBar[], bar: PrintBar, side: 'mine' | 'theirs'): number | null {
  if (bar[side] < SMALLEST) return null
  return 1 + bars.filter((other) => other.kind === bar.kind && other[side] > bar[side]).length
}

function heightAt(print: readonly number[], index: number): number {
  const height = print[index]
  return height !== undefined && Number.isFinite(height) ? Math.min(1, Math.max(0, height)) : 0
}

import { percentOf } from './calibration.ts'
import type { PairTotal } from './index/pairs.ts'

/** The percentage of two users, or null with too little data on both sides. */
export function shownPercent(pair: PairTotal): number | null {
  return pair.isHidden || pair.total === null ? null : toPercent(pair, pair.total)
}

const COARSE_STEP = 5

/** Silently counting rows must not be deducible from the percentage: it is shown in steps, the same for both. */
export function toPercent({ isCoarse }: Pick<PairTotal, 'isCoarse'>, reading: number): number {
  const percent = percentOf(reading)
  return isCoarse ? Math.round(percent / COARSE_STEP) * COARSE_STEP : percent
}

import { expect, test } from 'vitest'
import { refreshesPerRun, refreshSchedule, retentionRules } from './retention.rules.ts'

const RUNS_PER_DAY = 86_400_000 / refreshSchedule.everyMs

/** The greatest age in days that an account reaches in sixty days, if all were last synced up to `oldest` days ago. */
function greatestAge(accounts: number, oldest: number): number {
  // Times of the latest syncs in runs, the oldest first.
  const synced = Array.from({ length: accounts }, (_, index) => -Math.round((oldest * RUNS_PER_DAY * (accounts - index)) / accounts))
  let greatest = 0
  let next = 0
  let due = 0
  for (let run = 0; run < 60 * RUNS_PER_DAY; run++) {
    const before = run - retentionRules.spotify.refreshAfter * RUNS_PER_DAY
    while (due < synced.length && (synced[due] ?? run) < before) due++
    for (const end = Math.min(due, next + refreshesPerRun({ due: due - next, syncing: 0 })); next < end; next++) {
      greatest = Math.max(greatest, run - (synced[next] ?? run))
      synced.push(run)
    }
  }
  return greatest / RUNS_PER_DAY
}

test.for([1_000, 24_000, 300_000])('all of %i accounts are synced long before their data is deleted', (accounts) => {
  expect(greatestAge(accounts, 7)).toBeLessThan(12)
})

test('after a downtime of two weeks, 100,000 accounts are synced in time', () => {
  expect(greatestAge(100_000, 21)).toBeLessThan(retentionRules.spotify.deleteAfter)
})

test('running syncs count toward the limit, and a few are always started', () => {
  expect(refreshesPerRun({ due: 288_000, syncing: 400 })).toBe(600)
  expect(refreshesPerRun({ due: 288_000, syncing: 5_000 })).toBe(20)
})

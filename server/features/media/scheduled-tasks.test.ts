import { expect, test } from 'vitest'
import { manualJobs } from '#tests/kit/jobs.ts'
import { manualClock } from '#tests/kit/people.ts'
import { createScheduledTasks, type IsTimeUp } from './scheduled-tasks.ts'

const MINUTE_MS = 60_000

/** The minutes for which a run works that begins some minutes after its time, if it has more to do than it can. */
async function minutesOfRun({ everyMs, late }: { everyMs: number; late: number }): Promise<number> {
  const clock = manualClock('2026-11-01T12:00:00.000Z')
  const jobs = manualJobs()
  let minutes = 0
  async function work(isTimeUp: IsTimeUp): Promise<void> {
    for (; minutes < 60 && !isTimeUp(); minutes++) clock.pass(MINUTE_MS)
  }
  const { scheduleNext } = createScheduledTasks({ jobs, clock, schedule: { name: 'long', everyMs }, tasks: [work] })
  await scheduleNext()
  clock.pass(everyMs + late * MINUTE_MS)
  await jobs.runWaiting()
  expect(jobs.count()).toBe(1)
  return minutes
}

test('a long run ends after five minutes, before it counts as lost', async () => {
  expect(await minutesOfRun({ everyMs: 15 * MINUTE_MS, late: 0 })).toBe(5)
})

test('a run that begins late ends when the next one begins', async () => {
  expect(await minutesOfRun({ everyMs: 5 * MINUTE_MS, late: 3 })).toBe(2)
})

import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter'

/** The time of one end-to-end test by kind, in milliseconds. */
export type StepTimes = {
  test: string
  /** The total, including hooks. */
  total: number
  /** Hooks and fixtures: the start and stop of the server and the browser. */
  start: number
  /** Calls to the browser: navigation, clicks, scripts. */
  browser: number
  /** Assertions that wait for something to appear. */
  waiting: number
}

/** The name of the file with the times. */
export const STEP_TIMES = 'WAVELENGTH_STEP_TIMES'

/** A Playwright reporter: Playwright's JSON report lacks hooks, calls and assertions. */
export default class StepTimesReporter implements Reporter {
  private readonly times: StepTimes[] = []

  onTestEnd(test: TestCase, { duration, steps }: TestResult): void {
    const times = { test: test.titlePath().filter(Boolean).join(' › '), total: duration, start: 0, browser: 0, waiting: 0 }
    addUp(steps, times)
    this.times.push(times)
  }

  onEnd(): void {
    const file = process.env[STEP_TIMES]
    if (file) writeFileSync(file, JSON.stringify(this.times))
  }
}

/** The time of hooks of the whole file: the first test reports them as its own, but its duration excludes them. */
function outsideMs(steps: readonly TestStep[]): number {
  return steps.reduce(
    (sum, { title, duration, steps: below }) => sum + (/^(?:before|after)All /.test(title) ? duration : outsideMs(below)),
    0,
  )
}

/** Each step counts once: nested steps belong to their hook, call or assertion. */
function addUp(steps: readonly TestStep[], times: StepTimes): void {
  for (const { category, duration, steps: below } of steps) {
    if (category === 'hook' || category === 'fixture') {
      times.start += duration
      times.total += outsideMs(below)
    } else if (category === 'expect') times.waiting += duration
    else if (category === 'pw:api') times.browser += duration
    else addUp(below, times)
  }
}

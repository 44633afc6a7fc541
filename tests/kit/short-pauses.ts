import type { Browser } from '@playwright/test'

/** The longest pause between two attempts of Playwright to find, check or press an element. By default it grows to half a second. */
export const LONGEST_PAUSE_MS = 100
/** How long it pauses after the first attempts, which are rarely in vain. */
const FIRST_PAUSES_MS = [20, 50]

type Progress = { wait(ms: number): Promise<void> }
/** The frames inside Playwright, which repeat each assertion about an element and each action on one. */
type FrameInside = {
  retryWithProgressAndBackoff(progress: Progress, act: unknown): Promise<unknown>
  retryWithProgressAndTimeouts(progress: Progress, pauses: number[], act: unknown): Promise<unknown>
}
type Inside = { _connection: { toImpl(page: object): { mainFrame(): object } } }

/** Shortens the pauses for all browsers of this process. Playwright has no setting for them (HACKS.md). */
export async function shortenPauses(browser: Browser): Promise<void> {
  const page = await browser.newPage()
  const frames = Object.getPrototypeOf((page as unknown as Inside)._connection.toImpl(page).mainFrame()) as FrameInside
  await page.close()
  if (!frames.retryWithProgressAndBackoff || !frames.retryWithProgressAndTimeouts) throw new Error('Playwright repeats attempts elsewhere.')
  frames.retryWithProgressAndBackoff = function (progress, act) {
    const short: Progress = { ...progress, wait: (ms) => progress.wait(Math.min(ms, LONGEST_PAUSE_MS)) }
    return this.retryWithProgressAndTimeouts(short, [...FIRST_PAUSES_MS, LONGEST_PAUSE_MS], act)
  }
}

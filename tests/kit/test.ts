import { writeFileSync } from 'node:fs'
import { type Browser, expect, test as base } from '@playwright/test'
import { type RunningServer, startServer, watchOutputs } from './running-server.ts'

/**
 * Started once per worker, for all files that name them. A test on these creates its own users, or reads the demo world without
 * changing what others read. A file that restarts its server, changes its settings or breaks the demo world starts its own.
 */
type SharedServers = { demoServer: RunningServer; emptyServer: RunningServer }

const START_WITHIN_MS = 450_000
/** The pause between attempts of `expect.poll`. By default the pauses grow to a second. */
const POLL_MS = [100]

// The configuration has this setting only for `toPass` (HACKS.md).
const { poll } = expect
expect.poll = (actual, given) => poll(actual, { intervals: POLL_MS, ...(typeof given === 'string' ? { message: given } : given) })

let running: Browser | undefined

/** Playwright's test. A failed one also saves the output of its servers, next to its trace and screenshots in `test-results`. */
export const test = base.extend<{ keepServerLogs: void; closeContexts: void }, SharedServers>({
  browser: [
    async ({ browser }, use) => {
      running = browser
      await use(browser)
    },
    { scope: 'worker' },
  ],
  // The pages of users who did not leave would continue to run, with their sockets, during later tests. A failed test ends its browser
  // anyway, after the screenshots.
  closeContexts: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, testInfo) => {
      await use()
      if (testInfo.status !== testInfo.expectedStatus) return
      for (const context of running?.contexts() ?? []) await context.close()
    },
    { auto: true },
  ],
  keepServerLogs: [
    // Playwright reads from the parameter which fixtures this one needs: none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, testInfo) => {
      const writtenSince = watchOutputs()
      await use()
      if (testInfo.status === testInfo.expectedStatus) return
      for (const [index, output] of writtenSince().entries()) {
        const path = testInfo.outputPath(`server-${index + 1}.log`)
        writeFileSync(path, output)
        await testInfo.attach('server log', { path, contentType: 'text/plain' })
      }
    },
    { auto: true },
  ],
  demoServer: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => provide(await startServer({ demo: true }), use),
    { scope: 'worker', timeout: START_WITHIN_MS },
  ],
  emptyServer: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => provide(await startServer({ demo: false }), use),
    { scope: 'worker', timeout: START_WITHIN_MS },
  ],
})

async function provide(server: RunningServer, use: (server: RunningServer) => Promise<void>): Promise<void> {
  await use(server)
  await server.close()
}

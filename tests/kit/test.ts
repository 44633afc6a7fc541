import { writeFileSync } from 'node:fs'
import { test as base } from '@playwright/test'
import { serverOutputs } from './running-server.ts'

/** Playwright's test. A failed one also keeps what its servers wrote, next to its trace and screenshots in `test-results`. */
export const test = base.extend<{ keepServerLogs: void }>({
  keepServerLogs: [
    // Playwright reads from the parameter which fixtures this one needs: none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, testInfo) => {
      await use()
      if (testInfo.status === testInfo.expectedStatus) return
      for (const [at, output] of serverOutputs().entries()) {
        const path = testInfo.outputPath(`server-${at + 1}.log`)
        writeFileSync(path, output)
        await testInfo.attach('server log', { path, contentType: 'text/plain' })
      }
    },
    { auto: true },
  ],
})

import { defineConfig } from '@playwright/test'
import { findTestChromium } from '#tools/chromium.ts'
import { SERVERS, severalServersPattern } from '#tests/kit/several-servers.ts'

/** These take long and have their own server, so they start first: projects don't share workers, nor the servers of workers. */
const longest = /\/(two-strangers|chat-history|chat)\.e2e\.ts$/

/** The run on several servers repeats only what can differ there. */
const isCluster = Number(process.env[SERVERS] ?? 1) > 1

/**
 * End-to-end tests: real Chromium against the real server. Most files share their worker's servers (tests/kit/test.ts). No retries: a test
 * that passes at the second attempt is unreliable.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/kit/prepared-data.ts',
  testMatch: '**/*.e2e.ts',
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'others', testIgnore: longest },
  ],
  ...(isCluster ? { grep: severalServersPattern() } : {}),
  timeout: 180_000,
  // By default, the pauses between attempts grow to a second.
  expect: { timeout: 20_000, toPass: { intervals: [100] } },
  fullyParallel: false,
  // With more workers than two cores can run, tests press controls that are still moving.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  use: {
    locale: 'en-US',
    // Snapshots of the page make every action slower. A failed test has a screenshot and the page's accessibility tree in addition to its
    // trace.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    launchOptions: {
      // Playwright reports a missing browser with instructions.
      executablePath: findTestChromium() ?? 'chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Optimizing code that runs for seconds takes longer than it saves: a sixth less computing time of a page.
        '--js-flags=--no-opt --no-maglev',
        // A fake microphone that beeps, for voice messages.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    },
  },
})

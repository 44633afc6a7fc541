import { defineConfig } from '@playwright/test'
import { SERVERS, severalServersPattern } from '#tests/kit/several-servers.ts'

/** What takes longest begins first, so that nobody waits at the end for one of these alone. */
const longest = /\/(two-strangers|pages|chat-history)\.e2e\.ts$/

/** The run on several servers repeats only what can differ there. */
const isCluster = Number(process.env[SERVERS] ?? 1) > 1

/**
 * End-to-end tests: real Chromium against the real server. Each worker starts its own server on a data folder of its own.
 * No retries: a test that passes at the second try is broken.
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
  expect: { timeout: 20_000 },
  fullyParallel: false,
  // Each file has a server and browsers of its own: more at once than two cores carry makes presses meet pages that still move.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  use: {
    locale: 'en-US',
    // Snapshots of the page make every action slower; a failed test has a screenshot and the page's accessible tree beside its trace.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    },
  },
})

import { defineConfig } from '@playwright/test'
import { SERVERS } from '#tests/kit/engines.ts'

/** What takes longest begins first, so that nobody waits at the end for one of these alone. */
const longest = /\/(two-strangers|pages|chat-history)\.e2e\.ts$/

/** Journeys that start processes of their own, the same ones whether the others have one server or several. */
const ownProcesses = /\/(start|popup|firebase)\.e2e\.ts$/
const ranElsewhere = Number(process.env[SERVERS] ?? 1) > 1 ? [ownProcesses] : []

/**
 * Journeys: real Chromium against the real server. Each worker starts its own server on a data folder of its own.
 * No retries: a test that passes at the second try is broken.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/kit/begun-data.ts',
  testMatch: '**/*.e2e.ts',
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'others', testIgnore: [longest, ...ranElsewhere] },
  ],
  timeout: 180_000,
  expect: { timeout: 20_000 },
  fullyParallel: false,
  // Each file has a server and browsers of its own: more at once than two cores carry makes presses meet pages that still move.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  use: {
    locale: 'en-US',
    trace: 'off',
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

import { defineConfig } from 'vitest/config'
import { LongestFirst } from '#tests/kit/longest-first.ts'

/** Ends a test that hangs. None of it measures anything: a busy machine must not fail a test. */
const patient = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } }

/** Threads of one process share what V8 has made of the embedded database; a process for each file makes it anew (a third more time). */
const inThreads = { pool: 'threads' as const }

/** These replace modules, count calls of them or keep what a test put in their place, so each of them loads its modules itself. */
const withOwnModules = [
  'server/features/identity/http/mount.test.ts',
  'server/platform/db/data-folder-lock.test.ts',
  'server/platform/db/synced-files.test.ts',
  'server/platform/writable-folder.test.ts',
  'tests/contract/firebase-deletion.test.ts',
  'tests/contract/identity-adapters.test.ts',
]

/** Unit tests stand beside the code. `*.engine.test.ts` need real PostgreSQL and Redis and run by `npm run test:engines`. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{contract,server,sandbox,tools,tests/contract,tests/faults}/**/*.test.ts'],
          exclude: ['**/*.engine.test.ts', ...withOwnModules],
          // Files that share their loaded modules need a third less computing.
          isolate: false,
          globalSetup: ['tests/kit/compiled-database.ts'],
          setupFiles: ['tests/kit/idle-time.ts'],
          ...inThreads,
          ...patient,
        },
      },
      {
        test: {
          name: 'isolated',
          environment: 'node',
          // The stores of the web are made when their modules load.
          include: ['web/**/*.test.ts', ...withOwnModules],
          globalSetup: ['tests/kit/compiled-database.ts'],
          setupFiles: ['tests/kit/idle-time.ts'],
          ...inThreads,
          ...patient,
        },
      },
      {
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['web/**/*.test.tsx'],
          setupFiles: ['tests/kit/idle-time.ts', 'web/platform/test-setup.ts'],
          ...inThreads,
          ...patient,
        },
      },
      {
        test: {
          name: 'engines',
          environment: 'node',
          include: ['{server,tests/engines,tests/faults}/**/*.engine.test.ts'],
          ...patient,
          globalSetup: ['tests/kit/engines.ts'],
        },
      },
    ],
  },
})

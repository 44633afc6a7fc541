import { defineConfig } from 'vitest/config'
import { LongestFirst } from '#tests/kit/longest-first.ts'

/** Ends a test that hangs. None of it measures anything: a busy machine must not fail a test. */
const patient = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } }

/** Threads of one process share what V8 has made of the embedded database; a process for each file makes it anew (a third more time). */
const inThreads = { pool: 'threads' as const }

/** These replace modules or count calls of them, so nothing may have loaded the modules before. */
const withOwnModules = [
  'server/features/identity/http/mount.test.ts',
  'server/platform/db/data-folder-lock.test.ts',
  'server/platform/db/synced-files.test.ts',
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
          include: ['{contract,server,sandbox,tools,tests/contract,tests/faults,web}/**/*.test.ts'],
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
          include: withOwnModules,
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

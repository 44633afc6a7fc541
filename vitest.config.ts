import { defineConfig } from 'vitest/config'
import { LongestFirst } from '#tests/kit/longest-first.ts'

/** Ends a test that hangs. It measures nothing: a test must not fail because the machine is busy. */
const timeouts = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } }

/**
 * Threads of one process share the compiled code of the embedded database; with a process for each file V8 compiles it again (a third more
 * time).
 */
const inThreads = { pool: 'threads' as const }

/** These tests replace modules, count calls of modules, or leave changed state in them, so each file loads its own modules. */
const withOwnModules = [
  'server/platform/db/embedded/data-folder-lock.test.ts',
  'server/platform/db/embedded/synced-files.test.ts',
  'server/platform/writable-folder.test.ts',
  'tests/contract/firebase-deletion.test.ts',
  'tests/contract/identity-adapters.test.ts',
]

/** These use Node objects whose classes differ in a separate context. */
const outsideContexts = ['web/app/shell/PageBoundary.test.tsx', 'web/features/identity/forms/PasswordRules.test.tsx']

const inJsdom = {
  environment: 'jsdom' as const,
  setupFiles: ['tests/kit/idle-time.ts', 'web/platform/test-setup.ts'],
  ...timeouts,
}

/** Unit tests are beside the code. `*.engine.test.ts` need real PostgreSQL and Redis and run by `npm run test:engines`. */
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
          // Files that share their loaded modules need a third less computing time.
          isolate: false,
          globalSetup: ['tests/kit/compiled-database.ts'],
          setupFiles: ['tests/kit/idle-time.ts'],
          ...inThreads,
          ...timeouts,
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
          ...timeouts,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'node',
          // The stores of the web are created when their modules load, so each file has its own context.
          include: ['web/**/*.test.ts'],
          setupFiles: ['tests/kit/idle-time.ts'],
          ...timeouts,
          pool: 'vmThreads',
        },
      },
      {
        test: {
          name: 'dom',
          include: ['web/**/*.test.tsx'],
          exclude: outsideContexts,
          ...inJsdom,
          // Each file has its own context in a thread that has already loaded jsdom: a third less computing time than with its own thread.
          pool: 'vmThreads',
        },
      },
      {
        test: {
          name: 'dom-in-threads',
          include: outsideContexts,
          ...inJsdom,
          ...inThreads,
        },
      },
      {
        test: {
          name: 'engines',
          environment: 'node',
          include: ['{server,tests/engines,tests/faults}/**/*.engine.test.ts'],
          ...timeouts,
          globalSetup: ['tests/kit/engines.ts'],
        },
      },
    ],
  },
})

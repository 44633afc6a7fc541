import { defineConfig } from 'vitest/config'

/** Unit tests stand beside the code. `*.engine.test.ts` need real PostgreSQL and Redis and run by `npm run test:engines`. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{contract,server,sandbox,tools,tests/contract,tests/faults,web}/**/*.test.ts'],
          exclude: ['**/*.engine.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['web/**/*.test.tsx'],
          setupFiles: ['web/platform/test-setup.ts'],
        },
      },
      {
        test: {
          name: 'engines',
          environment: 'node',
          include: ['{server,tests/engines,tests/faults}/**/*.engine.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          globalSetup: ['tests/kit/engines.ts'],
        },
      },
    ],
  },
})

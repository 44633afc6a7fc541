import { spawn } from 'node:child_process'

/** Watches the unit tests that a change can affect. Takes the runner's arguments: `npm run test:watch -- chat`. */
const watch = spawn(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'watch',
    ...['node', 'isolated', 'web', 'dom', 'dom-in-threads'].flatMap((name) => ['--project', name]),
    ...process.argv.slice(2),
  ],
  {
    stdio: 'inherit',
  },
)
watch.on('exit', (code) => {
  process.exitCode = code ?? 1
})

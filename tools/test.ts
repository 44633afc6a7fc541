import { existsSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import beginData from '#tests/kit/prepared-data.ts'
import { hasEngines, SERVERS } from '#tests/kit/engines.ts'
import { runChecks } from './checks.ts'
import { ensureChromium } from './chromium.ts'
import { add, closingLine, noTally, runTool, type Tally } from './run-step.ts'

const enginesOnly = process.argv.includes('--engines')
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)

/** By itself the runner leaves one core free. One more than there are is best: some tests only wait, for a time limit or a process. */
const onAllCores = `--maxWorkers=${availableParallelism() + 1}`

const steps: [name: string, run: () => Promise<Tally>][] = enginesOnly
  ? [
      ['engine tests', () => vitest(['--project', 'engines', onAllCores])],
      ['journeys on two servers', () => journeys(2)],
    ]
  : [
      ['check', runChecks],
      ['unit', () => vitest(['--project', 'node', '--project', 'dom', onAllCores])],
      ['journeys', () => data?.then(() => journeys()) ?? journeys()],
    ]

// The checks leave cores idle. What goes wrong here goes wrong again where the journeys begin, and is told there.
const data = only || enginesOnly ? null : beginData().catch(() => undefined)
let sum = noTally()
for (const [name, run] of steps) {
  if (only && only !== name) continue
  console.log(`\n— ${name} —`)
  sum = add(sum, await run())
}
console.log(`\n${closingLine(sum)}`)
process.exitCode = sum.failed ? 1 : 0

async function vitest(args: string[]): Promise<Tally> {
  const report = join(tmpdir(), `wavelength-vitest-${process.pid}.json`)
  const { code } = await runTool('vitest/vitest.mjs', [
    'run',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  type Report = { numPassedTests: number; numFailedTests: number; numPendingTests: number; numTodoTests: number }
  return readTally(report, code, (it: Report) => ({
    passed: it.numPassedTests,
    failed: it.numFailedTests,
    skipped: it.numPendingTests + it.numTodoTests,
  }))
}

async function journeys(servers = 1): Promise<Tally> {
  if (servers > 1 && !hasEngines()) {
    console.log('Several servers need PostgreSQL and Redis. On Debian: apt-get install postgresql redis-server')
    return { ...noTally(), skipped: 1 }
  }
  const chromium = ensureChromium()
  if (!chromium) {
    console.log('The journeys need Chromium. Install it, or name one with CHROMIUM_PATH.')
    return { ...noTally(), skipped: 1 }
  }
  const report = join(tmpdir(), `wavelength-journeys-${process.pid}.json`)
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report, [SERVERS]: String(servers) }
  const { code } = await runTool('@playwright/test/cli.js', ['test', '--reporter=list,json'], { env })
  type Report = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }
  // A test that passed only at the second try is broken, so it counts as failed.
  return readTally(report, code, ({ stats }: Report) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }))
}

/** Reads a runner's own report; a runner that failed without a failed test (a crash, an unhandled error) counts as one failure. */
function readTally<R>(file: string, code: number, read: (report: R) => Tally): Tally {
  if (!existsSync(file)) return { ...noTally(), failed: 1 }
  // The file was written by the runner just now, in the shape its documentation gives.
  const tally = read(JSON.parse(readFileSync(file, 'utf8')) as R)
  rmSync(file)
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}

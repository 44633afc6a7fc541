/**
 * Runs the tests: checks, unit tests, end-to-end tests. `--only=check|unit|e2e` runs one step, `--changed` only what the changes
 * since the last commit can affect, `--engines` what needs PostgreSQL and Redis. `--reports=<folder>` keeps the runners' own reports.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import beginData, { WITHOUT_DEMO } from '#tests/kit/prepared-data.ts'
import { hasEngines } from '#tests/kit/engines.ts'
import { SERVERS } from '#tests/kit/several-servers.ts'
import { STEP_TIMES } from '#tests/kit/step-times.ts'
import { readArguments, rejectArguments } from './arguments.ts'
import { findAffected } from './changed.ts'
import { runChecks } from './checks/checks.ts'
import { ensureChromium } from './chromium.ts'
import { ensureFirebaseEmulator } from './firebase-emulator.ts'
import { keepFilesInMemory } from './memory-folder.ts'
import { add, closingLine, emptyTally, runTool, type Tally } from './run-step.ts'

type Step = { name: string; run: () => Promise<Tally> }

const USAGE = `Usage:
  npm test                          runs the checks, the unit tests and the end-to-end tests; CONTRIBUTING.md says how to run one file
  npm test -- --only=<part>         runs one part: check, unit or e2e
  npm test -- --changed             runs what a change can affect
  npm run test:engines              runs the tests of other engines
  npm test -- --reports=<folder>    keeps the reports in this folder`

const { values } = readArguments(USAGE, {
  options: { only: { type: 'string' }, changed: { type: 'boolean' }, engines: { type: 'boolean' }, reports: { type: 'string' } },
})
const { only } = values
if (only !== undefined && !['check', 'unit', 'e2e'].includes(only)) rejectArguments(USAGE, `Unknown part: ${only}.`)
keepFilesInMemory()
const reports = values.reports ?? mkdtempSync(join(tmpdir(), 'wavelength-reports-'))
mkdirSync(reports, { recursive: true })

/**
 * By default the runner leaves one core free. One more worker than cores is best, because some tests only wait for a timeout or a process.
 */
const onAllCores = `--maxWorkers=${availableParallelism() + 1}`
const unitProjects = [
  '--project',
  'node',
  '--project',
  'isolated',
  '--project',
  'web',
  '--project',
  'dom',
  '--project',
  'dom-in-threads',
  onAllCores,
]

const steps = (values.engines ? engineSteps() : values.changed ? changedSteps() : allSteps()).filter(({ name }) => !only || name === only)

// Prepared while the checks leave a core idle. An error is reported when the end-to-end tests start.
const data = steps.length > 1 && steps.some(({ name }) => name === 'e2e') ? beginData().catch(() => undefined) : null
let sum = emptyTally()
// The few tests of a change leave cores idle.
for (const group of values.changed ? [steps] : steps.map((step) => [step])) {
  const name = group.map((step) => step.name).join(' and ')
  console.log(`\n— ${name} —`)
  const startedAt = Date.now()
  for (const tally of await Promise.all(group.map(({ run }) => run()))) sum = add(sum, tally)
  console.log(`${name}: ${Math.round((Date.now() - startedAt) / 1_000)} s`)
}
if (!values.reports) rmSync(reports, { recursive: true })
// CI repeats these lines at its own end (.ci/run).
for (const failure of sum.failures) console.log(`FAILED ${failure}`)
console.log(`\n${closingLine(sum)}`)
process.exitCode = sum.failed ? 1 : 0

function allSteps(): Step[] {
  return [
    { name: 'check', run: runChecks },
    { name: 'unit', run: () => vitest('unit', unitProjects) },
    { name: 'e2e', run: () => endToEndTests() },
  ]
}

function engineSteps(): Step[] {
  ensureFirebaseEmulator()
  return [
    { name: 'engine tests', run: () => vitest('engines', ['--project', 'engines', onAllCores]) },
    { name: 'end-to-end tests on two servers', run: () => endToEndTests({ servers: 2 }) },
  ]
}

function changedSteps(): Step[] {
  const { files, unit, endToEnd, uncovered } = findAffected()
  console.log(`${files.length} changed files affect ${unit.length} unit test files and ${endToEnd.length} end-to-end test files.`)
  if (uncovered.length > 0) console.log(`No test imports these, so only the whole suite covers them:\n  ${uncovered.join('\n  ')}`)
  if (!endToEnd.some((file) => /\bdemoServer\b|\bdemo: true\b/.test(readFileSync(file, 'utf8')))) process.env[WITHOUT_DEMO] = 'yes'
  const found: Step[] = []
  if (unit.length > 0) found.push({ name: 'unit', run: () => vitest('unit', [...unitProjects, ...unit]) })
  if (endToEnd.length > 0) found.push({ name: 'e2e', run: () => endToEndTests({ files: endToEnd }) })
  return found
}

async function vitest(name: string, args: string[]): Promise<Tally> {
  const report = newReport(name)
  const { code } = await runTool('vitest/vitest.mjs', [
    'run',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  type File = { name: string; status: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }
  type Report = { numPassedTests: number; numFailedTests: number; numPendingTests: number; numTodoTests: number; testResults: File[] }
  return readTally(report, code, (entry: Report) => ({
    passed: entry.numPassedTests,
    failed: entry.numFailedTests,
    skipped: entry.numPendingTests + entry.numTodoTests,
    failures: entry.testResults.flatMap((file) =>
      file.assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${relative('.', file.name)} › ${fullName}${reasonOf(failureMessages[0])}`),
    ),
  }))
}

async function endToEndTests({ servers = 1, files = [] }: { servers?: number; files?: readonly string[] } = {}): Promise<Tally> {
  if (servers > 1 && !hasEngines()) {
    console.log('Several servers need PostgreSQL and Redis. On Debian: apt-get install postgresql redis-server')
    return { ...emptyTally(), skipped: 1 }
  }
  if (!ensureChromium()) {
    console.log('The end-to-end tests need Chromium. Install it, or set CHROMIUM_PATH.')
    return { ...emptyTally(), skipped: 1 }
  }
  await data
  const report = newReport(servers > 1 ? 'e2e-on-two-servers' : 'e2e')
  const stepTimes = join(reports, 'step-times.json')
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, [STEP_TIMES]: stepTimes, [SERVERS]: String(servers) }
  // The run on two servers would remove what failed tests of the first run have saved.
  const output = `--output=test-results/${servers > 1 ? 'two-servers' : 'one-server'}`
  const { code } = await runTool('@playwright/test/cli.js', ['test', output, '--reporter=list,json,./tests/kit/step-times.ts', ...files], {
    env,
  })
  type Result = { errors: { message?: string; location?: { line: number } }[] }
  type Suite = { specs: { ok: boolean; file: string; title: string; tests: { results: Result[] }[] }[]; suites?: Suite[] }
  type Report = { stats: { expected: number; unexpected: number; flaky: number; skipped: number }; suites: Suite[] }
  const failuresOf = (suites: Suite[]): string[] =>
    suites.flatMap((suite) => [
      ...suite.specs
        .filter(({ ok }) => !ok)
        .map(({ file, title, tests }) => {
          const error = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))[0]
          return `tests/e2e/${file} › ${title}${error?.location ? ` (line ${error.location.line})` : ''}${reasonOf(error?.message)}`
        }),
      ...failuresOf(suite.suites ?? []),
    ])
  // A test that passed only at the second attempt is flaky, so it counts as failed.
  return readTally(report, code, ({ stats, suites }: Report) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: failuresOf(suites),
  }))
}

/** A failure's message on one line, so that the end of a long log names the error. */
function reasonOf(message = ''): string {
  const line = stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').trim()
  return line && `: ${line.slice(0, 400)}`
}

/** The report file of a runner. An earlier one is removed, so that it can't hide a crash. */
function newReport(name: string): string {
  const file = join(reports, `${name}.json`)
  rmSync(file, { force: true })
  return file
}

/** Reads a runner's own report; a runner that failed without a failed test (a crash, an unhandled error) counts as one failure. */
function readTally<R>(file: string, code: number, read: (report: R) => Tally): Tally {
  if (!existsSync(file)) return { ...emptyTally(), failed: 1, failures: ['the runner ended without a report'] }
  // Just written by the runner, in the documented format.
  const tally = read(JSON.parse(readFileSync(file, 'utf8')) as R)
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1, failures: ['an error outside of any test'] } : tally
}

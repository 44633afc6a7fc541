/**
 * How long people wait for the tests: the checks, a change in one feature, the whole suite once installed, and on a fresh clone.
 * `node bench/tests.ts [--only=check,changed,installed,fresh]` needs an otherwise idle machine. It also prints where the slowest tests of the
 * installed run spend their time.
 */
import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { StepTimes } from '#tests/kit/step-times.ts'
import { readArguments, rejectArguments } from '#tools/arguments.ts'
import { machine, saveResult } from './report.ts'

type Measurement = { name: string; limitS: number; prepare?: () => Promise<void>; run: () => Promise<boolean> }
type SlowTest = { test: string; seconds: number; start: number; browser: number; waiting: number; work: number }

/** A file in the middle of a feature: services, routes and their tests depend on it. */
const CHANGED = 'server/features/moments/moments.service.ts'
const SLOWEST = 30

const folder = mkdtempSync(join(tmpdir(), 'wavelength-test-times-'))
const reports = join(folder, 'reports')

const measurements: Measurement[] = [
  { name: 'check', limitS: 20, run: () => npm('.', ['run', 'check']) },
  { name: 'changed', limitS: 60, prepare: prepareChanged, run: changed },
  { name: 'installed', limitS: 300, run: () => npm('.', ['test', '--', `--reports=${reports}`]) },
  { name: 'fresh', limitS: 420, prepare: async () => void clone('fresh'), run: () => npm(join(folder, 'fresh'), ['test']) },
]

/** A clone has caches of its own, but npm's cache is shared. */
function clone(name: string): string {
  const target = join(folder, name)
  execFileSync('git', ['clone', '--quiet', '.', target])
  return target
}

/** In a clone, so that the change is not in a developer's working tree; it is installed before the measurement. */
async function changed(): Promise<boolean> {
  const target = join(folder, 'changed')
  appendFileSync(join(target, CHANGED), '\n// changed\n')
  return npm(target, ['test', '--', '--changed'])
}

async function prepareChanged(): Promise<void> {
  const target = clone('changed')
  await npm(target, ['ci', '--no-audit', '--no-fund'])
  // Fills the caches that a first run creates.
  await changed()
}

function npm(cwd: string, args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    spawn('npm', args, { cwd, stdio: 'inherit' }).once('exit', (code) => resolve(code === 0))
  })
}

type UnitReport = {
  testResults: {
    name: string
    assertionResults: { fullName: string; duration?: number | null; meta?: { idleMs?: number } }[]
  }[]
}

/** Both runners wrote these just now, in the formats of their documentation and of `StepTimes`. */
const read = <T>(name: string): T => JSON.parse(readFileSync(join(reports, name), 'utf8')) as T
const seconds = (ms: number): number => Math.round(ms / 100) / 10

function slowestTests(): SlowTest[] {
  const endToEnd = read<StepTimes[]>('step-times.json').map(({ test, total, start, browser, waiting }) => ({
    test,
    seconds: seconds(total),
    start: seconds(start),
    browser: seconds(browser),
    waiting: seconds(waiting),
    work: seconds(Math.max(0, total - start - browser - waiting)),
  }))
  const unit = read<UnitReport>('unit.json').testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration, meta }) => {
      const total = duration ?? 0
      const waiting = Math.min(total, meta?.idleMs ?? 0)
      const test = `${relative('.', name)} › ${fullName}`
      return { test, seconds: seconds(total), start: 0, browser: 0, waiting: seconds(waiting), work: seconds(total - waiting) }
    }),
  )
  return [...endToEnd, ...unit].toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
}

const USAGE = 'Usage: node bench/tests.ts [--only=check,changed,installed,fresh]'
const only = readArguments(USAGE, { options: { only: { type: 'string' } } }).values.only?.split(',')
const unknown = only?.find((name) => !measurements.some((measurement) => measurement.name === name))
if (unknown !== undefined) rejectArguments(USAGE, `Unknown measurement: ${unknown}.`)
const before = machine()
const times: { name: string; seconds: number; limit: number; passed: boolean }[] = []
try {
  for (const { name, limitS, prepare, run } of measurements.filter((measurement) => !only || only.includes(measurement.name))) {
    await prepare?.()
    const startedAt = Date.now()
    const passed = await run()
    times.push({ name, seconds: seconds(Date.now() - startedAt), limit: limitS, passed })
  }
  const slowest = existsSync(join(reports, 'step-times.json')) ? slowestTests() : []
  console.table(slowest.map(({ test, ...rest }) => ({ ...rest, test: test.slice(0, 110) })))
  console.table(times)
  // Otherwise partial times would replace the complete ones.
  if (!only) await saveResult('tests', { command: 'node bench/tests.ts', machine: before, times, slowest })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = times.every((time) => time.passed && time.seconds <= time.limit) ? 0 : 1

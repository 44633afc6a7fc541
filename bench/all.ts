/**
 * Runs all benchmarks of this folder one after the other, and compares the results with the targets in one table.
 * `npm run bench` takes about twelve minutes at most, `npm run bench -- --quick` about five with smaller crowds, `--only=search` one of them. A measurement that
 * takes longer than its share is ended and named. Each writes its own file in bench/results; the table goes to results/all.json.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { buildWebWhenStale } from '#tools/build/build-web.ts'
import { readArguments, rejectArguments } from '#tools/arguments.ts'
import { machine, saveResult } from './report.ts'

type Metric = { what: string; path: string; unit: string; target?: { max?: number; min?: number } }
type Step = { name: string; args: string[]; quick: string[]; withinS: number; flags?: string[]; metrics: Metric[] }

const ms = (max: number): Pick<Metric, 'unit' | 'target'> => ({ unit: 'ms', target: { max } })
const chatMetrics = (engine: string): Metric[] => [
  { what: `${engine}: against a bare server, messages a second`, path: `results.${engine}.ratio`, unit: 'x', target: { min: 0.67 } },
  { what: `${engine}: delivery at 300 a second, p50`, path: `results.${engine}.latency.0.delivered.p50`, ...ms(2) },
  { what: `${engine}: delivery at 300 a second, p99`, path: `results.${engine}.latency.0.delivered.p99`, ...ms(10) },
  { what: `${engine}: memory of an idle connection`, path: `results.${engine}.perConnectionKb`, unit: 'KB', target: { max: 20 } },
  { what: `${engine}: all clients back after a cut`, path: `results.${engine}.storm.seconds`, unit: 's', target: { max: 15 } },
]

const steps: Step[] = [
  {
    name: 'start',
    args: ['5'],
    quick: ['2'],
    withinS: 90,
    metrics: [
      { what: 'first start, demo world included', path: 'result.first_start_ms', ...ms(90_000) },
      { what: 'later start', path: 'result.later_start_ms', ...ms(5_000) },
      { what: 'landing page painted, processor four times slower', path: 'result.landing_painted_slow_ms', ...ms(2_500) },
      { what: 'landing page, everything it loads', path: 'result.landing_kb', unit: 'KB' },
    ],
  },
  {
    name: 'restart',
    args: ['3', '10'],
    quick: ['2', '3'],
    withinS: 75,
    metrics: [
      { what: 'ready after kill -9 under load, slowest', path: 'result.most_ready_ms', ...ms(5_000) },
      { what: 'of that the database and its recovery, slowest', path: 'result.most_database_ms', unit: 'ms' },
    ],
  },
  {
    name: 'nested',
    args: ['220'],
    quick: ['60'],
    withinS: 60,
    metrics: [{ what: 'answer to others while one user sends 220 MB of nested JSON, median', path: 'result.most_median_ms', ...ms(20) }],
  },
  {
    name: 'message',
    args: ['60'],
    quick: ['30'],
    withinS: 60,
    metrics: [{ what: 'key press to the other browser, median', path: 'result.median', ...ms(50) }],
  },
  {
    name: 'chat',
    args: ['10000', '5'],
    quick: ['1000', '2'],
    withinS: 390,
    metrics: [
      ...chatMetrics('embedded'),
      ...chatMetrics('postgresql'),
      {
        what: 'postgresql: against ejabberd, messages a second',
        path: 'results.postgresql.ratioToEjabberd',
        unit: 'x',
        target: { min: 4 },
      },
    ],
  },
  {
    name: 'feed',
    args: ['200000', '50000'],
    quick: ['50000', '20000'],
    withinS: 80,
    metrics: [{ what: 'page of 500 buddies, PostgreSQL, p99', path: 'results.0.p99, ms', ...ms(25) }],
  },
  {
    name: 'share-search',
    args: ['100000'],
    quick: ['20000'],
    withinS: 90,
    metrics: [{ what: 'finding an item to share in the library of a user, work', path: 'results.0.work p90, ms', ...ms(100) }],
  },
  {
    name: 'search',
    args: ['100000'],
    quick: ['20000'],
    withinS: 90,
    metrics: [
      { what: 'two letters, median', path: 'results.0.work median, ms', ...ms(50) },
      { what: 'a full name, median', path: 'results.2.work median, ms', ...ms(50) },
    ],
  },
  {
    name: 'match',
    args: ['100000'],
    quick: ['20000'],
    withinS: 75,
    flags: ['--expose-gc'],
    metrics: [
      { what: 'ranking inside the index, p99 of computing', path: 'results.0.ranking_cpu_ms.p99', ...ms(10) },
      { what: 'ranking including the wait, p99', path: 'results.0.ranking_ms.p99', ...ms(50) },
      { what: 'the first page over HTTP, p99', path: 'results.0.http_ms.p99', ...ms(50) },
      { what: 'the same as one plain query, p50', path: 'results.0.plain_sql_ms.p50', unit: 'ms' },
    ],
  },
  {
    name: 'plays',
    args: ['100'],
    quick: ['20'],
    withinS: 90,
    metrics: [
      { what: 'any range of plays, PostgreSQL, p99', path: 'results.0.slowestP99', ...ms(50) },
      { what: 'any range of plays, embedded, p99', path: 'results.1.slowestP99', ...ms(50) },
      { what: 'ten years of 100 plays a day, with indexes', path: 'results.1.heavyMb', unit: 'MB', target: { max: 10 } },
    ],
  },
  {
    name: 'recaps',
    args: ['2000'],
    quick: ['500'],
    withinS: 90,
    metrics: [{ what: 'users an hour of the weekly job, one core', path: 'perHour', unit: 'users', target: { min: 100_000 } }],
  },
  {
    name: 'together',
    args: ['10'],
    quick: ['2'],
    withinS: 30,
    metrics: [
      { what: '10 members with rate control, difference, median', path: 'differences.4.median', ...ms(60) },
      { what: '10 members with rate control, difference, p95', path: 'differences.4.p95', ...ms(150) },
      { what: '10 members who can only seek, difference, p95', path: 'differences.6.p95', ...ms(350) },
      { what: 'a late joiner is in sync, p95', path: 'recoveries.0.p95_ms', ...ms(2_000) },
    ],
  },
]

const USAGE = 'Usage: npm run bench -- [--quick] [--only=<measurement>]'
const { only, quick: isQuick = false } = readArguments(USAGE, { options: { only: { type: 'string' }, quick: { type: 'boolean' } } }).values
if (only !== undefined && !steps.some(({ name }) => name === only)) rejectArguments(USAGE, `Unknown measurement: ${only}.`)
const TOTAL_S = isQuick ? 300 : 720
// Not part of any measurement.
await buildWebWhenStale()
const began = performance.now()
const leftS = () => TOTAL_S - (performance.now() - began) / 1_000
const results = new URL('results/', import.meta.url)

let endRunning = (): void => undefined
process.once('SIGINT', () => {
  endRunning()
  process.exit(130)
})

function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL')
  } catch {
    // The process group has already exited.
  }
}

/** Runs one measurement, at most as long as it may take. Returns why there is no new result, or null. */
function run({ name, args, quick, withinS, flags = [] }: Step): Promise<string | null> {
  const file = new URL(`${name}.ts`, import.meta.url).pathname
  const limitS = Math.min(withinS, leftS())
  if (limitS < 10) return Promise.resolve('no time was left')
  return new Promise((resolve) => {
    // In a separate process group, so that no server, database or browser that it started slows down the next one.
    const child = spawn(process.execPath, [...flags, file, ...(isQuick ? quick : args)], {
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    })
    endRunning = () => endGroup(child.pid)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      endRunning()
    }, limitS * 1_000)
    child.once('exit', (code) => {
      clearTimeout(timer)
      endRunning()
      resolve(isLate ? `not done within ${Math.round(limitS)} s` : code === 0 ? null : `ended with ${code}`)
    })
  })
}

function valueAt(result: unknown, path: string): number | null {
  const found = path
    .split('.')
    .reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), result)
  return typeof found === 'number' ? found : null
}

type Row = { measurement: string; metric: string; promised: string; ratio: string }

function rowOf(name: string, result: unknown, { what, path, unit, target }: Metric): Row {
  const value = valueAt(result, path)
  const limit = target?.max ?? target?.min
  // Above 1 is better than the target, for both directions.
  const ratio = value === null || limit === undefined ? null : target?.min === undefined ? limit / value : value / limit
  return {
    measurement: `${name}: ${what}`,
    metric: value === null ? '–' : `${value} ${unit}`,
    promised: limit === undefined ? '' : `${target?.min === undefined ? '≤' : '≥'} ${limit} ${unit}`,
    ratio: ratio === null ? '' : `${ratio.toFixed(2)}x`,
  }
}

const before = machine()
const table: Row[] = []
const problems: string[] = []
for (const step of steps.filter(({ name }) => !only || name === only)) {
  console.log(`\n— ${step.name} —`)
  const startedAt = Date.now()
  const failure = await run(step)
  const file = new URL(`${step.name}.json`, results)
  const isNew = existsSync(file) && statSync(file).mtimeMs >= startedAt
  // A step that missed its target still reports its results.
  if (failure !== null) problems.push(`${step.name}: ${failure}${isNew ? ', after it had written its results' : ''}`)
  else if (!isNew) problems.push(`${step.name}: it wrote no result`)
  const result: unknown = isNew ? JSON.parse(readFileSync(file, 'utf8')) : null
  table.push(...step.metrics.map((metric) => rowOf(step.name, result, metric)))
}
console.log('\nA ratio above 1 is better than the target.')
console.table(table)
for (const line of problems) console.log(`Problem: ${line}`)
// Otherwise a partial table would replace the complete one.
if (!only)
  await saveResult('all', {
    command: `npm run bench${isQuick ? ' -- --quick' : ''}`,
    machine: before,
    seconds: Math.round(TOTAL_S - leftS()),
    table,
    problems,
  })
process.exitCode = problems.length > 0 ? 1 : 0

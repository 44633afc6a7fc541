/**
 * How fast is a ranking in a crowd, how much memory does the index take, and how soon is a change seen?
 * `node --expose-gc bench/match.ts [people ...]`, by default 100000 and 1000000. Every user loves fifty items. At
 * 100,000 the same question is put to the database, as plain SQL over the same rows, in the same run (`--no-sql` leaves
 * that out). At the end the first page is requested over HTTP, with the index in its thread (`--no-http` leaves that out).
 * Each size is measured in a separate process, because the garbage of one would slow down the next.
 */
import { execFileSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { createMatchIndex } from '#server/features/matching/index/match-index.ts'
import { readNumbers } from '#tools/arguments.ts'
import { crowd, type Crowd } from './match.crowd.ts'
import { overHttp } from './match.http.ts'
import { plainSql } from './match.sql.ts'
import { machine, percentile, roundToTenth, saveResult } from './report.ts'

const { numbers: sizes, values } = readNumbers('Usage: node --expose-gc bench/match.ts [people ...] [--no-sql] [--no-http]', {
  most: Infinity,
  options: { 'no-sql': { type: 'boolean' }, 'no-http': { type: 'boolean' }, print: { type: 'boolean' } },
})
const flags = [...(values['no-sql'] ? ['--no-sql'] : []), ...(values['no-http'] ? ['--no-http'] : [])]
const RANKINGS = 300
const WARM_RANKINGS = 50
const CHANGES = 50
const SQL_RANKINGS = 10

// A process that measures one size prints its result instead of saving it.
if (values.print) console.log(JSON.stringify(await measure(sizes[0] ?? 0)))
else {
  const results: object[] = []
  for (const people of sizes.length > 0 ? sizes : [100_000, 1_000_000]) {
    const output = execFileSync(
      process.execPath,
      [...process.execArgv, fileURLToPath(import.meta.url), String(people), ...flags, '--print'],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    // What this file prints.
    results.push(JSON.parse(output) as object)
    console.table([results.at(-1)])
    await saveResult('match', { command: ['node bench/match.ts', ...sizes, ...flags].join(' '), machine: machine(), results })
  }
}

async function measure(people: number): Promise<object> {
  const made = crowd(people)
  const inside = measureIndex(made)
  const sql = people === 100_000 && !values['no-sql'] ? await measureSql(made) : undefined
  const http = values['no-http'] ? undefined : quantiles(await overHttp(made))
  return { ...inside, ...(http ? { http_ms: http } : {}), ...(sql ? { plain_sql_ms: sql } : {}) }
}

function measureIndex({ people, items, rowsOf, uidOf, attributes }: Crowd) {
  const before = process.memoryUsage().rss
  const index = createMatchIndex()
  index.register(attributes())
  const fill = timed(() => {
    for (let person = 0; person < people; person++) index.put(uidOf(person), rowsOf(person))
  })
  const ranked = (person: number) => index.rank(uidOf(person % people), { filter: 'all', limit: 20 })
  const training = trainInSteps(index)
  // The first ranking also reads all users, which is part of filling the index.
  const first = timed(() => ranked(0))
  // Warm-up: otherwise the just-in-time compiler would dominate the slowest ranking.
  for (let i = 1; i <= WARM_RANKINGS; i++) ranked(i)
  globalThis.gc?.()
  const memory = process.memoryUsage().rss - before
  const rankings = Array.from({ length: RANKINGS }, (_, position) => timed(() => ranked(position * 7_919)))
  const changes = Array.from({ length: CHANGES }, (_, position) =>
    timed(() => {
      index.put(uidOf((position * 104_729) % people), rowsOf((position * 7_919 + 13) % people))
      ranked(position * 7_919 + 13)
    }),
  )
  return {
    people,
    items,
    rows: people * 50,
    index_mb: Math.round(index.bytes() / 2 ** 20),
    process_mb: Math.round(memory / 2 ** 20),
    fill_s: Math.round(fill.wall / 100) / 10,
    training_cpu_s: Math.round(training.reduce((sum, ms) => sum + ms, 0) / 100) / 10,
    training_step_cpu_ms: quantiles(training),
    first_ranking_ms: Math.round(first.wall),
    ranking_ms: quantiles(rankings.map(({ wall }) => wall)),
    ranking_cpu_ms: quantiles(rankings.map(({ cpu }) => cpu)),
    change_and_ranking_ms: quantiles(changes.map(({ wall }) => wall)),
    change_and_ranking_cpu_ms: quantiles(changes.map(({ cpu }) => cpu)),
  }
}

/** The CPU time of each step: a ranking waits for at most one. */
function trainInSteps(index: ReturnType<typeof createMatchIndex>): number[] {
  const steps: number[] = []
  for (;;) {
    const { cpu, result: hasMore } = timed(() => index.train())
    steps.push(cpu)
    if (!hasMore) return steps
  }
}

async function measureSql(made: Crowd) {
  const sql = await plainSql(made)
  if (!sql) return undefined
  const times: number[] = []
  for (let index = 0; index < SQL_RANKINGS; index++) times.push(await timedAsync(() => sql.rank((index * 7_919) % made.people)))
  await sql.close()
  return quantiles(times)
}

/** Wall-clock time and the CPU time of this thread. The second is also valid on a busy machine. */
function timed<Result>(act: () => Result): { wall: number; cpu: number; result: Result } {
  const [from, cpuFrom] = [performance.now(), process.threadCpuUsage()]
  const result = act()
  const used = process.threadCpuUsage(cpuFrom)
  return { wall: performance.now() - from, cpu: (used.user + used.system) / 1_000, result }
}

async function timedAsync(act: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await act()
  return performance.now() - from
}

function quantiles(times: readonly number[]) {
  return { p50: roundToTenth(percentile(times, 0.5)), p99: roundToTenth(percentile(times, 0.99)), max: roundToTenth(Math.max(...times)) }
}

/**
 * How long does the taste map of a group take? `node bench/taste-map.ts [members ...]`, by default 3, 10 and 50. Every pair is compared by
 * the match index in its thread, and all of them are placed; the first run counts, too, as a server computes a map seldom. `cpu_ms` is
 * the computing time of both threads, which hardly depends on what else the machine does.
 */
import { performance } from 'node:perf_hooks'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { createMatchThread } from '#server/features/matching/index/index-engine.ts'
import type { PairTotal } from '#server/features/matching/index/pairs.ts'
import { shownPercent } from '#server/features/matching/shown-percent.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { readNumbers } from '#tools/arguments.ts'
import { crowd } from './match.crowd.ts'
import { areasOf, bridgesOf, percentsOf, placesOf } from '#server/features/chat/group-taste/taste-map.ts'

const RUNS = 50
const LIMIT_MS = 100
/** Users in the index. */
const PEOPLE = 2_000
const args = readNumbers('Usage: node bench/taste-map.ts [members ...]', { most: Infinity }).numbers

/** The same numbers from 0 to 1 in every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

const { engine, close } = createMatchThread({ log: createLogs({ filter: 'off', pretty: false })('taste.match') })
const { rowsOf, uidOf, attributes } = crowd(PEOPLE)
await engine.register(attributes())
for (let person = 0; person < PEOPLE; person++) await engine.put(uidOf(person), rowsOf(person))

const rows: { members: number; first_ms: number; median_ms: number; max_ms: number; cpu_ms: number }[] = []
for (const size of args.length > 0 ? args : [3, 10, 50]) {
  const next = numbers(size)
  const members = Array.from({ length: size }, (_, index) => ({ uid: uidOf(index), since: index, print: PRINT_BARS.map(next) }))
  const couples = members.flatMap(({ uid: one }, index) =>
    members.slice(index + 1).map(({ uid: other }) => [one, other, 'buddies'] as const),
  )
  const times: number[] = []
  const before = process.cpuUsage()
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now()
    const totals = await engine.pairTotals(couples)
    const pairs = couples.map(([one, other], index) => ({ one, other, percent: shownPercent(totals[index] as PairTotal) ?? 0 }))
    const percentOf = percentsOf(pairs)
    placesOf(members, percentOf)
    areasOf(members, percentOf)
    bridgesOf(members, percentOf)
    times.push(performance.now() - start)
  }
  const { user, system } = process.cpuUsage(before)
  const [first = 0] = times
  const sorted = times.toSorted((a, b) => a - b)
  rows.push({
    members: size,
    first_ms: round(first),
    median_ms: round(sorted[RUNS / 2] ?? 0),
    max_ms: round(sorted.at(-1) ?? 0),
    cpu_ms: round((user + system) / 1_000 / RUNS),
  })
}
await close()
console.table(rows)
if (rows.some(({ cpu_ms: cpu }) => cpu > LIMIT_MS)) process.exitCode = 1

function round(ms: number): number {
  return Math.round(ms * 10) / 10
}

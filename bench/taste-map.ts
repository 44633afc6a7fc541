/**
 * How long does the taste map of a group take? `node bench/taste-map.ts [members ...]`, by default 3, 10 and 50. Every pair has a match;
 * the first run counts, too, as a server computes a map seldom.
 */
import { performance } from 'node:perf_hooks'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { areasOf, bridgesOf, percentsOf, placesOf } from '#server/features/chat/group-taste/taste-map.ts'

const RUNS = 50
const LIMIT_MS = 100
const args = process.argv.slice(2).map(Number)

/** The same numbers from 0 to 1 in every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

const rows = (args.length > 0 ? args : [3, 10, 50]).map((size) => {
  const next = numbers(size)
  const members = Array.from({ length: size }, (_, at) => ({ uid: `user ${at}`, since: at, print: PRINT_BARS.map(next) }))
  const pairs = members.flatMap(({ uid: one }, at) =>
    members.slice(at + 1).map(({ uid: other }) => ({ one, other, percent: Math.round(next() * 100) })),
  )
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now()
    const percentOf = percentsOf(pairs)
    placesOf(members, percentOf)
    areasOf(members, percentOf)
    bridgesOf(members, percentOf)
    return performance.now() - start
  })
  const [first = 0] = times
  const sorted = times.toSorted((one, two) => one - two)
  return { members: size, first_ms: round(first), median_ms: round(sorted[RUNS / 2] ?? 0), max_ms: round(sorted.at(-1) ?? 0) }
})
console.table(rows)
if (rows.some(({ median_ms: median }) => median > LIMIT_MS)) process.exitCode = 1

function round(ms: number): number {
  return Math.round(ms * 10) / 10
}

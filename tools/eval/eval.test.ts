import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createMatchIndex } from '#server/features/matching/index/match-index.ts'
import { rankOf } from '#server/features/matching/score.ts'
import { calibrationOf, HELD_OUT, type Calibration } from './eval.calibration.ts'
import { BadLine, readEvalData, type EvalData } from './eval.data.ts'
import { harderListeners } from './eval.harder.ts'
import { lovedOf, measuresOf } from './eval.measures.ts'
import { qualityOf } from './eval.ranks.ts'
import { belowFloor, evaluate, type QualityFloor } from './eval.report.ts'
import { SHIPPED_SIZE, syntheticListeners } from './eval.synthetic.ts'

const shipped = (name: string): string => readFileSync(new URL(`synthetic/${name}.tsv`, import.meta.url), 'utf8')

/** Shared by several tests, because computing it takes seconds. */
const shippedReport = evaluate(shipped('plays'), shipped('friends'))

/** The product's index of these listeners. */
function indexOf(data: EvalData) {
  const uids = data.people.map(() => randomUUID())
  const items = data.items.map(() => randomUUID())
  const index = createMatchIndex()
  index.register(items.map((id) => ({ id, kind: 'artist', bars: [], by: null })))
  data.plays.forEach((own, person) => {
    const rows = lovedOf(own).map(({ item, weight }) => ({ itemId: items[item]!, weight, shownTo: 'everyone' as const, counts: true }))
    index.put(uids[person]!, rows)
  })
  return { index, uids }
}

test('the evaluation scores all users exactly as the product does', () => {
  const data = readEvalData(shipped('plays'), shipped('friends'))
  const { index, uids } = indexOf(data)
  const { ours } = measuresOf(data)
  for (const person of [0, 7, 101, 239]) {
    const ranked = new Map(index.rank(uids[person]!, { filter: 'all' }).people.map(({ uid, score }) => [uid, score]))
    const scores = ours(person)
    // The index stores weights in sixteen bits.
    uids.forEach((uid, other) => {
      if (other === person) return
      expect(ranked.get(uid)).toBeCloseTo(scores[other]!, 4)
      expect(rankOf(index.pair(uids[person]!, uid, 'everyone'), 'all')).toBe(ranked.get(uid))
    })
  }
})

test('in a large crowd, the product’s training finds similar listeners, who help to find friends', () => {
  const { plays, friends } = harderListeners({ people: 420, perPerson: 40, items: 2_500, genres: 20, friendships: 2_000, seed: 3 })
  const data = readEvalData(plays, friends)
  const { index, uids } = indexOf(data)
  while (index.train());
  const places = new Map<string, number>(uids.map((uid, place) => [uid, place]))
  const { ours, ours_explained } = measuresOf(data)
  for (const person of [0, 211, 419]) {
    const ranked = index.rank(uids[person]!, { filter: 'all' }).people
    const scores = ours(person)
    for (const { uid, score } of ranked) {
      expect(score).toBeCloseTo(scores[places.get(uid)!]!, 3)
      expect(rankOf(index.pair(uids[person]!, uid, 'everyone'), 'all')).toBe(score)
    }
  }
  const [whole, explained] = [qualityOf(ours, data.friends), qualityOf(ours_explained, data.friends)]
  expect(whole.auc).toBeGreaterThan(explained.auc + 0.005)
  expect(whole.recallAt10).toBeGreaterThanOrEqual(explained.recallAt10)
}, 60_000)

test('a perfect ranking scores 1, a random one a half, and a reversed one 0', () => {
  const friends = [new Set([1, 2]), new Set([0]), new Set([0]), new Set<number>()]
  const isFriend = (person: number): number[] => friends.map((_, other) => (friends[person]?.has(other) ? 1 : 0))
  expect(qualityOf(isFriend, friends)).toEqual({ auc: 1, recallAt10: 1, recallAt50: 1, mrr: 1 })
  expect(qualityOf(() => [0, 0, 0, 0], friends).auc).toBe(0.5)
  const inverted = qualityOf((person) => isFriend(person).map((score) => -score), friends)
  expect([inverted.auc, inverted.mrr]).toEqual([0, (1 / 2 + 1 / 3 + 1 / 3) / 3])
})

test('equal scores count half, and only the permutation decides their ranks', () => {
  const friends = [new Set([1]), new Set([0]), new Set<number>(), new Set<number>()]
  const scores = (person: number): number[] => (person === 0 ? [0, 1, 1, 0] : [1, 0, 0, 0])
  const seeds = [1, 2, 3, 4, 5].map((seed) => qualityOf(scores, friends, seed))
  expect(new Set(seeds.map(({ auc }) => auc))).toEqual(new Set([(0.75 + 1) / 2]))
  expect(new Set(seeds.map(({ mrr }) => mrr))).toEqual(new Set([0.75, 1]))
  expect(qualityOf(scores, friends, 3)).toEqual(seeds[2])
})

test('recall divides the hits by all friends, and means include only users with a friend', () => {
  const friends = Array.from({ length: 80 }, () => new Set<number>())
  for (let other = 1; other <= 60; other++) friends[0]!.add(other)
  const quality = qualityOf(() => friends.map((_, other) => -other), friends)
  expect([quality.recallAt10, quality.recallAt50, quality.mrr, quality.auc]).toEqual([10 / 60, 50 / 60, 1, 1])
})

test('friendships go both ways, plays of one item add up, and users without plays are left out', () => {
  const data = readEvalData('a\tx\t2\r\na\tx\t3\r\nb\ty\t1\n', 'b\ta\na\ta\na\tnobody\n')
  expect(data.plays[0]).toEqual(new Map([[0, 5]]))
  expect(data.friends).toEqual([new Set([1]), new Set([0])])
  expect(() => readEvalData('a\tx\n', '')).toThrow(BadLine)
  expect(() => readEvalData('a\tx\tmany\n', '')).toThrow('plays, line 1: "many" is no count.')
})

test('the stored synthetic listeners match the generator, and taste finds their friends', () => {
  expect(syntheticListeners(SHIPPED_SIZE)).toEqual({ plays: shipped('plays'), friends: shipped('friends') })
  const { measures, people } = shippedReport
  expect(people).toBe(SHIPPED_SIZE.people)
  for (const measure of Object.values(measures)) expect(measure.auc).toBeGreaterThan(0.75)
  expect(measures.ours.mrr).toBeGreaterThan(Math.max(measures.jaccard.mrr, measures.cosine.mrr, measures.log_tf_idf.mrr))
})

test('discoveries beat every baseline, with fewer charts than each', () => {
  const { discover } = shippedReport
  const { ours, five_picks: few } = discover
  for (const name of ['item_knn', 'jaccard', 'cosine', 'popularity'] as const) {
    const other = discover[name]
    expect(ours.recallAt10).toBeGreaterThan(other.recallAt10)
    expect(ours.recallAt50).toBeGreaterThan(other.recallAt50)
    expect(ours.ndcgAt10).toBeGreaterThan(other.ndcgAt10)
    expect(ours.top100).toBeLessThan(other.top100)
  }
  expect([few.ours.recallAt10 > few.neighbors.recallAt10, few.ours.top100 < 0.5]).toEqual([true, true])
  for (const { coverage } of [ours, few.ours]) expect(coverage).toBeGreaterThan(5 * discover.popularity.coverage)
})

const saved = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))

test('the ranking of the included listeners passes its minimum, and a lower one is reported', () => {
  const report = shippedReport
  // The package.json of this project.
  const floor = saved('floor.json') as QualityFloor
  expect(belowFloor(report, floor)).toEqual([])
  const worse = { ...report, measures: { ...report.measures, ours: { ...report.measures.ours, mrr: 0.5 } } }
  expect(belowFloor(worse, floor)).toEqual([`mrr is 0.5000, below the floor of ${floor.ranking.mrr}`])
  const popular = { ...report, discover: { ...report.discover, ours: { ...report.discover.ours, top100: 0.9 } } }
  expect(belowFloor(popular, floor)).toEqual([`discover top100 is 0.9000, above the limit of ${floor.discover.at_most.top100}`])
})

test('the saved calibration matches this code, and a higher percentage means more friends', () => {
  const { plays, friends } = HELD_OUT.dense()
  const data = readEvalData(plays, friends)
  // The package.json of this project.
  const { dense, sparse } = saved('calibration.json') as Record<'dense' | 'sparse', Calibration>
  expect(calibrationOf(data, measuresOf(data).ours)).toEqual(dense)
  for (const { curve, best, tenth_best, strangers } of [dense, sparse]) {
    const filled = curve.filter(({ pairs }) => pairs >= 100).map((bucket) => bucket.friends)
    expect(filled.at(-1)).toBeGreaterThan(3 * (filled[0] ?? 1))
    expect(best - tenth_best).toBeGreaterThanOrEqual(8)
    expect(strangers[2]).toBeGreaterThan(4)
  }
})

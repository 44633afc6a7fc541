import { createHash } from 'node:crypto'
import type { Uid } from '#contract/base/ids.ts'
import type { Print } from '#contract/taste/taste.ts'
import { OTHER_MUSIC, OTHER_VIDEO } from '#server/features/matching/index/taste-vector.ts'

// The taste map of a group as pure functions. They see only shown percentages and shown prints, so a place reveals nothing finer.

/** `since`: when they joined the group, in milliseconds; the places depend on that order. */
export type MapMember = { uid: Uid; since: number; print: Print }
/** A match that both show to the group. */
export type MapPair = { one: Uid; other: Uid; percent: number }
/** A position, in units of an avatar's width. */
export type Place = { x: number; y: number }
export type MapArea = { uids: Uid[]; bars: number[] }
/** `by` is close to both, who are not close to each other. */
export type Bridge = { by: Uid; between: [Uid, Uid] }

/** A match from this percentage on is a line. */
export const CLOSE_PERCENT = 50
/** The minimum distance of two avatars. */
export const MIN_DISTANCE = 1.35
const MAX_DISTANCE = 7
const STARTS = 4
const STEPS = 60
const RING = 0.25
const RING_PLACES = 24
const HIGH_BAR = 0.3
const BARS_OF_PAIR = 3
const BARS_OF_AREA = 2
const MAX_BRIDGES = 6

type PercentOf = (a: Uid, b: Uid) => number | null

/** Looks up the percentage of two members in any order. */
export function percentsOf(pairs: readonly MapPair[]): PercentOf {
  const percents = new Map<Uid, Map<Uid, number>>()
  const setPercent = (a: Uid, b: Uid, percent: number) => percents.set(a, (percents.get(a) ?? new Map()).set(b, percent))
  for (const { one, other, percent } of pairs) {
    setPercent(one, other, percent)
    setPercent(other, one, percent)
  }
  return (a, b) => percents.get(a)?.get(b) ?? null
}

/**
 * A place for each member: near means similar, no two faces overlap. Members are placed one after the other, in the order in which they
 * joined, where the forces to those before them balance. So a new member moves nobody.
 */
export function placesOf(members: readonly Omit<MapMember, 'print'>[], percentOf: PercentOf): Map<Uid, Place> {
  const places = new Map<Uid, Place>()
  for (const { uid } of inOrder(members)) places.set(uid, placeFor(uid, places, percentOf))
  return places
}

const inOrder = <T extends { uid: Uid; since: number }>(members: readonly T[]): T[] =>
  members.toSorted((a, b) => a.since - b.since || (a.uid < b.uid ? -1 : 1))

/** A spring to a placed member: the closer the match, the shorter and the stronger. */
type Spring = Place & { length: number; strength: number }

function placeFor(uid: Uid, placed: ReadonlyMap<Uid, Place>, percentOf: PercentOf): Place {
  const others = [...placed.values()]
  if (others.length === 0) return { x: 0, y: 0 }
  const springs = [...placed].flatMap(([other, place]): Spring[] => {
    const percent = percentOf(uid, other)
    return percent === null ? [] : [{ ...place, length: lengthOf(percent), strength: 0.1 + (percent / 100) ** 3 }]
  })
  const center = meanOf(springs.length > 0 ? springs : others)
  const reach = springs.length > 0 ? MIN_DISTANCE : MAX_DISTANCE / 2
  const balanced = Array.from({ length: STARTS }, (_, start) =>
    balance(pointAround(center, reach, angleOf(uid) + (start * 2 * Math.PI) / STARTS), springs),
  )
  const best = balanced.toSorted((a, b) => stressAt(a, springs) - stressAt(b, springs))[0] ?? center
  return roundPoint(freePlace(best, others, springs, angleOf(uid)))
}

const lengthOf = (percent: number): number => MIN_DISTANCE + (MAX_DISTANCE - MIN_DISTANCE) * (1 - percent / 100)

/** Stress majorization of one point: each step moves it to the weighted mean of the positions that its springs want. */
function balance(from: Place, springs: readonly Spring[]): Place {
  const total = springs.reduce((sum, { strength }) => sum + strength, 0)
  if (total === 0) return from
  let { x, y } = from
  for (let step = 0; step < STEPS; step++) {
    let [sumX, sumY] = [0, 0]
    for (const spring of springs) {
      const [dx, dy] = [x - spring.x, y - spring.y]
      const scale = spring.length / Math.max(1e-6, lengthOfStep(dx, dy))
      sumX += spring.strength * (spring.x + dx * scale)
      sumY += spring.strength * (spring.y + dy * scale)
    }
    x = sumX / total
    y = sumY / total
  }
  return { x, y }
}

const stressAt = (point: Place, springs: readonly Spring[]): number =>
  springs.reduce((sum, spring) => sum + spring.strength * (distanceOf(point, spring) - spring.length) ** 2, 0)

/** The nearest place without overlap, on growing rings; within a ring, the place with the least stress. */
function freePlace(target: Place, others: readonly Place[], springs: readonly Spring[], angle: number): Place {
  const isFree = (point: Place) => others.every((other) => distanceOf(point, other) >= MIN_DISTANCE)
  if (isFree(target)) return target
  for (let ring = 1; ; ring++) {
    const free = Array.from({ length: RING_PLACES }, (_, index) =>
      pointAround(target, ring * RING, angle + (index * 2 * Math.PI) / RING_PLACES),
    ).filter(isFree)
    const best = free.toSorted((a, b) => stressAt(a, springs) - stressAt(b, springs))[0]
    if (best) return best
  }
}

const distanceOf = (a: Place, b: Place): number => lengthOfStep(a.x - b.x, a.y - b.y)
/** Several times as fast as `Math.hypot`, whose overflow protection is not needed here. */
const lengthOfStep = (dx: number, dy: number): number => Math.sqrt(dx * dx + dy * dy)
const pointAround = ({ x, y }: Place, radius: number, angle: number): Place => ({
  x: x + Math.cos(angle) * radius,
  y: y + Math.sin(angle) * radius,
})
const meanOf = (places: readonly Place[]): Place => ({
  x: places.reduce((sum, { x }) => sum + x, 0) / places.length,
  y: places.reduce((sum, { y }) => sum + y, 0) / places.length,
})
/** Equal on all machines, and far finer than a pixel. */
const roundPoint = ({ x, y }: Place): Place => ({ x: Math.round(x * 1_000) / 1_000, y: Math.round(y * 1_000) / 1_000 })
/** An angle that is always the same for the same user. */
const angleOf = (uid: Uid): number => (createHash('sha1').update(uid).digest().readUInt32BE(0) / 2 ** 32) * 2 * Math.PI

/** The tallest bars that two members have in common. */
export function commonBars(a: Print, b: Print): number[] {
  return highest(
    a.map((height, bar) => Math.min(height, b[bar] ?? 0)),
    BARS_OF_PAIR,
  )
}

function highest(heights: readonly number[], count: number): number[] {
  return heights
    .map((height, bar) => ({ height, bar }))
    .filter(({ height, bar }) => height >= HIGH_BAR && bar !== OTHER_MUSIC && bar !== OTHER_VIDEO)
    .toSorted((a, b) => b.height - a.height || a.bar - b.bar)
    .slice(0, count)
    .map(({ bar }) => bar)
}

/** Members who are close to each other on average, by the bars they have in common. Areas without such bars have no name and are left out. */
export function areasOf(members: readonly MapMember[], percentOf: PercentOf): MapArea[] {
  const areas = inOrder(members).map((member) => [member])
  for (;;) {
    let best: { one: number; two: number; percent: number } | null = null
    for (let i = 0; i < areas.length; i++) {
      for (let j = i + 1; j < areas.length; j++) {
        const percent = meanPercent(areas[i] ?? [], areas[j] ?? [], percentOf)
        if (percent >= CLOSE_PERCENT && percent > (best?.percent ?? 0)) best = { one: i, two: j, percent }
      }
    }
    if (!best) break
    areas[best.one] = [...(areas[best.one] ?? []), ...(areas[best.two] ?? [])]
    areas.splice(best.two, 1)
  }
  return areas
    .filter((area) => area.length > 1)
    .map((area) => ({ uids: area.map(({ uid }) => uid).toSorted(), bars: barsOfArea(area) }))
    .filter(({ bars }) => bars.length > 0)
}

function meanPercent(a: readonly MapMember[], b: readonly MapMember[], percentOf: PercentOf): number {
  let sum = 0
  for (const { uid } of a) for (const { uid: other } of b) sum += percentOf(uid, other) ?? 0
  return sum / (a.length * b.length)
}

const barsOfArea = (area: readonly MapMember[]): number[] =>
  highest(
    (area[0]?.print ?? []).map((_, bar) => area.reduce((sum, { print }) => sum + (print[bar] ?? 0), 0) / area.length),
    BARS_OF_AREA,
  )

/** Members who connect others that are not close: each at most once, those who connect the most first. */
export function bridgesOf(members: readonly Omit<MapMember, 'print'>[], percentOf: PercentOf): Bridge[] {
  const uids = inOrder(members).map(({ uid }) => uid)
  const isClose = (a: Uid, b: Uid) => (percentOf(a, b) ?? 0) >= CLOSE_PERCENT
  const closeTo = new Map(uids.map((uid) => [uid, uids.filter((other) => other !== uid && isClose(uid, other))]))
  const bridged = new Map<Uid, { between: [Uid, Uid]; strength: number }[]>()
  for (const [index, first] of uids.entries()) {
    for (const other of uids.slice(index + 1)) {
      if (isClose(first, other)) continue
      const strengthOf = (bridge: Uid) => Math.min(percentOf(bridge, first) ?? 0, percentOf(bridge, other) ?? 0)
      const [by] = (closeTo.get(first) ?? [])
        .filter((uid) => uid !== other && isClose(uid, other))
        .toSorted((a, b) => strengthOf(b) - strengthOf(a))
      if (by !== undefined) bridged.set(by, [...(bridged.get(by) ?? []), { between: [first, other], strength: strengthOf(by) }])
    }
  }
  return [...bridged]
    .toSorted(([, one], [, two]) => two.length - one.length)
    .slice(0, MAX_BRIDGES)
    .map(([by, pairs]) => ({ by, between: pairs.toSorted((a, b) => b.strength - a.strength)[0]?.between ?? ['', ''] }))
}

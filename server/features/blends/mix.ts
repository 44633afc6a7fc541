import { createHash } from 'node:crypto'
import type { Uid } from '#contract/base/ids.ts'
import type { Print } from '#contract/taste/taste.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import { OTHER_MUSIC, OTHER_VIDEO } from '#server/features/matching/index/taste-vector.ts'
import { spread } from '#server/features/discover/spread.ts'

// The rules of a blend as pure functions. They see only what each member shows to all other members, so nothing else can surface.

/** A track or video that can be played. `creator`: the id of its artist or channel, or the name if the catalog lacks it. */
export type MixItem = { id: ItemId; creator: string; bars: readonly number[] }

/** A member with what they show to all other members. Weights are above 0, up to 1. */
export type MixMember = {
  uid: Uid
  /** The weight of this member, as chosen by the members. */
  emphasis: Emphasis
  loves: ReadonlyMap<ItemId, number>
  /** Artists and channels. */
  creators: ReadonlyMap<string, number>
  print: Print
}
export type Emphasis = 'less' | 'same' | 'more'

/** Why an item fits a member: they love it, they love its artist or channel, or the index of a high bar of their print. */
export type FitReason = 'loves' | 'creator' | number
export type MixedItem = { id: ItemId; by: Uid; fits: { uid: Uid; why: FitReason }[]; newTo: Uid[] }

export type Mix = {
  items: MixedItem[]
  /** Members whose taste leaves no fairer choice: their satisfaction is under `FAIR_SHARE` of the mean. */
  underserved: Uid[]
  /** The members have too little in common: the best items, some of which fit one member only. */
  isThin: boolean
}

/** The minimum satisfaction of a member, as a fraction of the mean of all members. */
export const FAIR_SHARE = 0.8
/** The fraction of items that are new to at least half of the members. */
export const NEW_SHARE = 1 / 3
/** A mix with fewer items is marked as thin. */
export const SMALL_TASTE_ITEMS = 12

const ITEMS_BY_MEMBERS = [0, 0, 30, 36, 40, 42, 45, 47, 48, 50, 50]
const QUOTA_FACTOR: Record<Emphasis, number> = { less: 0.5, same: 1, more: 1.5 }
const MIN_FIT = 0.3
const MAX_PER_CREATOR = 3
/** The weight of the random seed, relative to fits of up to 1. */
const JITTER = 0.35
const MAX_SWAPS = 80

export const mixSize = (members: number): number => ITEMS_BY_MEMBERS[Math.min(members, ITEMS_BY_MEMBERS.length - 1)] ?? 0

type Fit = { amount: number; why: FitReason }

/** How well an item fits a member, 0 to 1; null if it doesn't. */
export function fitOf({ loves, creators, print }: MixMember, { id, creator, bars }: MixItem): Fit | null {
  const own = loves.get(id)
  if (own !== undefined) return { amount: 0.7 + 0.3 * Math.sqrt(own), why: 'loves' }
  const creatorWeight = creators.get(creator)
  if (creatorWeight !== undefined) return { amount: 0.4 + 0.2 * Math.sqrt(creatorWeight), why: 'creator' }
  const specific = bars.filter((bar) => bar !== OTHER_MUSIC && bar !== OTHER_VIDEO)
  const why = specific.toSorted((a, b) => (print[b] ?? 0) - (print[a] ?? 0) || a - b)[0]
  if (why === undefined) return null
  const amount = (specific.reduce((sum, bar) => sum + (print[bar] ?? 0), 0) / specific.length) * 0.5
  return amount >= MIN_FIT ? { amount, why } : null
}

/** An item with the data for the selection. Members are indexes. */
type Candidate = {
  item: MixItem
  fits: (Fit | null)[]
  fitCount: number
  newTo: number[]
  isNew: boolean
  owners: number[]
  jitter: number
}
type Pick = { candidate: Candidate; by: number }

/**
 * Chooses the items of a blend. The same input gives the same mix; the order of members and items doesn't matter.
 * @param seed changes every week
 */
export function mix(members: readonly MixMember[], items: readonly MixItem[], seed: string): Mix {
  const sorted = members.toSorted(byUid)
  const unique = [...new Map(items.map((item) => [item.id, item])).values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  if (sorted.length < 2) return { items: [], underserved: [], isThin: true }
  const size = mixSize(sorted.length)
  const chosen = choose(sorted, unique, { seed, size, minFits: 2 })
  if (chosen.length >= SMALL_TASTE_ITEMS) return present(sorted, chosen, seed, false)
  const best = choose(sorted, unique, { seed, size: SMALL_TASTE_ITEMS, minFits: 1 })
  return present(sorted, best.length > chosen.length ? best : chosen, seed, true)
}

const byUid = (a: { uid: Uid }, b: { uid: Uid }): number => (a.uid < b.uid ? -1 : 1)

export function satisfactionOf(members: readonly MixMember[], items: readonly MixItem[]): number[] {
  return members.map((member) => items.reduce((sum, item) => sum + (fitOf(member, item)?.amount ?? 0), 0) / Math.max(1, items.length))
}

/** The least satisfaction as a part of the mean. Members with less emphasis don't count. */
function fairness(members: readonly MixMember[], satisfaction: readonly number[]): number {
  const counted = satisfaction.filter((_, index) => members[index]?.emphasis !== 'less')
  const mean = satisfaction.reduce((sum, value) => sum + value, 0) / Math.max(1, satisfaction.length)
  return mean > 0 && counted.length > 0 ? Math.min(...counted) / mean : 1
}

type Rules = { seed: string; size: number; minFits: number }

function choose(members: readonly MixMember[], items: readonly MixItem[], rules: Rules): Pick[] {
  const quotas = quotasOf(members, rules)
  const candidates = candidatesOf(members, items, quotas, rules)
  const picks = pickInTurns(members, candidates, quotas)
  fillGaps(picks, candidates, quotas)
  balanceCounts(members, picks)
  swapForNew(picks, candidates)
  swapForFairness(members, picks, candidates)
  return picks
}

/** How many items each member brings: equal parts, give or take one, before emphasis. */
function quotasOf(members: readonly MixMember[], { size, seed }: Rules): number[] {
  const factors = members.map(({ emphasis }) => QUOTA_FACTOR[emphasis])
  const sum = factors.reduce((total, factor) => total + factor, 0)
  const exact = factors.map((factor) => (factor * size) / sum)
  const quotas = exact.map(Math.floor)
  const inOrder = members
    .map((member, index) => ({ at: index, rest: (exact[index] ?? 0) - (quotas[index] ?? 0), chance: chanceOf(seed, member.uid) }))
    .toSorted((a, b) => b.rest - a.rest || a.chance - b.chance)
  const left = size - quotas.reduce((total, quota) => total + quota, 0)
  for (const { at } of inOrder.slice(0, left)) quotas[at] = (quotas[at] ?? 0) + 1
  return quotas
}

function candidatesOf(members: readonly MixMember[], items: readonly MixItem[], quotas: readonly number[], rules: Rules): Candidate[] {
  const candidates = items.flatMap((item): Candidate[] => {
    const fits = members.map((member) => fitOf(member, item))
    const fitCount = fits.filter((fit) => fit !== null).length
    if (fitCount < rules.minFits) return []
    const newTo = members.flatMap((member, index) => (member.loves.has(item.id) ? [] : [index]))
    const owners = members.flatMap((member, index) => (member.loves.has(item.id) ? [index] : []))
    return [{ item, fits, fitCount, newTo, isNew: newTo.length * 2 >= members.length, owners, jitter: chanceOf(rules.seed, item.id) }]
  })
  // Members who only chose artists and channels bring works of those.
  members.forEach((member, index) => {
    if (candidates.filter(({ owners }) => owners.includes(index)).length >= (quotas[index] ?? 0)) return
    for (const candidate of candidates)
      if (!candidate.owners.includes(index) && member.creators.has(candidate.item.creator)) candidate.owners.push(index)
  })
  return candidates.filter(({ owners }) => owners.length > 0)
}

/** Members pick in turns, the one who brings the least so far first. A pick favors members who got little until then. */
function pickInTurns(members: readonly MixMember[], candidates: readonly Candidate[], quotas: readonly number[]): Pick[] {
  const picks: Pick[] = []
  const left = new Set(candidates)
  const brought = members.map(() => 0)
  const sums = members.map(() => 0)
  const supply = members.map((_, index) => candidates.filter(({ owners }) => owners.includes(index)).length)
  const finished = new Set<number>()
  for (;;) {
    const turn = members
      .map((_, index) => index)
      .filter((index) => !finished.has(index) && (brought[index] ?? 0) < (quotas[index] ?? 0))
      .toSorted(
        (a, b) =>
          (brought[a] ?? 0) / (quotas[a] ?? 1) - (brought[b] ?? 0) / (quotas[b] ?? 1) || (supply[a] ?? 0) - (supply[b] ?? 0) || a - b,
      )[0]
    if (turn === undefined) return picks
    const newPicks = picks.filter(({ candidate }) => candidate.isNew).length
    const next = bestFor(turn, { left, picks, sums, needsNew: newPicks < (picks.length + 1) * NEW_SHARE })
    if (!next) {
      finished.add(turn)
      continue
    }
    left.delete(next)
    picks.push({ candidate: next, by: turn })
    brought[turn] = (brought[turn] ?? 0) + 1
    next.fits.forEach((fit, index) => (sums[index] = (sums[index] ?? 0) + (fit?.amount ?? 0)))
  }
}

type Choice = { left: ReadonlySet<Candidate>; picks: readonly Pick[]; sums: readonly number[]; needsNew: boolean }

function bestFor(member: number, { left, picks, sums, needsNew }: Choice): Candidate | undefined {
  const perCreator = countCreators(picks)
  const own = [...left].filter(({ owners }) => owners.includes(member))
  const varied = own.filter(({ item }) => (perCreator.get(item.creator) ?? 0) < MAX_PER_CREATOR)
  const fresh = varied.filter(({ isNew }) => isNew)
  const from = needsNew && fresh.length > 0 ? fresh : varied.length > 0 ? varied : own
  const mean = sums.reduce((sum, entry) => sum + entry, 0) / sums.length
  const worthOf = ({ fits, jitter }: Candidate) =>
    fits.reduce((sum, fit, index) => sum + (fit?.amount ?? 0) * needOf(sums[index] ?? 0, mean), 0) / fits.length + jitter * JITTER
  return from
    .map((candidate) => ({ candidate, worth: worthOf(candidate) }))
    .toSorted((a, b) => b.worth - a.worth || (a.candidate.item.id < b.candidate.item.id ? -1 : 1))[0]?.candidate
}

/** Members under the mean count more. */
const needOf = (sum: number, mean: number): number => (mean > 0 ? Math.min(4, Math.max(0.25, (mean / Math.max(sum, mean / 8)) ** 2)) : 1)

const countCreators = (picks: readonly Pick[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { candidate } of picks) counts.set(candidate.item.creator, (counts.get(candidate.item.creator) ?? 0) + 1)
  return counts
}

/** A member with other items gives a shared one to a member who lacks items, and brings another. */
function fillGaps(picks: Pick[], candidates: readonly Candidate[], quotas: readonly number[]): void {
  const used = new Set(picks.map(({ candidate }) => candidate))
  for (const [index, quota] of quotas.entries()) {
    while (picks.filter(({ by }) => by === index).length < quota) {
      const pick = picks.find(
        ({ candidate, by }) =>
          by !== index && candidate.owners.includes(index) && candidates.some((entry) => !used.has(entry) && entry.owners.includes(by)),
      )
      const instead = pick && candidates.find((candidate) => !used.has(candidate) && candidate.owners.includes(pick.by))
      if (!pick || !instead) break
      picks.push({ candidate: instead, by: pick.by })
      used.add(instead)
      pick.by = index
    }
  }
}

/** An item that several members own is brought by the one who brings the least. */
function balanceCounts(members: readonly MixMember[], picks: Pick[]): void {
  const counts = members.map((_, index) => picks.filter(({ by }) => by === index).length)
  for (let isChanged = true; isChanged;) {
    isChanged = false
    for (const pick of picks) {
      const receiver = pick.candidate.owners.find(
        (index) => members[index]?.emphasis === members[pick.by]?.emphasis && (counts[index] ?? 0) + 1 < (counts[pick.by] ?? 0),
      )
      if (receiver === undefined) continue
      counts[pick.by] = (counts[pick.by] ?? 0) - 1
      counts[receiver] = (counts[receiver] ?? 0) + 1
      pick.by = receiver
      isChanged = true
    }
  }
}

const newCount = (picks: readonly Pick[]): number => picks.filter(({ candidate }) => candidate.isNew).length

/** Replaces familiar items with new ones of the same member until a third is new. */
function swapForNew(picks: Pick[], candidates: readonly Candidate[]): void {
  const used = new Set(picks.map(({ candidate }) => candidate))
  for (const pick of picks) {
    if (newCount(picks) >= picks.length * NEW_SHARE) return
    if (pick.candidate.isNew) continue
    const instead = candidates.find((candidate) => candidate.isNew && !used.has(candidate) && candidate.owners.includes(pick.by))
    if (!instead) continue
    used.delete(pick.candidate)
    used.add(instead)
    pick.candidate = instead
  }
}

/** Swaps items of the same member while that helps the member with the least, until all have their fair share. */
function swapForFairness(members: readonly MixMember[], picks: Pick[], candidates: readonly Candidate[]): void {
  const used = new Set(picks.map(({ candidate }) => candidate))
  const sums = members.map((_, index) => picks.reduce((sum, { candidate }) => sum + (candidate.fits[index]?.amount ?? 0), 0))
  for (let swaps = 0; swaps < MAX_SWAPS && fairness(members, sums) < FAIR_SHARE; swaps++) {
    const mayLoseNew = newCount(picks) - 1 >= picks.length * NEW_SHARE
    let best: { pick: Pick; instead: Candidate; fair: number } | null = null
    for (const pick of picks) {
      for (const instead of candidates) {
        if (used.has(instead) || !instead.owners.includes(pick.by)) continue
        if (pick.candidate.isNew && !instead.isNew && !mayLoseNew) continue
        const fair = fairness(members, sumsAfterSwap(sums, pick.candidate, instead))
        if (fair > (best?.fair ?? fairness(members, sums) + 1e-9)) best = { pick, instead, fair }
      }
    }
    if (!best) return
    sumsAfterSwap(sums, best.pick.candidate, best.instead).forEach((sum, index) => (sums[index] = sum))
    used.delete(best.pick.candidate)
    used.add(best.instead)
    best.pick.candidate = best.instead
  }
}

const sumsAfterSwap = (sums: readonly number[], out: Candidate, into: Candidate): number[] =>
  sums.map((sum, index) => sum - (out.fits[index]?.amount ?? 0) + (into.fits[index]?.amount ?? 0))

function present(members: readonly MixMember[], picks: readonly Pick[], seed: string, isThin: boolean): Mix {
  const uidOf = (index: number): Uid => members[index]?.uid ?? ''
  const shuffled = picks.toSorted((a, b) => chanceOf(`${seed} order`, a.candidate.item.id) - chanceOf(`${seed} order`, b.candidate.item.id))
  const apart = spread(shuffled, ({ candidate }) => candidate.item.creator)
  const inOrder = [...apart, ...shuffled.filter((pick) => !apart.includes(pick))]
  const satisfaction = satisfactionOf(
    members,
    picks.map(({ candidate }) => candidate.item),
  )
  const mean = satisfaction.reduce((sum, value) => sum + value, 0) / members.length
  return {
    items: inOrder.map(({ candidate: { item, fits, newTo }, by }) => ({
      id: item.id,
      by: uidOf(by),
      fits: fits.flatMap((fit, index) => (fit ? [{ uid: uidOf(index), why: fit.why }] : [])),
      newTo: newTo.map(uidOf),
    })),
    underserved: members.flatMap(({ uid, emphasis }, index) =>
      emphasis !== 'less' && (satisfaction[index] ?? 0) < FAIR_SHARE * mean - 1e-9 ? [uid] : [],
    ),
    isThin,
  }
}

/** The mix without these members: their items, and items that fit too few others. */
export function withoutMembers({ items, underserved, isThin }: Mix, gone: ReadonlySet<Uid>): Mix {
  const minFits = isThin ? 1 : 2
  return {
    isThin,
    underserved: underserved.filter((uid) => !gone.has(uid)),
    items: items.flatMap((item) => {
      const fits = item.fits.filter(({ uid }) => !gone.has(uid))
      if (gone.has(item.by) || fits.length < minFits) return []
      return [{ ...item, fits, newTo: item.newTo.filter((uid) => !gone.has(uid)) }]
    }),
  }
}

/** The parts of the mix that the members still show. */
export function onlyStillShown(
  { items, underserved, isThin }: Mix,
  members: readonly MixMember[],
  itemsById: ReadonlyMap<ItemId, MixItem>,
): Mix {
  const byId = new Map(members.map((member) => [member.uid, member]))
  const minFits = isThin ? 1 : 2
  return {
    isThin,
    underserved,
    items: items.flatMap((stored) => {
      const item = itemsById.get(stored.id)
      const contributor = byId.get(stored.by)
      if (!item || !contributor || !(contributor.loves.has(item.id) || contributor.creators.has(item.creator))) return []
      const fits = stored.fits.flatMap(({ uid }) => {
        const member = byId.get(uid)
        const fit = member && fitOf(member, item)
        return fit ? [{ uid, why: fit.why }] : []
      })
      return fits.length < minFits ? [] : [{ ...stored, fits }]
    }),
  }
}

/** From 0 to 1, the same for the same text. */
function chanceOf(seed: string, id: string): number {
  return createHash('sha1').update(`${seed} ${id}`).digest().readUInt32BE(0) / 2 ** 32
}

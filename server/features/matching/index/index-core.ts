import type { Uid } from '#contract/base/ids.ts'
import type { Audience } from '#contract/people.ts'
import { midpointOf, type Midpoints } from '../calibration.ts'
import { rarityOf } from '../match.rarity.ts'
import { meanOverlaps } from './crowd.ts'
import { countsFor, createItems, itemOf, LEVELS, rowsToTaste, strengthOf, packRow, type IndexedRow, type Items } from './index-rows.ts'
import { createIdTable, type IdTable } from './id-table.ts'
import { createHolderLists, type HolderLists } from './holder-lists.ts'
import { createRowLists, type RowLists } from './row-lists.ts'
import { measure, type Rarity, type Taste } from './taste-vector.ts'

/* The data of the index, how users are written into it, and measurements over all of them. match-index.ts reads it. */

/** Users and items are numbers here, see id-table.ts. */
export type Core = {
  readonly items: Items
  readonly users: IdTable
  readonly rows: RowLists
  /** The users of each item that counts for everyone. */
  readonly holders: HolderLists
  /** Who may see how well a user matches; see `LEVELS`. */
  matchLevels: Uint8Array<ArrayBuffer>
  /** Users with rows. */
  size: number
  /** Counts changes; every change affects rarity. */
  version: number
}

/** Sample size for measuring how much a crowd has in common. */
const CROWD_SAMPLE = 2_000
/** An unused number. */
export const NO_ID = 0xffff_ffff

export function createCore(): Core {
  return {
    items: createItems(),
    users: createIdTable(),
    rows: createRowLists(),
    holders: createHolderLists(),
    matchLevels: new Uint8Array(1_024),
    size: 0,
    version: 0,
  }
}

export const hasRows = ({ rows }: Core, user: number): boolean => rows.length(user) > 0

/** A plain loop: with a million users this is the longest step of a training. */
export function listUsers(core: Core): number[] {
  const users: number[] = []
  for (let user = 0; user < core.users.size(); user++) if (hasRows(core, user)) users.push(user)
  return users
}

export const tasteAt = ({ rows, items }: Core, user: number, level: number): Taste => rowsToTaste(rows.view(user), level, items)

/** Caches the rarity of each item until the next change. */
export function createRarities(core: Core): Rarity {
  const compute = (item: number): number => rarityOf(core.holders.length(item), core.size, core.items.worldShare(item))
  let rarities = new Float64Array(1_024)
  let versions = new Float64Array(1_024).fill(-1)
  return (item) => {
    if (item === NO_ID) return compute(item)
    if (item >= rarities.length) {
      rarities = new Float64Array(item * 2)
      versions = new Float64Array(item * 2).fill(-1)
    }
    if (versions[item] !== core.version) {
      rarities[item] = compute(item)
      versions[item] = core.version
    }
    return rarities[item] ?? 0
  }
}

/** The midpoints of the crowd. They change slowly: measured again after a hundredth of the users have changed. */
export function createMidpoints(core: Core, rarity: Rarity): () => Midpoints {
  let measured: { version: number; midpoints: Midpoints } | null = null
  return () => {
    const { users, items, size, version } = core
    if (measured === null || version - measured.version >= Math.max(1, size / 100)) {
      const step = Math.max(1, Math.ceil(users.size() / CROWD_SAMPLE))
      const sample = Array.from({ length: Math.ceil(users.size() / step) }, (_, index) => index * step)
        .filter((user) => hasRows(core, user))
        .map((user) => tasteAt(core, user, LEVELS.everyone))
        .map((taste) => ({ taste, measure: measure(taste, rarity) }))
      const { music, video } = meanOverlaps(sample, rarity, items.size())
      measured = { version, midpoints: { music: midpointOf(music, size), video: midpointOf(video, size) } }
    }
    return measured.midpoints
  }
}

/** The items that a user adds to the lists of holders, each once with its highest strength. */
function* publicItems({ rows }: Core, user: number): Generator<readonly [item: number, strength: number]> {
  const own = rows.view(user)
  for (let index = own.from; index < own.to;) {
    const item = itemOf(own.numbers[index] ?? 0)
    let strength = 0
    for (; index < own.to && itemOf(own.numbers[index] ?? 0) === item; index++) {
      if (countsFor(own.numbers[index] ?? 0, LEVELS.everyone)) strength = Math.max(strength, own.strengths[index] ?? 0)
    }
    if (strength > 0) yield [item, strength]
  }
}

export function remove(core: Core, uid: Uid): void {
  const user = core.users.find(uid)
  if (user === undefined || !hasRows(core, user)) return
  core.version++
  core.size--
  for (const [item] of publicItems(core, user)) core.holders.remove(item, user)
  core.rows.set(user, [], [])
}

type PackedRow = { word: number; strength: number }

/** Replaces a user's rows. Returns the user's number, or null when they have no rows or nothing changed. */
export function putRows(core: Core, uid: Uid, given: readonly IndexedRow[], matchShownTo: Audience): number | null {
  const packed = given
    .flatMap((row): PackedRow[] => {
      const item = core.items.find(row.itemId)
      return item === undefined ? [] : [{ word: packRow(item, row), strength: strengthOf(row.weight) }]
    })
    .toSorted((a, b) => a.word - b.word || a.strength - b.strength)
  // All users are reloaded from time to time: unchanged ones must not count as changes, or everything would be retrained.
  if (isUnchanged(core, uid, packed, matchShownTo)) return null
  remove(core, uid)
  if (packed.length === 0) return null
  core.version++
  core.size++
  const user = core.users.number(uid)
  core.rows.set(
    user,
    packed.map(({ word }) => word),
    packed.map(({ strength }) => strength),
  )
  if (user >= core.matchLevels.length) {
    const before = core.matchLevels
    core.matchLevels = new Uint8Array(user * 2)
    core.matchLevels.set(before)
  }
  core.matchLevels[user] = LEVELS[matchShownTo]
  for (const [item, strength] of publicItems(core, user)) core.holders.add(item, user, strength)
  return user
}

function isUnchanged({ users, rows, matchLevels }: Core, uid: Uid, packed: readonly PackedRow[], matchShownTo: Audience): boolean {
  const user = users.find(uid)
  if (user === undefined || rows.length(user) !== packed.length || matchLevels[user] !== LEVELS[matchShownTo]) return false
  const { numbers, strengths, from } = rows.view(user)
  return packed.every(({ word, strength }, index) => numbers[from + index] === word && strengths[from + index] === strength)
}

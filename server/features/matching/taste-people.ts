import type { Uid } from '#contract/base/ids.ts'
import type { PersonCard, Relation } from '#contract/people.ts'
import type { FilterUsers } from './narrow.ts'
import type { Closeness } from './index/index-rows.ts'

/** What taste asks about people; profiles and connections below it answer. */
export type TastePeople = {
  /** Cards of those of `uids` who have a profile. */
  cards: (uids: readonly Uid[]) => Promise<ReadonlyMap<Uid, PersonCard>>
  /** How the two stand, with no block between them. @throws AppError 'not_found' otherwise, and for somebody unknown. */
  mustSee(viewer: Uid, other: Uid): Promise<Relation>
  /** Whether that person shows the viewer how well the two match. */
  showsMatch(viewer: Uid, other: Uid): Promise<boolean>
  /** How the viewer stands to each. Whoever does not exist, or has blocked the viewer, is missing. */
  relations(viewer: Uid, uids: readonly Uid[]): Promise<ReadonlyMap<Uid, Relation>>
  /** For each of `uids` how many buddies they share with the viewer. */
  mutualCounts(viewer: Uid, uids: readonly Uid[]): Promise<ReadonlyMap<Uid, number>>
  /** How strongly mutual buddies tie each of `uids` to the viewer (Adamic-Adar); missing where there are none. */
  mutualStrengths(viewer: Uid, uids: readonly Uid[]): Promise<ReadonlyMap<Uid, number>>
  /** See `Narrow`. */
  filterUsers: FilterUsers
  buddiesOf(uid: Uid): Promise<readonly Uid[]>
  /** Everybody with a block between them and the viewer, in either direction. */
  hiddenFrom(viewer: Uid): Promise<ReadonlySet<Uid>>
}

export function closenessOf(relation: Relation): Closeness {
  if (relation === 'self') return 'self'
  return relation === 'connected' ? 'buddies' : 'everyone'
}

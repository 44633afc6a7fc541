import type { Uid } from '#contract/base/ids.ts'
import type { PersonCard, Relation } from '#contract/people.ts'
import type { FilterUsers } from './narrow.ts'
import type { Closeness } from './index/index-rows.ts'

/** The functions of profiles and connections that matching uses. */
export type TastePeople = {
  /** Cards of users with a profile. */
  cards: (uids: readonly Uid[]) => Promise<ReadonlyMap<Uid, PersonCard>>
  /** Returns the relation of the two. @throws AppError 'not_found' for unknown users and if either user blocked the other */
  mustSee(viewer: Uid, other: Uid): Promise<Relation>
  /** Whether a user shows the viewer how well they match. */
  showsMatch(viewer: Uid, other: Uid): Promise<boolean>
  /** The viewer's relation to each user. Unknown users and those who blocked the viewer are missing. */
  relations(viewer: Uid, uids: readonly Uid[]): Promise<ReadonlyMap<Uid, Relation>>
  /** The number of buddies that each user shares with the viewer. */
  mutualCounts(viewer: Uid, uids: readonly Uid[]): Promise<ReadonlyMap<Uid, number>>
  /** Adamic-Adar score of the mutual buddies with each user; missing without any. */
  mutualStrengths(viewer: Uid, uids: readonly Uid[]): Promise<ReadonlyMap<Uid, number>>
  /** Users who are not buddies but share some, the closest by Adamic-Adar first. */
  closestByMutual(viewer: Uid, limit: number): Promise<readonly Uid[]>
  /** See `FilterUsers`. */
  filterUsers: FilterUsers
  buddiesOf(uid: Uid): Promise<readonly Uid[]>
  /** Users with a block in either direction. */
  hiddenFrom(viewer: Uid): Promise<ReadonlySet<Uid>>
}

export function closenessOf(relation: Relation): Closeness {
  if (relation === 'self') return 'self'
  return relation === 'connected' ? 'buddies' : 'everyone'
}

import type { Uid } from '#contract/base/ids.ts'
import type { MatchFilter } from '#contract/taste/taste.ts'
import type { BlendsStore, NotedItem, StoredMember } from './blends.store.ts'
import type { MembersTaste } from './members-taste.ts'
import { isJoined, seenBy, type Seen } from './blends.present.ts'

type Deps = {
  store: BlendsStore
  taste: Pick<MembersTaste, 'current'>
  people: { hiddenFrom(viewer: Uid): Promise<ReadonlySet<Uid>> }
}

const MAX_BLENDS = 100

/**
 * Items that other members brought to the viewer's blends since a time, including to mixes that have changed. Leaves out what they no longer show,
 * removed items, and items of former members and of users with a block.
 */
export async function broughtToBlends({ store, taste, people }: Deps, viewer: Uid, since: Date): Promise<NotedItem[]> {
  const [listed, hidden] = await Promise.all([store.listOf(viewer, MAX_BLENDS), people.hiddenFrom(viewer)])
  const members = await store.members(listed.map(({ id }) => id))
  const joined = listed
    .flatMap((blend) => seenBy(viewer, blend, members.get(blend.id) ?? [], hidden) ?? [])
    .filter(({ mine }) => mine.state === 'joined')
  if (joined.length === 0) return []
  const sharesByItem = Map.groupBy(
    await store.notedItems(
      joined.map(({ blend }) => blend.id),
      since,
    ),
    ({ blendId }) => blendId,
  )
  return stillShown(
    taste,
    joined.map((seen) => {
      const { blend, members: all } = seen
      const ofBlend = sinceJoined(seen, sharesByItem.get(blend.id) ?? []).filter(({ by }) => by !== viewer && !hidden.has(by))
      return { kind: blend.kind, members: all.filter(isJoined), noted: ofBlend }
    }),
  )
}

/** Items from before the viewer joined count as brought when they joined, if they are still in the mix. */
function sinceJoined({ blend, mine: { joinedAt } }: Seen, noted: readonly NotedItem[]): NotedItem[] {
  const broughtBy = new Map(blend.mix?.items.map(({ id, by }) => [id, by]))
  return noted.flatMap((share) => {
    if (share.at >= joinedAt) return share
    const by = broughtBy.get(share.itemId)
    return by === undefined ? [] : { ...share, by, at: joinedAt }
  })
}

type Noted = { kind: MatchFilter; members: readonly StoredMember[]; noted: readonly NotedItem[] }

/** The items of these blends that are still shown by the members who brought them. */
export async function stillShown(taste: Deps['taste'], blends: readonly Noted[]): Promise<NotedItem[]> {
  const withShares = blends.filter(({ noted }) => noted.length > 0)
  const current = await taste.current(withShares.map(({ noted, ...blend }) => ({ ...blend, ids: noted.map(({ itemId }) => itemId) })))
  return withShares.flatMap(({ noted }, index) => {
    const tastes = new Map(current[index]?.members.map((member) => [member.uid, member]))
    return noted.filter(({ itemId, by }) => {
      const [member, item] = [tastes.get(by), current[index]?.items.get(itemId)]
      return member !== undefined && item !== undefined && (member.loves.has(itemId) || member.creators.has(item.creator))
    })
  })
}

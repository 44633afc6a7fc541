import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Item } from '#contract/media.ts'
import { PRINT_BARS } from '#contract/taste/print.ts'
import type { MatchFilter, Print } from '#contract/taste/taste.ts'
import type { ItemAttributes, Media } from '#server/features/media/media.service.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import type { MatchEngine } from '#server/features/matching/index/index-engine.ts'
import type { LovedItem } from '#server/features/matching/index/match-index.ts'
import type { StoredMember } from './blends.store.ts'
import { mixSize, type MixItem, type MixMember } from './mix.ts'

export type MembersTasteDeps = {
  index: Pick<MatchEngine, 'lovedAmong' | 'lovedItems' | 'lovers' | 'print'>
  /** See `LiveIndex.ensureCurrent`. */
  ensureCurrent: (uid: Uid) => Promise<void>
  media: Pick<Media, 'attributes' | 'items' | 'works'>
  people: { buddiesOfMany(uids: readonly Uid[]): Promise<ReadonlyMap<Uid, readonly Uid[]>> }
}

/** Tracks or videos read per member, the most loved first; fewer in a large group, so that a mix stays fast. */
const ITEMS_PER_MEMBER = 300
const ITEMS_OF_ALL = 3_000
/** For members without enough tracks and videos: creators, and works per creator. */
const CREATORS_READ = 12
const WORKS_PER_CREATOR = 5

type TasteMember = Pick<StoredMember, 'uid' | 'emphasis'>
/** Members of a blend, and items of its mix. */
export type TasteGroup = { members: readonly TasteMember[]; ids: readonly ItemId[]; kind: MatchFilter }
export type CurrentTaste = { members: MixMember[]; items: ReadonlyMap<ItemId, MixItem> }
/** Items that a member shows to all other members: those for buddies too, if all of them are buddies. */
export type MembersTaste = ReturnType<typeof createMembersTaste>
export type SharedCloseness = 'buddies' | 'everyone'
export type MemberTaste = { member: MixMember; loved: LovedItem[]; closeness: SharedCloseness }

/** Reads what the members of a blend or a group show to all other members. */
export function createMembersTaste({ index, ensureCurrent, media, people }: MembersTasteDeps) {
  /** A member who is not a buddy of all others contributes only what everyone may see. */
  async function tastes(members: readonly TasteMember[]): Promise<MemberTaste[]> {
    const uids = members.map(({ uid }) => uid)
    const [buddies] = await Promise.all([people.buddiesOfMany(uids), ...uids.map(ensureCurrent)])
    return Promise.all(
      members.map(async ({ uid, emphasis }) => {
        const closeness = closenessOf(uid, uids, buddies)
        const [loved, print] = await Promise.all([index.lovedItems(uid, closeness), index.print(uid, closeness)])
        return { loved, closeness, member: toMember({ uid, emphasis }, loved, print) }
      }),
    )
  }

  async function mixItems(ids: readonly ItemId[], kind: MatchFilter): Promise<Map<ItemId, MixItem>> {
    const [items, attributes] = await Promise.all([media.items(ids), media.attributes(ids)])
    return toMixItems(ids, kind, items, attributes)
  }

  /**
   * What the members of each blend show now of the items of its mix. Reads each user once, however many blends they are in, and only
   * these items and their creators. With `everyone`, what they show everyone.
   */
  async function current(groups: readonly TasteGroup[], level?: 'everyone'): Promise<CurrentTaste[]> {
    const uids = [...new Set(groups.flatMap(({ members }) => members.map(({ uid }) => uid)))]
    const ids = [...new Set(groups.flatMap((group) => group.ids))]
    const [buddies, items, attributes] = await Promise.all([
      people.buddiesOfMany(uids),
      media.items(ids),
      media.attributes(ids),
      ...uids.map(ensureCurrent),
    ])
    const known = groups.map((group) => toMixItems(group.ids, group.kind, items, attributes))
    const read = {
      buddies: new Map<Uid, Set<ItemId>>(),
      everyone: new Map<Uid, Set<ItemId>>(),
    }
    const closenesses = groups.map(({ members }, position) => {
      const all = members.map(({ uid }) => uid)
      const needed = [...(known[position]?.values() ?? [])].flatMap(({ id, creator }) => [id, creator])
      return all.map((uid) => {
        const closeness = level ?? closenessOf(uid, all, buddies)
        const asked = read[closeness].get(uid) ?? new Set()
        for (const id of needed) asked.add(id)
        read[closeness].set(uid, asked)
        return closeness
      })
    })
    const found = { buddies: await shownOf(read.buddies, 'buddies'), everyone: await shownOf(read.everyone, 'everyone') }
    return groups.map(({ members }, position) => ({
      items: known[position] ?? new Map(),
      members: members.flatMap((member, place) => {
        const shown = found[closenesses[position]?.[place] ?? 'everyone'].get(member.uid)
        return shown ? [toMember(member, shown.loved, shown.print)] : []
      }),
    }))
  }

  async function shownOf(request: ReadonlyMap<Uid, ReadonlySet<ItemId>>, closeness: SharedCloseness) {
    const uids = [...request.keys()]
    const [loved, prints] = await Promise.all([
      index.lovedAmong(
        [...request].map(([uid, ids]) => ({ uid, ids: [...ids] })),
        closeness,
      ),
      Promise.all(uids.map((uid) => index.print(uid, closeness))),
    ])
    return new Map(uids.map((uid, position) => [uid, { loved: loved[position] ?? [], print: prints[position] ?? [] }]))
  }

  /** Works of a member's artists and channels that a user here shows everyone. */
  async function worksOf(creators: readonly LovedItem[]): Promise<ItemId[]> {
    const works = await Promise.all(creators.slice(0, CREATORS_READ).map(({ itemId }) => media.works(itemId)))
    const ids = works.flatMap((list) => list.slice(0, WORKS_PER_CREATOR))
    const lovers = await Promise.all(ids.map((id) => index.lovers(id, 1)))
    return ids.filter((_, position) => (lovers[position]?.length ?? 0) > 0)
  }

  return {
    /** The taste that each of these users shows to all others. */
    ofGroup: (uids: readonly Uid[]): Promise<MemberTaste[]> => tastes(uids.map((uid) => ({ uid, emphasis: 'same' }))),
    /** Filters these items to the playable ones. */
    playable: (ids: readonly ItemId[], kind: MatchFilter = 'all'): Promise<ReadonlyMap<ItemId, MixItem>> => mixItems(ids, kind),

    /** All items that a new mix can choose from. */
    async candidates(members: readonly StoredMember[], kind: MatchFilter): Promise<{ members: MixMember[]; items: MixItem[] }> {
      const found = await tastes(members)
      const enough = Math.ceil(mixSize(members.length) / Math.max(1, members.length / limits.blend.members))
      const max = Math.min(ITEMS_PER_MEMBER, Math.ceil(ITEMS_OF_ALL / Math.max(1, members.length)))
      const ids = await Promise.all(
        found.map(async ({ loved }) => {
          const works = loved.filter((item) => isOfKind(item, kind)).slice(0, max)
          const further = works.length < enough ? await worksOf(loved.filter((item) => isCreatorOfKind(item, kind))) : []
          return [...works.map(({ itemId }) => itemId), ...further]
        }),
      )
      const items = await mixItems([...new Set(ids.flat())], kind)
      return { members: found.map(({ member }) => member), items: [...items.values()] }
    },

    current,
  }
}

/** A member shows items for buddies to a group if all others in it are buddies. */
function closenessOf(uid: Uid, members: readonly Uid[], buddies: ReadonlyMap<Uid, readonly Uid[]>): SharedCloseness {
  const own = new Set(buddies.get(uid))
  return members.every((other) => other === uid || own.has(other)) ? 'buddies' : 'everyone'
}

function toMember({ uid, emphasis }: TasteMember, loved: readonly LovedItem[], print: Print): MixMember {
  const weights = (items: readonly LovedItem[]) => new Map(items.map(({ itemId, weight }) => [itemId, weight]))
  return { uid, emphasis, print, loves: weights(loved.filter(isWork)), creators: weights(loved.filter((item) => !isWork(item))) }
}

/** Filters these items to the playable ones. */
function toMixItems(
  ids: readonly ItemId[],
  kind: MatchFilter,
  items: ReadonlyMap<ItemId, Item>,
  attributes: ReadonlyMap<ItemId, Pick<ItemAttributes, 'bars'>>,
): Map<ItemId, MixItem> {
  return new Map(
    ids.flatMap((id): [ItemId, MixItem][] => {
      const item = items.get(id)
      if (!item || !isPlayable(item, kind)) return []
      const bars = (attributes.get(id)?.bars ?? []).map((bar) => PRINT_BARS.indexOf(bar))
      return [[id, { id, creator: item.by_id ?? `name ${item.by ?? item.name}`, bars }]]
    }),
  )
}

const isWork = ({ kind }: LovedItem): boolean => kind === 'track' || kind === 'video'
const isOfKind = ({ kind }: LovedItem, filter: MatchFilter): boolean =>
  (kind === 'track' && filter !== 'video') || (kind === 'video' && filter !== 'music')
const isCreatorOfKind = ({ kind }: LovedItem, filter: MatchFilter): boolean =>
  (kind === 'artist' && filter !== 'video') || (kind === 'channel' && filter !== 'music')
const isPlayable = ({ kind, spotify_id: spotifyId, youtube_id: youtubeId }: Item, filter: MatchFilter): boolean =>
  (spotifyId !== null || youtubeId !== null) && ((kind === 'track' && filter !== 'video') || (kind === 'video' && filter !== 'music'))

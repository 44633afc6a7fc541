import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { ItemKind } from '#contract/media.ts'
import type { PrivateSection } from '#contract/identity/privacy.ts'
import { musicList, type ListRange, type TasteList } from '#contract/taste/taste-lists.ts'
import type { SourceName, TasteRow } from '#contract/taste/taste.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { ListKey, ListOrder, RankedItem, ProfileListsStore } from './profile-lists.store.ts'
import { closenessOf, type TastePeople } from '#server/features/matching/taste-people.ts'

export type ProfileListsDeps = {
  store: ProfileListsStore
  media: Pick<Media, 'items'>
  people: Pick<TastePeople, 'mustSee'>
  privacy: { maySee: (viewer: Uid, owner: Uid, section: PrivateSection) => Promise<boolean> }
  /** Whether the operator allows sharing rows of this source. */
  mayShare: (source: SourceName) => boolean
}

export type ListPage = { visible: boolean; rows: TasteRow[]; total: number | null; shared: number | null; next: string | null }
type PageQuery = { range?: ListRange; cursor?: string | undefined; limit?: number | undefined }

const kinds: Record<TasteList, ItemKind> = {
  artists: 'artist',
  tracks: 'track',
  recent: 'track',
  saved: 'track',
  channels: 'channel',
  videos: 'video',
}
const empty = { rows: [], total: null, shared: null, next: null }

/** A user's items as paged lists, without those that the viewer may not see. */
export function createProfileLists({ store, media, people, privacy, mayShare }: ProfileListsDeps) {
  /** The user's sources by visibility for the viewer. */
  async function visibleSources(viewer: Uid, uid: Uid): Promise<{ sources: SourceName[]; hidden: SourceName[] }> {
    const closeness = closenessOf(await people.mustSee(viewer, uid))
    const all = await store.listSources(uid)
    const isVisible = ({ source, shownTo }: (typeof all)[number]) =>
      closeness === 'self' || (mayShare(source) && (shownTo === 'everyone' || (shownTo === 'buddies' && closeness === 'buddies')))
    const sources = all.filter(isVisible).map(({ source }) => source)
    return { sources, hidden: all.map(({ source }) => source).filter((source) => !sources.includes(source)) }
  }

  /** The next items. An item of several sources has its best rank. */
  async function next(key: ListKey, after: RankedItem | null, limit: number): Promise<RankedItem[]> {
    const found = new Map<string, RankedItem>()
    for (let from = after; ;) {
      const rows = await store.next(key, from, limit)
      const best = await store.bestRanks(
        key,
        rows.map(({ itemId }) => itemId),
      )
      for (const row of rows) if (best.get(row.itemId) === row.rank) found.set(row.itemId, row)
      from = rows.at(-1) ?? null
      if (rows.length < limit || found.size >= limit) return [...found.values()].slice(0, limit)
    }
  }

  async function rowsOf(viewer: Uid, uid: Uid, ranked: readonly RankedItem[], first: number): Promise<TasteRow[]> {
    const ids = ranked.map(({ itemId }) => itemId)
    const [items, mine] = await Promise.all([media.items(ids), viewer === uid ? new Set<string>() : store.listOwned(viewer, ids)])
    return ids.flatMap((id, index) => {
      const item = items.get(id)
      return item ? [{ item, rank: first + index, shared: mine.has(id) }] : []
    })
  }

  return {
    /** @throws AppError 'not_found' for unknown users and if either user blocked the other, 'invalid_input' for an invalid cursor */
    async page(
      viewer: Uid,
      uid: Uid,
      list: TasteList,
      { range = 'all_time', cursor, limit = limits.pageSize.default }: PageQuery,
    ): Promise<ListPage> {
      const { sources, hidden } = await visibleSources(viewer, uid)
      const isMusic = musicList.options.some((option) => option === list)
      if (!(await privacy.maySee(viewer, uid, isMusic ? 'music' : 'video'))) return { visible: false, ...empty }
      const after = cursor === undefined ? null : parseCursor(cursor)
      const key: ListKey = { uid, kind: kinds[list], order: orderOf(list, range), sources }
      const found = await next(key, after, limit + 1)
      const ranked = found.slice(0, limit)
      // Distinguishes an empty list from a hidden one.
      if (after === null && ranked.length === 0 && (await store.next({ ...key, sources: hidden }, null, 1)).length > 0)
        return { visible: false, ...empty }
      const first = (after?.position ?? 0) + 1
      const last = ranked.at(-1)
      return {
        visible: true,
        rows: await rowsOf(viewer, uid, ranked, first),
        ...(after ? { total: null, shared: null } : await countItems(key, viewer)),
        next: found.length > limit && last ? formatCursor({ ...last, position: first + ranked.length - 1 }) : null,
      }
    },
  }

  async function countItems(key: ListKey, viewer: Uid): Promise<{ total: number; shared: number }> {
    const { total, shared } = await store.count(key, viewer)
    return { total, shared: viewer === key.uid ? 0 : shared }
  }
}
export type ProfileLists = ReturnType<typeof createProfileLists>

function orderOf(list: TasteList, range: ListRange): ListOrder {
  if (list === 'recent' || list === 'saved') return list
  return list === 'artists' || list === 'tracks' ? range : 'all_time'
}

/** The end of a page; `position` counts the items before it. */
type Cursor = RankedItem & { position: number }

const formatCursor = ({ rank, itemId, position }: Cursor): string => `${rank}.${position}.${itemId}`

function parseCursor(cursor: string): Cursor {
  const [, rank = '', position = '', itemId = ''] = /^(\d{1,9})\.(\d{1,9})\.([0-9a-f-]{36})$/.exec(cursor) ?? []
  if (!/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(itemId)) {
    throw new AppError('invalid_input', { cursor }, [{ field: 'cursor', message: 'This cursor is invalid.' }])
  }
  return { rank: Number(rank), position: Number(position), itemId }
}

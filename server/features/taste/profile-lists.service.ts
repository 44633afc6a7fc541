import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { ItemKind } from '#contract/media.ts'
import type { PrivateSection } from '#contract/privacy.ts'
import { musicList, type ListRange, type TasteList } from '#contract/taste-lists.ts'
import type { SourceName, TasteRow } from '#contract/taste.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { ListKey, ListOrder, Placed, ProfileListsStore } from './profile-lists.store.ts'
import { closenessOf, type TastePeople } from '#server/features/matching/taste-people.ts'

export type ProfileListsDeps = {
  store: ProfileListsStore
  media: Pick<Media, 'items'>
  people: Pick<TastePeople, 'mustSee'>
  privacy: { maySee: (viewer: Uid, owner: Uid, thing: PrivateSection) => Promise<boolean> }
  /** Whether the operator lets rows of this source be shown to others at all. */
  maySource: (source: SourceName) => boolean
}

export type ListPage = { visible: boolean; rows: TasteRow[]; total: number | null; shared: number | null; next: string | null }
type Asked = { range?: ListRange; cursor?: string | undefined; limit?: number | undefined }

const kinds: Record<TasteList, ItemKind> = {
  artists: 'artist',
  tracks: 'track',
  recent: 'track',
  saved: 'track',
  channels: 'channel',
  videos: 'video',
}
const nothing = { rows: [], total: null, shared: null, next: null }

/** What somebody loves, list by list and page by page, as far as the viewer may see it. */
export function createProfileLists({ store, media, people, privacy, maySource }: ProfileListsDeps) {
  /** The sources that the viewer may see, and whether there are others. */
  async function seen(viewer: Uid, uid: Uid): Promise<{ sources: SourceName[]; hidden: SourceName[] }> {
    const closeness = closenessOf(await people.mustSee(viewer, uid))
    const all = await store.sourcesOf(uid)
    const isOpen = ({ source, shownTo }: (typeof all)[number]) =>
      closeness === 'self' || (maySource(source) && (shownTo === 'everyone' || (shownTo === 'buddies' && closeness === 'buddies')))
    const sources = all.filter(isOpen).map(({ source }) => source)
    return { sources, hidden: all.map(({ source }) => source).filter((source) => !sources.includes(source)) }
  }

  /** The next things: what several sources tell of stands where the best of them has it. */
  async function next(key: ListKey, after: Placed | null, limit: number): Promise<Placed[]> {
    const found = new Map<string, Placed>()
    for (let from = after; ;) {
      const rows = await store.next(key, from, limit)
      const best = await store.bestPlaces(
        key,
        rows.map(({ itemId }) => itemId),
      )
      for (const row of rows) if (best.get(row.itemId) === row.place) found.set(row.itemId, row)
      from = rows.at(-1) ?? null
      if (rows.length < limit || found.size >= limit) return [...found.values()].slice(0, limit)
    }
  }

  async function rowsOf(viewer: Uid, uid: Uid, placed: readonly Placed[], first: number): Promise<TasteRow[]> {
    const ids = placed.map(({ itemId }) => itemId)
    const [items, mine] = await Promise.all([media.items(ids), viewer === uid ? new Set<string>() : store.held(viewer, ids)])
    return ids.flatMap((id, at) => {
      const item = items.get(id)
      return item ? [{ item, rank: first + at, shared: mine.has(id) }] : []
    })
  }

  return {
    /** @throws AppError 'not_found' for somebody unknown and with a block, 'invalid_input' for a cursor that is none of ours */
    async page(
      viewer: Uid,
      uid: Uid,
      list: TasteList,
      { range = 'all_time', cursor, limit = limits.pageSize.default }: Asked,
    ): Promise<ListPage> {
      const { sources, hidden } = await seen(viewer, uid)
      const isMusic = musicList.options.some((one) => one === list)
      if (!(await privacy.maySee(viewer, uid, isMusic ? 'music' : 'video'))) return { visible: false, ...nothing }
      const after = cursor === undefined ? null : readPlace(cursor)
      const key: ListKey = { uid, kind: kinds[list], order: orderOf(list, range), sources }
      const found = await next(key, after, limit + 1)
      const placed = found.slice(0, limit)
      // An empty list is told from one that is kept to its owner.
      if (after === null && placed.length === 0 && (await store.next({ ...key, sources: hidden }, null, 1)).length > 0)
        return { visible: false, ...nothing }
      const first = (after?.position ?? 0) + 1
      const last = placed.at(-1)
      return {
        visible: true,
        rows: await rowsOf(viewer, uid, placed, first),
        ...(after ? { total: null, shared: null } : await counted(key, viewer)),
        next: found.length > limit && last ? writePlace({ ...last, position: first + placed.length - 1 }) : null,
      }
    },
  }

  async function counted(key: ListKey, viewer: Uid): Promise<{ total: number; shared: number }> {
    const { total, shared } = await store.count(key, viewer)
    return { total, shared: viewer === key.uid ? 0 : shared }
  }
}
export type ProfileLists = ReturnType<typeof createProfileLists>

function orderOf(list: TasteList, range: ListRange): ListOrder {
  if (list === 'recent' || list === 'saved') return list
  return list === 'artists' || list === 'tracks' ? range : 'all_time'
}

/** Where a page ended; `position` counts what was shown before. */
type Place = Placed & { position: number }

const writePlace = ({ place, itemId, position }: Place): string => `${place}.${position}.${itemId}`

function readPlace(cursor: string): Place {
  const [, place = '', position = '', itemId = ''] = /^(\d{1,9})\.(\d{1,9})\.([0-9a-f-]{36})$/.exec(cursor) ?? []
  if (!/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(itemId)) {
    throw new AppError('invalid_input', { cursor }, [{ field: 'cursor', message: 'This is no place to continue from.' }])
  }
  return { place: Number(place), position: Number(position), itemId }
}

import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Item, ItemKind } from '#contract/media.ts'
import type { Print, TasteRow } from '#contract/taste/taste.ts'
import type { Clock } from '#server/platform/clock.ts'
import { storable } from '#server/platform/i18n/text.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { ItemId, MediaRow } from '#server/features/media/media.types.ts'
import type { MatchEngine } from '#server/features/matching/index/index-engine.ts'
import type { LovedItem } from '#server/features/matching/index/match-index.ts'
import { inferredOf, printOf } from '#server/features/matching/taste-print.ts'
import { closenessOf, type TastePeople } from '#server/features/matching/taste-people.ts'

export type TasteDeps = {
  index: Pick<MatchEngine, 'lovedItems'>
  store: {
    savePicks: (uid: Uid, rows: readonly PickedRow[], counts: PickedCounts, now: Date) => Promise<void>
    /** A user's picked items, by their rank within the kind. */
    listPicks: (uid: Uid) => Promise<ItemId[]>
  }
  media: Pick<Media, 'items' | 'resolve'>
  people: Pick<TastePeople, 'mustSee'>
  clock: Clock
  /** See `LiveIndex.publishChange`. */
  publishChange: (uid: Uid) => Promise<void>
  /** See `LiveIndex.ensureCurrent`. */
  ensureCurrent: (uid: Uid) => Promise<void>
}

/** A catalog item, or a name typed by hand. */
type TastePick = { item_id: ItemId } | { kind: 'artist' | 'channel'; name: string }
/** `rank` counts from 1 within the kind. */
type PickedRow = { itemId: ItemId; weight: number; rank: number }
type PickedCounts = { artists: number; tracks: number; channels: number; videos: number }
type Section = { visible: boolean; rows: TasteRow[] }

export type Taste = {
  /** Replaces a user's picks. @throws AppError 'invalid_input' for an item that is not an artist or channel of the catalog */
  savePicks: (uid: Uid, picks: readonly TastePick[]) => Promise<Item[]>
  /** A user's picks in the order of selection, artists first. Saving them again changes nothing. */
  picks: (uid: Uid) => Promise<Item[]>
  /**
   * A user's print and top items that the viewer may see.
   * @throws AppError 'not_found' for unknown users and if either user blocked the other
   */
  overview: (viewer: Uid, uid: Uid) => Promise<{ print: Print; inferred?: number[]; artists: TasteRow[]; channels: TasteRow[] }>
  /** A user's music, without sections that are hidden from the viewer. @throws as `overview` */
  music: (viewer: Uid, uid: Uid) => Promise<{ artists: Section; tracks: Section }>
  /** A user's channels and videos. @throws as `overview` */
  video: (viewer: Uid, uid: Uid) => Promise<{ channels: Section; videos: Section }>
}

const TOP_LIMIT = 12
const FULL_LIMIT = 100

export function createTaste({ index, store, media, people, clock, publishChange, ensureCurrent }: TasteDeps): Taste {
  /** The items that the viewer may see, with shared ones marked. */
  async function view(viewer: Uid, uid: Uid, limit: number) {
    const relation = await people.mustSee(viewer, uid)
    await Promise.all([ensureCurrent(uid), relation === 'self' ? undefined : ensureCurrent(viewer)])
    const [seen, everything, own] = await Promise.all([
      index.lovedItems(uid, closenessOf(relation)),
      index.lovedItems(uid, 'self'),
      relation === 'self' ? [] : index.lovedItems(viewer, 'self'),
    ])
    const mine = new Set(own.map((loved) => loved.itemId))
    const ofKind = (kind: ItemKind): LovedItem[] => seen.filter((loved) => loved.kind === kind).slice(0, limit)
    const items = await media.items((['artist', 'track', 'channel', 'video'] as const).flatMap(ofKind).map((loved) => loved.itemId))
    const rows = (kind: ItemKind): TasteRow[] =>
      ofKind(kind).flatMap((loved, position) => {
        const item = items.get(loved.itemId)
        return item ? [{ item, rank: position + 1, shared: mine.has(loved.itemId) }] : []
      })
    const section = (kind: ItemKind): Section => {
      const shown = rows(kind)
      return { visible: shown.length > 0 || everything.every((loved) => loved.kind !== kind), rows: shown }
    }
    return { seen, rows, section }
  }

  return {
    async savePicks(uid, picks) {
      const pickedItems = await media.items(picks.flatMap((pick) => ('item_id' in pick ? [pick.item_id] : [])))
      const typed = picks.flatMap((pick): MediaRow[] =>
        'item_id' in pick ? [] : [{ kind: pick.kind, name: storable(pick.name, 'picks') }],
      )
      const resolved = (await media.resolve(typed)).values()
      const ids = picks.map((pick) => {
        const id = 'item_id' in pick ? pick.item_id : resolved.next().value
        if (id === undefined || ('item_id' in pick && !isPickable(pickedItems.get(id)))) {
          throw new AppError('invalid_input', { pick }, [{ field: 'picks', message: 'This can’t be picked.' }])
        }
        return id
      })
      const items = await media.items(ids)
      const chosen = [...new Set(ids)].flatMap((id) => items.get(id) ?? [])
      const ofKind = (kind: ItemKind): Item[] => chosen.filter((item) => item.kind === kind)
      const entries = [...ofKind('artist').map(toEntry), ...ofKind('channel').map(toEntry)]
      await store.savePicks(
        uid,
        entries,
        { artists: ofKind('artist').length, tracks: 0, channels: ofKind('channel').length, videos: 0 },
        clock.now(),
      )
      await publishChange(uid)
      return chosen
    },

    async picks(uid) {
      const ids = await store.listPicks(uid)
      const items = await media.items(ids)
      const picked = ids.flatMap((id) => items.get(id) ?? [])
      return (['artist', 'channel'] as const).flatMap((kind) => picked.filter((item) => item.kind === kind))
    },

    async overview(viewer, uid) {
      const { seen, rows } = await view(viewer, uid, TOP_LIMIT)
      const inferred = inferredOf(seen)
      return { print: printOf(seen), ...(inferred.length > 0 ? { inferred } : {}), artists: rows('artist'), channels: rows('channel') }
    },

    async music(viewer, uid) {
      const { section } = await view(viewer, uid, FULL_LIMIT)
      return { artists: section('artist'), tracks: section('track') }
    },

    async video(viewer, uid) {
      const { section } = await view(viewer, uid, FULL_LIMIT)
      return { channels: section('channel'), videos: section('video') }
    },
  }
}

const isPickable = (item: Item | undefined): boolean => item?.kind === 'artist' || item?.kind === 'channel'

/** All picks weigh the same: the order of selection has no meaning. */
const toEntry = (item: Item, index: number): PickedRow => ({ itemId: item.id, weight: 1, rank: index + 1 })

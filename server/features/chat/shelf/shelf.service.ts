import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { recognizeLink, type LinkRecord } from '#contract/links/links.ts'
import type { Item } from '#contract/media.ts'
import { linkOfMessage, momentOfMessage } from '#contract/chat/message-link.ts'
import type { PersonCard } from '#contract/people.ts'
import type { ShelfItem } from '#contract/taste/shelf.ts'
import type { NewTogetherItem } from '#contract/together.ts'
import type { Db } from '#server/platform/db/database.ts'
import { decodeCursor, encodeCursor } from '#server/platform/page-cursor.ts'
import type { ChatId } from '../chat.types.ts'
import { createShelfStore, type SharedMessage, type ShareTime } from './shelf.store.ts'

export type PlayedTogether = { startedAt: Date; items: readonly NewTogetherItem[] }

export type ShelfDeps = {
  db: Db
  /** @throws AppError 'not_found' unless the viewer may read the conversation */
  assertVisible: (viewer: Uid, chatId: ChatId) => Promise<unknown>
  /** Leaves out authors whom the viewer may not see in a group. @throws AppError as `assertVisible` */
  withoutHiddenAuthors: (viewer: Uid, chatId: ChatId, messages: readonly SharedMessage[]) => Promise<SharedMessage[]>
  cards: (uids: readonly Uid[]) => Promise<ReadonlyMap<Uid, PersonCard>>
  /** The links of the given moments, as far as the viewer may see them. */
  momentLinks: (viewer: Uid, ids: readonly string[]) => Promise<ReadonlyMap<string, LinkRecord>>
  /** The latest shared sessions of the conversation. */
  recaps: (viewer: Uid, chatId: ChatId) => Promise<PlayedTogether[]>
  /** The catalog's items of these links, in order; null where it has none. */
  itemsOfLinks: (links: readonly LinkRecord[]) => Promise<(Item | null)[]>
  /** Cached titles and authors of links at their platforms, in order; empty where none is cached. */
  textsOfLinks: (links: readonly LinkRecord[]) => Promise<string[]>
  playedOf: (viewer: Uid, ids: readonly string[]) => Promise<ReadonlySet<string>>
}

export type ShelfQuery = { q?: string | undefined; cursor?: string | undefined; limit?: number | undefined }

/** Messages that one read of a shelf looks at, the latest. */
const MAX_MESSAGES = 3_000
const MAX_MOMENTS = 100
/** Conversations that `sharedWith` looks at, the latest. */
const MAX_CHATS = 40

type Share = { link: LinkRecord; by: Uid | null; at: Date; via: ShelfItem['via']; seq: number | null; text: string }
/** An item with everything that shared it, the latest first. */
type ShelfEntry = { key: string; link: LinkRecord; item: Item | null; shares: [Share, ...Share[]] }

/** The items that were shared in a conversation, grouped by item and not by message. */
export function createShelf(deps: ShelfDeps) {
  const store = createShelfStore(deps.db)

  async function sharesOf(viewer: Uid, chatId: ChatId): Promise<Share[]> {
    const [found, recaps] = await Promise.all([store.sharedMessages(chatId, MAX_MESSAGES), deps.recaps(viewer, chatId)])
    const sent = await sharesOfMessages(viewer, chatId, found)
    return [...sent, ...recaps.flatMap(sharesOfRecap)].toSorted((a, b) => b.at.getTime() - a.at.getTime())
  }

  async function sharesOfMessages(viewer: Uid, chatId: ChatId, found: readonly SharedMessage[]): Promise<Share[]> {
    const messages = await deps.withoutHiddenAuthors(viewer, chatId, found)
    const moments = [...new Set(messages.flatMap((message) => momentOfMessage(message) ?? []))].slice(0, MAX_MOMENTS)
    const momentLinks = await deps.momentLinks(viewer, moments)
    return messages.flatMap((message) => sharesOfMessage(message, momentLinks))
  }

  async function toShelfItems(shares: readonly Share[]): Promise<ShelfEntry[]> {
    const items = await deps.itemsOfLinks(shares.map(({ link }) => link))
    const shelf = new Map<string, ShelfEntry>()
    for (const [index, share] of shares.entries()) {
      const item = items[index] ?? null
      const key = item?.id ?? keyOf(share.link)
      const shelfEntry = shelf.get(key)
      if (shelfEntry) shelfEntry.shares.push(share)
      else shelf.set(key, { key, link: share.link, item, shares: [share] })
    }
    return [...shelf.values()]
  }

  async function search(shelf: readonly ShelfEntry[], q: string): Promise<ShelfEntry[]> {
    const words = normalized(q).split(' ').filter(Boolean)
    if (words.length === 0) return [...shelf]
    const people = await deps.cards(uidsOf(shelf))
    const titles = await deps.textsOfLinks(shelf.map(({ link }) => link))
    return shelf.filter(({ item, shares }, index) => {
      const names = shares.flatMap(({ by, text }) => [text, (by && people.get(by)?.name) ?? ''])
      const text = normalized([titles[index], item?.name, item?.by, ...names].join(' '))
      return words.every((word) => text.includes(word))
    })
  }

  async function present(viewer: Uid, page: readonly ShelfEntry[]): Promise<ShelfItem[]> {
    const [people, played] = await Promise.all([deps.cards(uidsOf(page)), deps.playedOf(viewer, page.flatMap(platformIds))])
    return page.map((shelved) => {
      const { key, link, item, shares } = shelved
      const [last] = shares
      return {
        key,
        link,
        item,
        by: (last.by && people.get(last.by)) || null,
        shared_at: last.at.toISOString(),
        via: last.via,
        seq: shares.find(({ seq }) => seq !== null)?.seq ?? null,
        times: shares.length,
        is_played: platformIds(shelved).some((id) => played.has(id)),
      }
    })
  }

  /** Empty for a conversation that is closed to the viewer now. */
  async function openSharesOf(viewer: Uid, chatId: ChatId, found: readonly SharedMessage[]): Promise<Share[]> {
    try {
      await deps.assertVisible(viewer, chatId)
      return await sharesOfMessages(viewer, chatId, found)
    } catch (error) {
      if (error instanceof AppError && (error.code === 'not_found' || error.code === 'forbidden')) return []
      throw error
    }
  }

  return {
    /** Items that these users sent in this time in conversations that the viewer can open, by item. */
    async sharedWith(viewer: Uid, uids: readonly Uid[], time: ShareTime) {
      if (uids.length === 0) return []
      const messages = await store.sharedBy(viewer, uids, time, { chats: MAX_CHATS, each: MAX_MESSAGES })
      const found = await Promise.all(
        [...messages].map(async ([chatId, sent]) => (await openSharesOf(viewer, chatId, sent)).map((share) => ({ ...share, chatId }))),
      )
      const shares = found.flat()
      const items = await deps.itemsOfLinks(shares.map(({ link }) => link))
      return shares.flatMap(({ by, at, chatId }, place) => {
        const item = items[place]
        return item && by !== null ? [{ itemId: item.id, by, at, chatId }] : []
      })
    },

    /** A page of the shelf, the latest first. @throws AppError 'not_found' unless the viewer may read the conversation. */
    async get(viewer: Uid, chatId: ChatId, { q = '', cursor, limit = limits.pageSize.default }: ShelfQuery) {
      await deps.assertVisible(viewer, chatId)
      const found = await search(await toShelfItems(await sharesOf(viewer, chatId)), q)
      const from = cursor === undefined ? 0 : placeAfter(found, decodePlace(cursor))
      const page = found.slice(from, from + limit)
      const last = page.at(-1)
      const next = from + limit < found.length && last ? encodePlace(last) : null
      return { items: await present(viewer, page), total: found.length, next }
    },
  }
}
export type Shelf = ReturnType<typeof createShelf>

function sharesOfMessage(message: SharedMessage, momentLinks: ReadonlyMap<string, LinkRecord>): Share[] {
  const { seq, sender, content, sentAt } = message
  const share = { by: sender, at: sentAt, seq, text: content }
  const link = linkOfMessage(message)
  const moment = momentLinks.get(momentOfMessage(message) ?? '')
  return [
    ...(link ? [{ ...share, link, via: 'message' as const }] : []),
    ...(moment ? [{ ...share, link: moment, via: 'moment' as const }] : []),
  ]
}

function sharesOfRecap({ startedAt, items }: PlayedTogether): Share[] {
  return items.flatMap((item): Share[] => {
    const { title, by } = item
    const link = linkOfPlayed(item)
    return link ? [{ link, by: null, at: startedAt, via: 'together', seq: null, text: `${title} ${by}` }] : []
  })
}

/** The link of an item that a shared session played. */
export const linkOfPlayed = ({ spotify_id: spotifyId, youtube_id: youtubeId }: NewTogetherItem): LinkRecord | null =>
  recognizeLink(spotifyId === null ? `https://www.youtube.com/watch?v=${youtubeId}` : `https://open.spotify.com/track/${spotifyId}`)

const keyOf = ({ platform, kind, id, link }: LinkRecord): string => (id === null ? link : `${platform} ${kind} ${id}`)

const platformIds = ({ link, item }: ShelfEntry): string[] => [
  ...new Set([link.id, item?.spotify_id, item?.youtube_id].filter((id) => id != null)),
]

const uidsOf = (shelf: readonly ShelfEntry[]): Uid[] => [...new Set(shelf.flatMap(({ shares }) => shares.flatMap(({ by }) => by ?? [])))]

/** Without case and accents, so that "beyonce" finds "Beyoncé". */
const normalized = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

type Cursor = { at: number; hash: string }
/** Keys can be long addresses, and cursors are short. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 22)
const encodePlace = ({ shares: [{ at }], key }: ShelfEntry): string => encodeCursor(`${at.getTime()} ${hashOf(key)}`)

/** @throws AppError 'invalid_input' for text that `encodePlace` did not create. */
function decodePlace(cursor: string): Cursor {
  const [at, hash = ''] = decodeCursor(cursor, /^(\d{1,15}) ([\w-]{22})$/)
  return { at: Number(at), hash }
}

/** The place after the cursor's item; if it has gone or moved up, the first older one. */
function placeAfter(shelf: readonly ShelfEntry[], { at, hash }: Cursor): number {
  const same = shelf.findIndex((entry) => entry.shares[0].at.getTime() === at && hashOf(entry.key) === hash)
  if (same >= 0) return same + 1
  const older = shelf.findIndex(({ shares: [last] }) => last.at.getTime() < at)
  return older < 0 ? shelf.length : older
}

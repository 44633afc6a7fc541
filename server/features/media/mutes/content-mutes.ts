import { sql, type RawBuilder } from 'kysely'
import { contentMuteFrames, type ContentMute } from '#contract/taste/content-mutes.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { visibleText } from '#contract/base/text.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import type { DomainEvents } from '#server/platform/domain-events.ts'
import { storable } from '#server/platform/i18n/text.ts'
import type { Media } from '../media.service.ts'
import type { ItemId } from '../media.types.ts'

/** A user's current mutes. `works`: the kinds and name keys of works by muted artists and channels. */
export type MutedContent = {
  pattern: string | null
  items: readonly ItemId[]
  works: { kinds: readonly string[]; creators: readonly string[] }
}

type Row = { id: string; word: string | null; item_id: ItemId | null; until: Date | null }
export type ContentMutes = ReturnType<typeof createContentMutes>
type Deps = {
  db: Db
  clock: Clock
  newId: () => string
  events: Pick<DomainEvents, 'publish'>
  hub: Pick<SocketHub, 'send'>
  media: Pick<Media, 'items'>
}

/** Muted words, artists, and channels. They are hidden only for this user, and nobody else notices it. */
export function createContentMutes({ db, clock, newId, events, hub, media }: Deps) {
  function publishChange(actor: Uid): void {
    events.publish({ kind: 'mutes.changed', by: actor })
    hub.send([actor], contentMuteFrames.content_mutes_changed, {})
  }

  /** @throws AppError 'invalid_input' for an end in the past, and for more mutes than the limit */
  async function assertAllowed(uid: Uid, until: string | null, kind: 'word' | 'item', key: string): Promise<Date | null> {
    const end = until === null ? null : new Date(until)
    if (end && end <= clock.now()) throw new AppError('invalid_input', { until }, [{ field: 'until', message: 'This time has passed.' }])
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from content_mutes where uid = ${uid} and ${kind === 'word' ? sql`word_key <> ${key}` : sql`item_id <> ${key}::uuid`}
        and (until is null or until > ${clock.now()})`.execute(db)
    const limit = kind === 'word' ? limits.contentMutes.words : limits.contentMutes.items
    if ((rows[0]?.count ?? 0) >= limit) throw new AppError('invalid_input', { limit }, [{ field: kind, message: 'That’s too many.' }])
    return end
  }

  async function first(rows: readonly Row[]): Promise<ContentMute> {
    const [mute] = await present(media, rows)
    if (!mute) throw new AppError('not_found', {})
    return mute
  }

  const mutedContent = (uid: Uid) => loadMutedContent({ db, clock }, uid)

  return {
    mutedContent,

    /** The latest first. */
    async list(uid: Uid): Promise<ContentMute[]> {
      const { rows } = await sql<Row>`
        select id, word, item_id, until from content_mutes
        where uid = ${uid} and (until is null or until > ${clock.now()}) order by muted_at desc, id`.execute(db)
      return present(media, rows)
    },

    /** Mutes a word or phrase, or changes its end. @throws AppError 'blank_content', 'invalid_input' */
    async muteWord(uid: Uid, { word, until }: { word: string; until: string | null }): Promise<ContentMute> {
      const text = visibleText(storable(word, 'word')).normalize('NFC')
      const key = wordKey(text)
      if (key === '') throw new AppError('invalid_input', {}, [{ field: 'word', message: 'This is empty.' }])
      const end = await assertAllowed(uid, until, 'word', key)
      const { rows } = await sql<Row>`
        insert into content_mutes (id, uid, word, word_key, until, muted_at) values (${newId()}, ${uid}, ${text}, ${key}, ${end}, ${clock.now()})
        on conflict (uid, word_key) where word_key is not null do update set until = excluded.until
        returning id, word, item_id, until`.execute(db)
      publishChange(uid)
      return first(rows)
    },

    /** Mutes an artist or channel, or changes its end. @throws AppError 'not_found', 'invalid_input' for other kinds */
    async muteItem(uid: Uid, itemId: ItemId, until: string | null): Promise<ContentMute> {
      const item = (await media.items([itemId])).get(itemId)
      if (!item) throw new AppError('not_found', { item: itemId })
      if (item.kind !== 'artist' && item.kind !== 'channel')
        throw new AppError('invalid_input', { kind: item.kind }, [{ field: 'item_id', message: 'This isn’t an artist or a channel.' }])
      const end = await assertAllowed(uid, until, 'item', itemId)
      const { rows } = await sql<Row>`
        insert into content_mutes (id, uid, item_id, until, muted_at) values (${newId()}, ${uid}, ${itemId}, ${end}, ${clock.now()})
        on conflict (uid, item_id) where item_id is not null do update set until = excluded.until
        returning id, word, item_id, until`.execute(db)
      publishChange(uid)
      return first(rows)
    },

    async remove(uid: Uid, id: string): Promise<void> {
      await sql`delete from content_mutes where uid = ${uid} and id = ${id}`.execute(db)
      publishChange(uid)
    },

    /** Filters these items to muted ones: muted themselves, by a muted creator, or with a muted word in a name. */
    async mutedAmong(uid: Uid, ids: readonly ItemId[]): Promise<ReadonlySet<ItemId>> {
      const muted = ids.length === 0 ? null : await mutedContent(uid)
      if (!muted) return new Set()
      const { rows } = await sql<{ id: ItemId }>`
        select items.id from items where items.id = any(${[...ids]}::uuid[]) and (${isMutedItem(muted)}
          ${muted.pattern === null ? sql`` : sql`or items.name ~ ${muted.pattern}::text or items.by_name ~ ${muted.pattern}::text`})`.execute(
        db,
      )
      return new Set(rows.map(({ id }) => id))
    },

    /** Deletes mutes that have ended. */
    async deleteExpired(): Promise<void> {
      await sql`delete from content_mutes where until <= ${clock.now()}`.execute(db)
    },
  }
}

async function present(media: Deps['media'], rows: readonly Row[]): Promise<ContentMute[]> {
  const items = await media.items(rows.flatMap((row) => row.item_id ?? []))
  return rows.flatMap(({ id, word, item_id: itemId, until }) => {
    const item = itemId === null ? null : (items.get(itemId) ?? null)
    return word === null && !item ? [] : [{ id, word, item, until: until?.toISOString() ?? null }]
  })
}

async function loadMutedContent({ db, clock }: Pick<Deps, 'db' | 'clock'>, uid: Uid): Promise<MutedContent | null> {
  const { rows } = await sql<{ word: string | null; itemId: ItemId | null; kind: string | null; nameKey: string | null }>`
    select mute.word, mute.item_id as "itemId", items.kind, items.name_key as "nameKey"
    from content_mutes mute left join items on items.id = mute.item_id
    where mute.uid = ${uid} and (mute.until is null or mute.until > ${clock.now()})`.execute(db)
  if (rows.length === 0) return null
  const works = rows.flatMap(({ kind, nameKey }) => {
    if (!nameKey) return []
    return kind === 'artist'
      ? [
          { kind: 'track', creator: nameKey },
          { kind: 'video', creator: nameKey },
        ]
      : [{ kind: 'video', creator: nameKey }]
  })
  return {
    pattern: patternOf(rows.flatMap(({ word }) => word ?? [])),
    items: rows.flatMap(({ itemId }) => itemId ?? []),
    works: { kinds: works.map(({ kind }) => kind), creators: works.map(({ creator }) => creator) },
  }
}

/** SQL: whether the row of `items` is muted or by a muted creator. */
const isMutedItem = ({ items, works }: MutedContent) => sql`(items.id = any(${[...items]}::uuid[])
  or (items.kind, items.by_key) in (select * from unnest(${[...works.kinds]}::text[], ${[...works.creators]}::text[]))
  or exists (select 1 from track_artists made where made.track_id = items.id and made.artist_id = any(${[...items]}::uuid[])))`

/** SQL: whether a text has a muted word. */
export const hasMutedWord = (muted: MutedContent | null, text: RawBuilder<unknown>): RawBuilder<boolean> =>
  muted?.pattern ? sql`(${text} ~ ${muted.pattern}::text)` : sql`false`

/** SQL: whether the target of a link is a muted artist or channel, or to a work by one. */
export const linksToMuted = (muted: MutedContent | null, link: RawBuilder<unknown>): RawBuilder<boolean> =>
  muted && muted.items.length > 0
    ? sql`exists (select 1 from item_ids of join items on items.id = of.item_id
        where of.source = ${link} ->> 'platform' and of.external_id = ${link} ->> 'id' and ${isMutedItem(muted)})`
    : sql`false`

/** Content mutes for the export. The rows are deleted with the user's row. */
export const exportContentMutes = async (db: Db, uid: Uid): Promise<unknown[]> => {
  const { rows } = await sql`
    select mute.word, items.kind, items.name, mute.until, mute.muted_at as since
    from content_mutes mute left join items on items.id = mute.item_id where mute.uid = ${uid} order by mute.muted_at`.execute(db)
  return rows
}

/** Scripts that write words without spaces between them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const LETTER = /[\p{L}\p{N}\p{M}_]/u
/** Letters of scripts with spaces are below; later characters need no word boundary. */
const LAST_LETTER = 0x2dff

/** The ranges of letters for a character class. The database knows only ASCII letters, depending on its locale. */
const letters = (() => {
  let ranges = ''
  for (let from = 0; from <= LAST_LETTER; from++) {
    if (!LETTER.test(String.fromCodePoint(from))) continue
    let to = from
    while (to < LAST_LETTER && LETTER.test(String.fromCodePoint(to + 1))) to++
    ranges += to > from ? `${String.fromCodePoint(from)}-${String.fromCodePoint(to)}` : String.fromCodePoint(from)
    from = to
  }
  return ranges
})()

/** The key that all spellings of a muted word share. */
const wordKey = (word: string): string => word.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim()

/**
 * A regular expression of PostgreSQL that finds any of these words in any case. Words are found whole, unless their script has no
 * spaces. Returns null without words.
 */
function patternOf(words: readonly string[]): string | null {
  const byEnds = Map.groupBy(words.map(wordKey).filter(Boolean), (word) => {
    const characters = Array.from(word)
    return `${needsBoundary(characters[0]) ? `(?:^|[^${letters}])` : ''} ${needsBoundary(characters.at(-1)) ? `(?:$|[^${letters}])` : ''}`
  })
  const patterns = [...byEnds].map(([ends, group]) => {
    const [start = '', end = ''] = ends.split(' ')
    return `${start}(?:${group.map(inAnyCase).join('|')})${end}`
  })
  return patterns.length === 0 ? null : patterns.join('|')
}

const needsBoundary = (character = ''): boolean => LETTER.test(character) && !UNSPACED.test(character)

/** Letters as classes of both cases: by itself, the database would ignore the case of ASCII letters only. */
function inAnyCase(word: string): string {
  return Array.from(word)
    .map((character) => {
      if (character === ' ') return '[[:space:]]+'
      const upper = character.toUpperCase()
      if (upper !== character && Array.from(upper).length === 1) return `[${character}${upper}]`
      return /[\\^$.*+?()[\]{}|]/.test(character) ? `\\${character}` : character
    })
    .join('')
}

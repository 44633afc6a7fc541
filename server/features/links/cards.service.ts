import { createHash } from 'node:crypto'
import type { LinkCardData } from '#contract/links/link-cards.ts'
import type { Uid } from '#contract/base/ids.ts'
import { recognizeLink, type LinkRecord, type Platform } from '#contract/links/links.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { LinkSites } from '#server/providers/link-sites/link-sites.types.ts'
import { addressById, plainAddress } from '#server/providers/link-sites/plain-address.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import { createCardStore } from './cards.store.ts'
import { thumbnailUrl } from './cards.thumbnail.ts'
import type { LinkPages, LookUpLinks, SearchElsewhere, StoredCard } from './cards.types.ts'
import { presentPlainLink, presentCard } from './cards.present.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * How long a card stays fresh, and its retention limit. YouTube allows 30 days and then a refresh (III.E.4.c; one day is left
 * for the cleanup), Spotify "temporarily", and TikTok's picture URLs expire after days.
 */
const cardAges: Record<Platform, { freshMs: number; retentionMs: number }> = {
  youtube: { freshMs: DAY_MS, retentionMs: 29 * DAY_MS },
  spotify: { freshMs: DAY_MS, retentionMs: 7 * DAY_MS },
  tiktok: { freshMs: 6 * HOUR_MS, retentionMs: 2 * DAY_MS },
  instagram: { freshMs: DAY_MS, retentionMs: 7 * DAY_MS },
  facebook: { freshMs: DAY_MS, retentionMs: 7 * DAY_MS },
}

/** Deleted content may return, so it is checked again sooner. */
const GONE_FRESH_MS = 6 * HOUR_MS
/** The minimum pause after an error of a platform. */
const UNKNOWN_FRESH_MS = 10 * 60_000

const READ_CARDS = 'links.cards'
const CONCURRENT_READS = 4
const LOADS = { limit: 300, windowMs: 600_000 }

export type CardDeps = {
  db: Db
  /** Shares rate limits between servers. */
  bus?: Pick<Bus, 'announce' | 'onAnnouncement'>
  clock: Clock
  jobs: Pick<Jobs, 'add' | 'register'>
  sites: LinkSites
  lookUp: LookUpLinks
  /** The pages of links, in order. */
  pagesOf: (links: readonly LinkRecord[]) => Promise<LinkPages[]>
  /** Used if `lookUp` finds no match on the other platform. */
  search: SearchElsewhere
  log: Log
}

export type Cards = {
  /**
   * The cards of these links in order; other texts are left out. Unknown cards are `waiting` while a job loads them. Above the
   * rate limit of a viewer, cards contain only the link.
   */
  cardsOf(viewer: Uid, links: readonly string[]): Promise<LinkCardData[]>
  /** Loads a link's card before the first reader requests it. Never fails. */
  prefetch(link: LinkRecord): Promise<void>
  /** The cached titles and authors of links, in order; empty where none is cached. Loads nothing. */
  textsOf(links: readonly LinkRecord[]): Promise<string[]>
  /** The picture URL of a card at its platform, or null. */
  pictureOf(id: string): Promise<string | null>
  /** Deletes cards past their retention limit. */
  deleteExpired(): Promise<void>
}

/** Link cards: loaded once by a job, cached as long as each platform allows, shared by all users. */
export function createCards(deps: CardDeps): Cards {
  const { db, bus, clock, jobs, lookUp, log } = deps
  const store = createCardStore(db)
  const loadLimit = createRateLimit({ clock, ...LOADS, shared: bus && { bus, name: 'cards' } })

  jobs.register<{ links: LinkRecord[] }>({ name: READ_CARDS, retries: 1, expireSeconds: 120, run: readAll })

  /** One job for all missing cards of a screen; the same set of another user adds no second job. */
  async function queue(links: readonly LinkRecord[]): Promise<void> {
    if (links.length > 0) await jobs.add(READ_CARDS, { links: links.map(withPlainAddress) }, { only: hashOf(links.map(idOf).join(' ')) })
  }

  async function readAll({ links }: { links: LinkRecord[] }): Promise<void> {
    for (let index = 0; index < links.length; index += CONCURRENT_READS)
      await Promise.all(links.slice(index, index + CONCURRENT_READS).map(read))
  }

  async function read(link: LinkRecord): Promise<void> {
    const id = idOf(link)
    const before = (await store.cards([id], clock.now())).get(id)
    // Another job has loaded it in the meantime.
    if (before && before.freshUntil > clock.now()) return
    try {
      await store.save(await addOtherPlatform(deps, await readCard(deps, id, link), before))
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.info({ kind: error.kind, ...error.logFields }, 'loading a link card failed')
      const freshUntil = timeIn(clock, Math.max(error.retryAfterSeconds * 1_000, UNKNOWN_FRESH_MS))
      const empty = { title: null, author: null, thumbnail: null, elsewhere: null, isSearched: false }
      await store.save(
        before ? { ...before, freshUntil } : { id, target: link, state: 'unknown', ...empty, freshUntil, keepUntil: freshUntil },
      )
    }
  }

  return {
    async cardsOf(viewer, links) {
      const records = links.flatMap((link) => {
        const record = recognizeLink(link)
        return record ? [{ link, record, id: idOf(record) }] : []
      })
      const cached = await store.cards([...new Set(records.map(({ id }) => id))], clock.now())
      const details = await detailsOf(cached, lookUp)
      const requested = new Map<string, LinkRecord>()
      const found = records.map(({ link, record, id }) => {
        const card = cached.get(id)
        const isDue = !card || card.freshUntil <= clock.now()
        if (isDue && (requested.has(id) || loadLimit.consume(viewer).isAllowed)) requested.set(id, record)
        return card
          ? presentCard(link, targetOf(card, record), card, details.get(id))
          : presentPlainLink(link, record, requested.has(id) ? 'waiting' : 'ready')
      })
      const pages = await deps.pagesOf(found.map(({ target }) => target))
      await queue([...requested.values()])
      return found.map((card, index) => ({ ...card, pages: pages[index] }))
    },

    async prefetch(link) {
      try {
        await queue([link])
      } catch (err) {
        // The first reader requests it again.
        log.warn({ err }, 'prefetching a card failed')
      }
    },

    async textsOf(links) {
      const ids = links.map(idOf)
      const cached = await store.cards([...new Set(ids)], clock.now())
      return ids.map((id) => [cached.get(id)?.title, cached.get(id)?.author].filter(Boolean).join(' '))
    },

    async pictureOf(id) {
      return (await store.cards([id], clock.now())).get(id)?.thumbnail ?? null
    },

    deleteExpired: () => store.deleteExpired(clock.now()),
  }
}

const timeIn = (clock: Clock, ms: number): Date => new Date(clock.now().getTime() + ms)

async function readCard({ sites, clock }: CardDeps, id: string, link: LinkRecord): Promise<StoredCard> {
  const target = withPlainAddress(await sites.resolve(link))
  const response = await sites.read(target)
  const { freshMs, retentionMs } = cardAges[target.platform]
  const details = response?.kind === 'found' ? response.details : { title: null, author: null, thumbnail: null }
  const isGone = response?.kind === 'gone'
  return {
    id,
    target,
    state: isGone ? 'gone' : 'known',
    title: details.title,
    author: details.author,
    thumbnail: thumbnailUrl(details.thumbnail, id) && details.thumbnail,
    elsewhere: null,
    isSearched: false,
    freshUntil: timeIn(clock, isGone ? GONE_FRESH_MS : freshMs),
    keepUntil: timeIn(clock, retentionMs),
  }
}

/** Searches are limited by the platforms, so only unknown songs are searched, once for each card. */
async function addOtherPlatform({ lookUp, search, log }: CardDeps, card: StoredCard, before: StoredCard | undefined): Promise<StoredCard> {
  if (before?.isSearched) return { ...card, elsewhere: before.elsewhere, isSearched: true }
  if (card.state !== 'known' || (await lookUp([card]))[0]?.otherSide) return card
  try {
    return { ...card, elsewhere: await search(card), isSearched: true }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.info({ kind: error.kind, ...error.logFields }, 'search on the other platform failed')
    return card
  }
}

async function detailsOf(cached: ReadonlyMap<string, StoredCard>, lookUp: LookUpLinks) {
  const cards = [...cached.values()].filter(({ state }) => state !== 'gone')
  const details = await lookUp(cards)
  return new Map(cards.map(({ id }, index) => [id, details[index]]))
}

/** A card is shared, but each reader gets their own link: another user's link could reveal who shared it. */
function targetOf({ id, target }: StoredCard, requested: LinkRecord): LinkRecord {
  return idOf(target) === id ? requested : withPlainAddress(target)
}

const withPlainAddress = (link: LinkRecord): LinkRecord => ({ ...link, link: plainAddress(link) })

/** The same for all forms of a link. If the id is ambiguous, it is based on the URL. */
function idOf(record: LinkRecord): string {
  const { link, platform, kind, id } = record
  return hashOf(id === null ? link : `${platform} ${kind} ${addressById(record) === null ? plainAddress(record) : id}`)
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

import { createHash } from 'node:crypto'
import type { LinkCardData } from '#contract/link-cards.ts'
import type { Uid } from '#contract/base/ids.ts'
import { recognizeLink, type LinkRecord, type Platform } from '#contract/links.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { LinkSites } from '#server/providers/link-sites/link-sites.types.ts'
import { addressById, plainAddress } from '#server/providers/link-sites/plain-address.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import { presentBare, presentCard } from './cards.present.ts'
import { createCardStore } from './cards.store.ts'
import { thumbnailUrl } from './cards.thumbnail.ts'
import type { LookUpLinks, SearchElsewhere, StoredCard } from './cards.types.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * For how long a platform's answer counts, and for how long it is kept at most. YouTube allows 30 days and then a refresh
 * (III.E.4.c; one day is left for the clean-up), Spotify "temporarily", and TikTok's picture addresses run out after days.
 */
const cardAges: Record<Platform, { freshMs: number; keptMs: number }> = {
  youtube: { freshMs: DAY_MS, keptMs: 29 * DAY_MS },
  spotify: { freshMs: DAY_MS, keptMs: 7 * DAY_MS },
  tiktok: { freshMs: 6 * HOUR_MS, keptMs: 2 * DAY_MS },
  instagram: { freshMs: DAY_MS, keptMs: 7 * DAY_MS },
  facebook: { freshMs: DAY_MS, keptMs: 7 * DAY_MS },
}

/** What is gone may come back, so it is asked for again sooner. */
const GONE_FRESH_MS = 6 * HOUR_MS
/** How long a platform that did not answer is left alone, at least. */
const UNKNOWN_FRESH_MS = 10 * 60_000

const READ_CARDS = 'links.cards'
const READS_AT_ONCE = 4
const ASKS = { limit: 300, windowMs: 600_000 }

export type CardDeps = {
  db: Db
  /** Counts what a viewer makes us ask over all servers. */
  bus?: Pick<Bus, 'announce' | 'onAnnouncement'>
  clock: Clock
  jobs: Pick<Jobs, 'add' | 'register'>
  sites: LinkSites
  lookUp: LookUpLinks
  /** Asked where `lookUp` does not know a song elsewhere. */
  search: SearchElsewhere
  log: Log
}

export type Cards = {
  /**
   * What is known of these links, in order; texts that are no link of the five platforms are left out. What is not known yet
   * is `waiting` and asked for by a job; somebody who makes us ask for too much gets cards drawn from the links alone.
   */
  cardsOf(viewer: Uid, links: readonly string[]): Promise<LinkCardData[]>
  /** Has a link's card ready before anybody looks at it; whoever posts the link is not told when that can't be. */
  prefetch(link: LinkRecord): Promise<void>
  /** The outside address of the picture of a card, for our own one; null when there is none. */
  pictureOf(id: string): Promise<string | null>
  /** Removes what may not be kept any longer. */
  sweep(): Promise<void>
}

/** Cards of links: asked for once by a job, kept as long as each platform allows, the same for everybody. */
export function createCards({ db, bus, clock, jobs, sites, lookUp, search, log }: CardDeps): Cards {
  const store = createCardStore(db)
  const askLimit = createRateLimit({ clock, ...ASKS, shared: bus && { bus, name: 'cards' } })

  jobs.register<{ links: LinkRecord[] }>({ name: READ_CARDS, retries: 1, expireSeconds: 120, run: readAll })

  const after = (ms: number): Date => new Date(clock.now().getTime() + ms)

  /** One job for everything that one screen waits for; the same screen of somebody else adds none. */
  async function ask(links: readonly LinkRecord[]): Promise<void> {
    if (links.length > 0) await jobs.add(READ_CARDS, { links: links.map(plainly) }, { only: hashOf(links.map(idOf).join(' ')) })
  }

  async function readAll({ links }: { links: LinkRecord[] }): Promise<void> {
    for (let at = 0; at < links.length; at += READS_AT_ONCE) await Promise.all(links.slice(at, at + READS_AT_ONCE).map(read))
  }

  async function read(link: LinkRecord): Promise<void> {
    const id = idOf(link)
    const before = (await store.cards([id], clock.now())).get(id)
    // A second job for the same card finds the work of the first.
    if (before && before.freshUntil > clock.now()) return
    try {
      await store.save(await withElsewhere(await known(id, link), before))
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.info({ kind: error.kind, ...error.facts }, 'a link’s platform could not tell')
      const freshUntil = after(Math.max(error.retryAfterSeconds * 1_000, UNKNOWN_FRESH_MS))
      const nothing = { title: null, author: null, thumbnail: null, elsewhere: null, isSearched: false }
      await store.save(
        before ? { ...before, freshUntil } : { id, target: link, state: 'unknown', ...nothing, freshUntil, keepUntil: freshUntil },
      )
    }
  }

  async function known(id: string, link: LinkRecord): Promise<StoredCard> {
    const target = plainly(await sites.resolve(link))
    const answer = await sites.read(target)
    const { freshMs, keptMs } = cardAges[target.platform]
    const facts = answer?.kind === 'found' ? answer.facts : { title: null, author: null, thumbnail: null }
    const isGone = answer?.kind === 'gone'
    return {
      id,
      target,
      state: isGone ? 'gone' : 'known',
      title: facts.title,
      author: facts.author,
      thumbnail: thumbnailUrl(facts.thumbnail, id) && facts.thumbnail,
      elsewhere: null,
      isSearched: false,
      freshUntil: after(isGone ? GONE_FRESH_MS : freshMs),
      keepUntil: after(keptMs),
    }
  }

  /** Searches are few: they are for what our own catalogue does not know, and once for each card. */
  async function withElsewhere(card: StoredCard, before: StoredCard | undefined): Promise<StoredCard> {
    if (before?.isSearched) return { ...card, elsewhere: before.elsewhere, isSearched: true }
    if (card.state !== 'known' || (await lookUp([card]))[0]?.otherSide) return card
    try {
      return { ...card, elsewhere: await search(card), isSearched: true }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.info({ kind: error.kind, ...error.facts }, 'a song could not be searched for elsewhere')
      return card
    }
  }

  return {
    async cardsOf(viewer, links) {
      const wanted = links.flatMap((link) => {
        const record = recognizeLink(link)
        return record ? [{ link, record, id: idOf(record) }] : []
      })
      const kept = await store.cards([...new Set(wanted.map(({ id }) => id))], clock.now())
      const facts = await factsOf(kept, lookUp)
      const asked = new Map<string, LinkRecord>()
      const found = wanted.map(({ link, record, id }) => {
        const card = kept.get(id)
        const isDue = !card || card.freshUntil <= clock.now()
        if (isDue && (asked.has(id) || askLimit.consume(viewer).isAllowed)) asked.set(id, record)
        return card
          ? presentCard(link, targetOf(card, record), card, facts.get(id))
          : presentBare(link, record, asked.has(id) ? 'waiting' : 'ready')
      })
      await ask([...asked.values()])
      return found
    },

    async prefetch(link) {
      try {
        await ask([link])
      } catch (err) {
        // Whoever looks first asks again.
        log.warn({ err }, 'a card could not be asked for ahead')
      }
    },

    async pictureOf(id) {
      return (await store.cards([id], clock.now())).get(id)?.thumbnail ?? null
    },

    sweep: () => store.removeOver(clock.now()),
  }
}

async function factsOf(kept: ReadonlyMap<string, StoredCard>, lookUp: LookUpLinks) {
  const cards = [...kept.values()].filter(({ state }) => state !== 'gone')
  const facts = await lookUp(cards)
  return new Map(cards.map(({ id }, at) => [id, facts[at]]))
}

/** Everybody has the same card, but each the address they wrote: what others wrote says who shared it. */
function targetOf({ id, target }: StoredCard, asked: LinkRecord): LinkRecord {
  return idOf(target) === id ? asked : plainly(target)
}

const plainly = (link: LinkRecord): LinkRecord => ({ ...link, link: plainAddress(link) })

/** One name for all the ways to write a link to the same thing. Where its id does not tell which that is, its address does. */
function idOf(record: LinkRecord): string {
  const { link, platform, kind, id } = record
  return hashOf(id === null ? link : `${platform} ${kind} ${addressById(record) === null ? plainAddress(record) : id}`)
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

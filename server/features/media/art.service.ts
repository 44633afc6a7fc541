import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import { createConcurrencyLimit, createKeyedConcurrencyLimit } from '#server/platform/concurrency/concurrency-limit.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import { artSource } from './art.addresses.ts'
import type { ArtCache } from './art.cache.ts'
import type { Picture, PictureSource } from './art.picture.ts'

export type Art = {
  /**
   * Returns the picture of `/art/<path>` from the cache or its platform.
   * @throws AppError 'not_found' for an invalid path or a missing picture; 'provider_unavailable'; 'unavailable' when
   * too many requests wait; 'rate_limited' for a viewer over the hourly fetch limit
   */
  picture(viewer: Uid, path: string): Promise<Picture>
  cleanUp(): Promise<void>
}

export type ArtDeps = {
  source: PictureSource
  cache: ArtCache
  clock: Clock
  /** Shares the fetch limit of a viewer across servers. */
  bus?: Pick<Bus, 'announce' | 'onAnnouncement'>
  /** Returns the URL of a link card's picture by the card's id, on hosts that `source` may fetch. */
  linked?: (cardId: string) => Promise<string | null>
  log: Log
}

const LINKED = /^link\/([0-9a-f]{64})$/
const MAX_CONCURRENT = 8
const MAX_QUEUED = 200
/** The number of parallel requests of a browser per host, so that one viewer can't block others. */
const MAX_CONCURRENT_PER_VIEWER = 6
/** The limit of uncached pictures per viewer; scrolling all day stays far below it. */
const FETCH_LIMIT = { limit: 3_000, windowMs: 3_600_000 }

/** Serves the platforms' artwork from our own address, so that they can't see which pictures viewers load. */
export function createArt({ source, cache, clock, bus, linked = async () => null, log }: ArtDeps): Art {
  const limit = createConcurrencyLimit(MAX_CONCURRENT, { maxWaiting: MAX_QUEUED })
  const limitViewer = createKeyedConcurrencyLimit(MAX_CONCURRENT_PER_VIEWER, { maxWaiting: MAX_QUEUED })
  const fetchLimit = createRateLimit({ clock, ...FETCH_LIMIT, shared: bus && { bus, name: 'art' } })
  const fetches = new Map<string, Promise<Picture | null>>()

  async function fetchPicture(viewer: Uid, address: string): Promise<Picture | null> {
    const picture = await limitViewer(viewer, () => limit(() => source(address)))
    // A fetched picture is shown even when the disk is full.
    if (picture) await cache.put(address, picture).catch((err: unknown) => log.warn({ err }, 'picture could not be cached'))
    return picture
  }

  /** Concurrent requests for one picture share one fetch. */
  async function fetchOnce(viewer: Uid, address: string): Promise<Picture | null> {
    const running = fetches.get(address)
    if (running) return running
    fetchLimit.assert(viewer)
    const fetching = fetchPicture(viewer, address).finally(() => fetches.delete(address))
    fetches.set(address, fetching)
    return fetching
  }

  async function addressOf(path: string): Promise<string | null> {
    const cardId = LINKED.exec(path)?.[1]
    return cardId ? linked(cardId) : artSource(path)
  }

  return {
    async picture(viewer, path) {
      const address = await addressOf(path)
      if (address === null) throw new AppError('not_found', { path })
      try {
        const picture = (await cache.get(address)) ?? (await fetchOnce(viewer, address))
        if (!picture) throw new AppError('not_found', { path })
        return picture
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        log.debug({ kind: error.kind, ...error.logFields }, 'picture could not be fetched')
        throw new AppError('provider_unavailable', { path })
      }
    },
    cleanUp: () => cache.cleanUp(),
  }
}

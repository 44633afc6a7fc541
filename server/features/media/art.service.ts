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
   * The picture behind `/art/<path>`, from the cache or from the platform it belongs to.
   * @throws AppError 'not_found' for a path that is none and for a picture that is not there; 'provider_unavailable'; 'unavailable'
   * in a crowd; 'rate_limited' for a viewer who had too many fetched, until the hour is over
   */
  picture(viewer: Uid, path: string): Promise<Picture>
  sweep(): Promise<void>
}

export type ArtDeps = {
  source: PictureSource
  cache: ArtCache
  clock: Clock
  /** Counts what a viewer has us fetch over all servers. */
  bus?: Pick<Bus, 'announce' | 'onAnnouncement'>
  /** The outside address of a link card's picture, by the card's id; of hosts that `source` may ask. */
  linked?: (cardId: string) => Promise<string | null>
  log: Log
}

const LINKED = /^link\/([0-9a-f]{64})$/
const AT_ONCE = 8
const WAITING = 200
/** As many as a browser asks of one host at once; places are left for others however many one viewer asks for. */
const AT_ONCE_FOR_ONE = 6
/** Pictures that nobody kept, for one viewer: somebody who scrolls all day stays far below. */
const FETCHES = { limit: 3_000, windowMs: 3_600_000 }

/** Artwork of the platforms through our own address, so that no viewer's browser tells them what it looks at. */
export function createArt({ source, cache, clock, bus, linked = async () => null, log }: ArtDeps): Art {
  const limit = createConcurrencyLimit(AT_ONCE, { maxWaiting: WAITING })
  const limitViewer = createKeyedConcurrencyLimit(AT_ONCE_FOR_ONE, { maxWaiting: WAITING })
  const fetchLimit = createRateLimit({ clock, ...FETCHES, shared: bus && { bus, name: 'art' } })
  const underWay = new Map<string, Promise<Picture | null>>()

  async function fetchPicture(viewer: Uid, address: string): Promise<Picture | null> {
    const picture = await limitViewer(viewer, () => limit(() => source(address)))
    // What was fetched is shown, even where the disk is full.
    if (picture) await cache.put(address, picture).catch((err: unknown) => log.warn({ err }, 'a picture could not be kept'))
    return picture
  }

  /** However many ask for one picture at once, the platform is asked once. */
  async function fetchOnce(viewer: Uid, address: string): Promise<Picture | null> {
    const running = underWay.get(address)
    if (running) return running
    fetchLimit.assert(viewer)
    const fetching = fetchPicture(viewer, address).finally(() => underWay.delete(address))
    underWay.set(address, fetching)
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
        log.debug({ kind: error.kind, ...error.facts }, 'a picture could not be fetched')
        throw new AppError('provider_unavailable', { path })
      }
    },
    sweep: () => cache.sweep(),
  }
}

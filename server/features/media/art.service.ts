import { AppError } from '#contract/errors.ts'
import { atMost } from '../../platform/at-most.ts'
import type { Log } from '../../platform/log.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { artSource } from './art.addresses.ts'
import type { ArtCache } from './art.cache.ts'
import type { Picture, PictureSource } from './art.picture.ts'

export type Art = {
  /**
   * The picture behind `/art/<path>`, from the cache or from the platform it belongs to.
   * @throws AppError 'not_found' for a path that is none and for a picture that is not there; 'provider_unavailable'; 'unavailable' in a crowd
   */
  picture(path: string): Promise<Picture>
  sweep(): Promise<void>
}

export type ArtDeps = {
  source: PictureSource
  cache: ArtCache
  /** The outside address of a link card's picture, by the card's id; of hosts that `source` may ask. */
  linked?: (cardId: string) => Promise<string | null>
  log: Log
}

const LINKED = /^link\/([0-9a-f]{64})$/
const AT_ONCE = 8
const WAITING = 200

/** Artwork of the platforms through our own address, so that no viewer's browser tells them what it looks at. */
export function createArt({ source, cache, linked = async () => null, log }: ArtDeps): Art {
  const inTurn = atMost(AT_ONCE, { waiting: WAITING })
  const underWay = new Map<string, Promise<Picture | null>>()

  async function fetchPicture(address: string): Promise<Picture | null> {
    const picture = await inTurn(() => source(address))
    if (picture) await cache.put(address, picture)
    return picture
  }

  /** However many ask for one picture at once, the platform is asked once. */
  function fetchOnce(address: string): Promise<Picture | null> {
    const running = underWay.get(address)
    if (running) return running
    const fetching = fetchPicture(address).finally(() => underWay.delete(address))
    underWay.set(address, fetching)
    return fetching
  }

  async function addressOf(path: string): Promise<string | null> {
    const cardId = LINKED.exec(path)?.[1]
    return cardId ? linked(cardId) : artSource(path)
  }

  return {
    async picture(path) {
      const address = await addressOf(path)
      if (address === null) throw new AppError('not_found', { path })
      try {
        const picture = (await cache.get(address)) ?? (await fetchOnce(address))
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

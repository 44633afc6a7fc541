import { PRODUCT_NAME } from '#contract/product.ts'
import type { Config } from './config.ts'
import type { StandInOrigins } from './offered-providers.ts'
import { createLastfmTags, type ReadTags } from './providers/lastfm/lastfm.tags.ts'

/** Who is asked what an artist is: Last.fm with the operator's key, its stand-in where that runs, or nobody. */
export function offeredTags({ config, standIns }: { config: Config; standIns: StandInOrigins | null }): ReadTags | null {
  const userAgent = `${PRODUCT_NAME}/1 (+${config.publicOrigin ?? 'http://127.0.0.1'})`
  if (config.lastfmApiKey !== null) return createLastfmTags({ apiKey: config.lastfmApiKey, userAgent })
  return standIns ? createLastfmTags({ apiKey: standIns.lastfm.apiKey, origin: standIns.lastfm.origin, userAgent }) : null
}

import { PRODUCT_NAME } from '#contract/base/product.ts'
import type { Config } from '#server/config.ts'
import type { TagDirectory } from '#server/features/media/bars.service.ts'
import type { StandInOrigins } from './providers.ts'
import { createLastfmTags } from '#server/providers/lastfm/lastfm.tags.ts'
import { createMusicBrainzTags } from '#server/providers/musicbrainz/musicbrainz.tags.ts'

/** Last.fm asks for no more than five calls a second. */
const LASTFM_BETWEEN_MS = 300
/** MusicBrainz allows one a second. */
const MUSICBRAINZ_BETWEEN_MS = 1_100

/** Who is asked what an artist is, in this order: Last.fm with the operator's key, MusicBrainz where it is switched on, or their stand-ins. */
export function offeredTags({ config, standIns }: { config: Config; standIns: StandInOrigins | null }): TagDirectory[] {
  const origin = config.publicOrigin ?? 'http://127.0.0.1'
  const userAgent = `${PRODUCT_NAME}/1 (+${origin})`
  const directories: TagDirectory[] = []
  const lastfm = config.lastfmApiKey === null ? standIns?.lastfm : { apiKey: config.lastfmApiKey }
  if (lastfm) directories.push({ read: createLastfmTags({ ...lastfm, userAgent }), betweenMs: LASTFM_BETWEEN_MS })
  const musicbrainz = config.musicbrainz ? {} : standIns?.musicbrainz
  // They turn away whoever does not say where they are reached.
  const withContact = `${PRODUCT_NAME}/1 (${config.operator?.contact ?? origin})`
  if (musicbrainz)
    directories.push({ read: createMusicBrainzTags({ ...musicbrainz, userAgent: withContact }), betweenMs: MUSICBRAINZ_BETWEEN_MS })
  return directories
}

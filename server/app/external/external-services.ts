import type { AppParts } from '../core-services.ts'
import type { Config } from '#server/config.ts'
import { offeredLinkSites } from './link-sites.ts'
import { offeredMedia } from './media.ts'
import { offeredProviders, type StandInOrigins } from './providers.ts'
import { offeredSongs } from './song-search.ts'
import { offeredTags } from './tag-directories.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createQuota } from '#server/platform/rate-limit/daily-quota.store.ts'
import { YOUTUBE_SEARCHES_A_DAY } from '#server/providers/youtube/youtube.search.ts'
import { unitsOf } from '#server/providers/youtube/youtube.units.ts'

export type OfferedParts = Pick<AppParts, 'providers' | 'readers' | 'pictures' | 'linkSites' | 'songs' | 'tagDirectories' | 'offer'>

/** Where YouTube's day begins and its units are given anew. */
const YOUTUBE_TIME_ZONE = 'America/Los_Angeles'
/** Reading accounts leaves this share of the day's units to people who open a channel. */
const UNITS_LEFT_TO_PEOPLE = 0.2

/** Every other company that the product asks: the real one, or its stand-in. @param isPreview nothing here is meant to last */
export function offeredOutside(options: { config: Config; standIns: StandInOrigins | null; clock: Clock; db: Db; isPreview: boolean }) {
  const { config, standIns, clock, db, isPreview } = options
  const quotaOf = (name: string, unitsPerDay: number) => createQuota({ db, clock, name, unitsPerDay, timeZone: YOUTUBE_TIME_ZONE })
  const youtubeQuota = quotaOf('youtube', config.youtubeUnitsPerDay)
  const searchQuota = quotaOf('youtube.search', YOUTUBE_SEARCHES_A_DAY)
  const unitsOfSyncs = unitsOf(youtubeQuota, config.youtubeUnitsPerDay * UNITS_LEFT_TO_PEOPLE)
  const { providers, sources } = offeredProviders({ config, standIns, clock, youtubeUnits: unitsOfSyncs })
  const { players, frameOrigins, readers, pictures } = offeredMedia({ config, standIns, youtubeUnits: unitsOf(youtubeQuota) })
  const parts: OfferedParts = {
    providers,
    readers,
    pictures,
    linkSites: offeredLinkSites(config, standIns),
    songs: offeredSongs({ config, standIns, clock, searches: unitsOf(searchQuota) }),
    tagDirectories: offeredTags({ config, standIns }),
    offer: { sources, players, preview: isPreview },
  }
  return { parts, frameOrigins, youtubeQuota }
}

import { join } from 'node:path'
import { creatorPath, itemPath } from '#contract/taste/item-path.ts'
import { createCards } from '#server/features/links/cards.service.ts'
import { createArtCache } from '#server/features/media/art.cache.ts'
import { createArt } from '#server/features/media/art.service.ts'
import { createChannelVideos } from '#server/features/media/channel-videos.service.ts'
import { createLinkLookUp } from '#server/features/media/link-look-up.ts'
import { createLinkSearch } from '#server/features/media/link-search.ts'
import { createContentMutes } from '#server/features/media/mutes/content-mutes.ts'
import { createMedia } from '#server/features/media/media.service.ts'
import type { CoreServices } from './core-services.ts'

/** The size of the artwork cache on disk. */
const ART_CACHE_BYTES = 256 * 1024 * 1024

export type MediaFeatures = ReturnType<typeof wireMedia>

/** The catalog with its artwork, channel videos, and link cards. */
export function wireMedia({ config, db, bus, clock, jobs, logs, newId, ...core }: CoreServices) {
  const media = createMedia({ db, clock, newId })
  const channelVideos = createChannelVideos({ db, bus, clock, readers: core.readers, log: logs('media') })
  const searchElsewhere = createLinkSearch(core.songs)
  const cards = createCards({
    db,
    bus,
    clock,
    jobs,
    sites: core.linkSites,
    lookUp: createLinkLookUp(db),
    pagesOf: async (links) =>
      (await media.itemsOfLinks(links)).map((item) => ({ item: item && itemPath(item), by: item && creatorPath(item) })),
    search: searchElsewhere,
    log: logs('links'),
  })
  const cache = createArtCache({ folder: join(config.dataDir, 'art'), clock, maxBytes: ART_CACHE_BYTES })
  const art = createArt({ source: core.pictures, cache, clock, bus, linked: cards.pictureOf, log: logs('media') })
  return {
    media,
    contentMutes: createContentMutes({ db, clock, newId, events: core.events, hub: core.hub, media }),
    channelVideos,
    cards,
    art,
    searchElsewhere,
  }
}

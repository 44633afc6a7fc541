import { mediaCalls } from '#contract/media.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { Media } from './media.service.ts'

export const mediaRoutes = (media: Media): Route[] => [
  route(mediaCalls.searchCatalogue, async ({ query }) => ({ items: await media.search(query) })),
]

import { shareSearchCalls } from '#contract/taste/share-search.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { ShareSearch } from './share-search.service.ts'

export const shareSearchRoutes = (search: ShareSearch): Route[] => [
  route(shareSearchCalls.searchToShare, ({ query, viewer }) => search(viewer.uid, query)),
]

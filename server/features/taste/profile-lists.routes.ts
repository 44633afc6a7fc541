import { tasteListCalls } from '#contract/taste/taste-lists.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { Connections } from '#server/features/connections/connections.service.ts'
import type { ProfileLists } from './profile-lists.service.ts'

export const profileListsRoutes = ({
  lists,
  effectiveViewer,
}: {
  lists: ProfileLists
  effectiveViewer: Connections['effectiveViewer']
}): Route[] => [
  route(tasteListCalls.getTasteList, async ({ params, query, viewer }) =>
    lists.page(await effectiveViewer(viewer.uid, params.uid, query.as), params.uid, params.list, query),
  ),
]

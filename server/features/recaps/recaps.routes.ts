import { recapCalls } from '#contract/taste/recaps.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { RecapPictures } from './recap-picture.service.ts'
import type { Recaps } from './recaps.service.ts'

export const recapsRoutes = (recaps: Recaps, pictures: RecapPictures): Route[] => [
  route(recapCalls.getRecap, ({ viewer, query }) => recaps.recap(viewer.uid, query.period)),
  route(recapCalls.makeRecapPicture, ({ viewer, body }) => pictures.make(viewer.uid, body)),
  route(recapCalls.openWeekCard, async ({ viewer, body }) => ({ card: await recaps.card(viewer.uid, body.time_zone) })),
]

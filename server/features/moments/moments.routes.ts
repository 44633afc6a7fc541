import { momentCalls } from '#contract/moments.ts'
import { route, type Route } from '../../platform/http/route.ts'
import type { Moments } from './moments.service.ts'

export const momentsRoutes = (moments: Moments): Route[] => [
  route(momentCalls.getFeed, ({ viewer, query }) => moments.feed(viewer.uid, query)),
  route(momentCalls.postMoment, ({ viewer, body }) => moments.post(viewer.uid, body)),
  route(momentCalls.deleteMoment, async ({ viewer, params }) => {
    await moments.remove(viewer.uid, params.id)
    return {}
  }),
  route(momentCalls.likeMoment, ({ viewer, params }) => moments.like(viewer.uid, params.id)),
  route(momentCalls.unlikeMoment, ({ viewer, params }) => moments.unlike(viewer.uid, params.id)),
]

import { tasteCalls } from '#contract/taste.ts'
import { route, type Route } from '../../platform/http/route.ts'
import type { Connections } from '../connections/connections.service.ts'
import type { Discover } from './discover.service.ts'
import type { Matches } from './match.service.ts'
import type { Taste } from './taste.service.ts'

type TasteRouteDeps = { taste: Taste; matches: Matches; discover: Discover; eyes: Connections['eyes'] }

/** Connecting and reading sources is in `sources.routes.ts`. */
export const tasteRoutes = ({ taste, matches, discover, eyes }: TasteRouteDeps): Route[] => [
  route(tasteCalls.savePicks, async ({ body, viewer }) => ({ items: await taste.savePicks(viewer.uid, body.picks) })),
  route(tasteCalls.getMatches, ({ query, viewer }) => matches.ranked(viewer.uid, query)),
  route(tasteCalls.getMatch, ({ params, viewer }) => matches.inFull(viewer.uid, params.uid)),
  route(tasteCalls.dismissMatch, async ({ params, viewer }) => {
    await matches.dismiss(viewer.uid, params.uid)
    return {}
  }),
  route(tasteCalls.getTaste, async ({ params, query, viewer }) => taste.overview(await eyes(viewer.uid, params.uid, query.as), params.uid)),
  route(tasteCalls.getMusic, async ({ params, query, viewer }) => taste.music(await eyes(viewer.uid, params.uid, query.as), params.uid)),
  route(tasteCalls.getVideo, async ({ params, query, viewer }) => taste.video(await eyes(viewer.uid, params.uid, query.as), params.uid)),
  route(tasteCalls.discover, async ({ query, viewer }) => ({ items: await discover.list(viewer.uid, query.filter) })),
  route(tasteCalls.exampleMatch, async () => ({ example: await matches.example() })),
]

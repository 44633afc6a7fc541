import { playCalls } from '#contract/taste/plays.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { Plays } from './plays.service.ts'

export const playsRoutes = (plays: Plays): Route[] => [
  route(playCalls.getPlays, ({ viewer, query }) => plays.range(viewer.uid, query)),
  route(playCalls.listPlays, ({ viewer, query }) => plays.list(viewer.uid, query)),
  route(playCalls.deletePlays, ({ viewer, body }) => plays.delete(viewer.uid, body)),
  route(playCalls.getPlaySettings, ({ viewer }) => plays.settings(viewer.uid)),
  route(playCalls.hideFromPlays, ({ viewer, params }) => plays.hide(viewer.uid, params.item_id)),
  route(playCalls.showInPlays, ({ viewer, params }) => plays.show(viewer.uid, params.item_id)),
  route(playCalls.setPrivateSession, ({ viewer, body }) => plays.setPrivate(viewer.uid, body.hours)),
  route(playCalls.getItemPlays, ({ viewer, params }) => plays.ofItem(viewer.uid, params.item_id)),
]

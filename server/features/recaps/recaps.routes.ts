import { playCalls } from '#contract/taste/plays.ts'
import { recapCalls } from '#contract/taste/recaps.ts'
import { tasteTimeCalls } from '#contract/taste/taste-time.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { MatchPictures } from './match-picture.service.ts'
import type { MatchTime } from './match-time.service.ts'
import type { Plays } from './plays.service.ts'
import type { RecapPictures } from './recap-picture.service.ts'
import type { Recaps } from './recaps.service.ts'
import type { TasteTime } from './taste-time.service.ts'

type Services = {
  recaps: Recaps
  recapPictures: RecapPictures
  plays: Plays
  tasteTime: TasteTime
  matchTime: MatchTime
  matchPictures: MatchPictures
}

export const recapsRoutes = ({ recaps, recapPictures, plays, tasteTime, matchTime, matchPictures }: Services): Route[] => [
  route(recapCalls.getRecap, ({ viewer, query }) => recaps.recap(viewer.uid, query.period)),
  route(recapCalls.makeRecapPicture, ({ viewer, body }) => recapPictures.make(viewer.uid, body)),
  route(recapCalls.openWeekCard, async ({ viewer, body }) => ({ card: await recaps.card(viewer.uid, body.time_zone) })),
  route(playCalls.getPlays, ({ viewer, query }) => plays.range(viewer.uid, query)),
  route(playCalls.listPlays, ({ viewer, query }) => plays.list(viewer.uid, query)),
  route(playCalls.deletePlays, ({ viewer, body }) => plays.delete(viewer.uid, body)),
  route(playCalls.getPlaySettings, ({ viewer }) => plays.settings(viewer.uid)),
  route(playCalls.hideFromPlays, ({ viewer, params }) => plays.hide(viewer.uid, params.item_id)),
  route(playCalls.showInPlays, ({ viewer, params }) => plays.show(viewer.uid, params.item_id)),
  route(playCalls.setPrivateSession, ({ viewer, body }) => plays.setPrivate(viewer.uid, body.hours)),
  route(playCalls.getItemPlays, ({ viewer, params }) => plays.getItemPlays(viewer.uid, params.item_id)),
  route(tasteTimeCalls.getTasteOverTime, ({ viewer }) => tasteTime.overTime(viewer.uid)),
  route(tasteTimeCalls.getTasteChanges, ({ viewer }) => matchTime.changes(viewer.uid)),
  route(tasteTimeCalls.getMatchOverTime, ({ viewer, params }) => matchTime.between(viewer.uid, params.uid)),
  route(tasteTimeCalls.makeMatchPicture, ({ viewer, params, body }) => matchPictures.make(viewer.uid, params.uid, body.shape)),
]

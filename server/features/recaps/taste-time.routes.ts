import { tasteTimeCalls } from '#contract/taste/taste-time.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { MatchPictures } from './match-picture.service.ts'
import type { MatchTime } from './match-time.service.ts'
import type { TasteTime } from './taste-time.service.ts'

type Features = { tasteTime: TasteTime; matchTime: MatchTime; matchPictures: MatchPictures }

export const tasteTimeRoutes = ({ tasteTime, matchTime, matchPictures }: Features): Route[] => [
  route(tasteTimeCalls.getTasteOverTime, ({ viewer }) => tasteTime.overTime(viewer.uid)),
  route(tasteTimeCalls.getTasteChanges, ({ viewer }) => matchTime.changes(viewer.uid)),
  route(tasteTimeCalls.getMatchOverTime, ({ viewer, params }) => matchTime.between(viewer.uid, params.uid)),
  route(tasteTimeCalls.makeMatchPicture, ({ viewer, params, body }) => matchPictures.make(viewer.uid, params.uid, body.shape)),
]

import { tasteTimeCalls } from '#contract/taste/taste-time.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { MatchTime } from './match-time.service.ts'
import type { TasteTime } from './taste-time.service.ts'

export const tasteTimeRoutes = ({ tasteTime, matchTime }: { tasteTime: TasteTime; matchTime: MatchTime }): Route[] => [
  route(tasteTimeCalls.getTasteOverTime, ({ viewer }) => tasteTime.overTime(viewer.uid)),
  route(tasteTimeCalls.getMatchOverTime, ({ viewer, params }) => matchTime.between(viewer.uid, params.uid)),
]

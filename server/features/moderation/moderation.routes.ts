import { moderationCalls } from '#contract/moderation.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { Moderation } from './moderation.service.ts'
import type { Suspensions } from './suspensions.service.ts'

export const moderationRoutes = ({ moderation, suspensions }: { moderation: Moderation; suspensions: Suspensions }): Route[] => [
  route(moderationCalls.report, ({ viewer, body }) => moderation.report(viewer.uid, body)),
  route(moderationCalls.getOwnReports, async ({ viewer }) => ({ reports: await moderation.ownReports(viewer.uid) })),
  route(moderationCalls.getOwnDecisions, async ({ viewer }) => ({ decisions: await moderation.ownDecisions(viewer.uid) })),
  route(moderationCalls.getModeration, ({ viewer }) => moderation.status(viewer.uid)),
  route(moderationCalls.getReports, ({ viewer, query }) => moderation.reports(viewer.uid, query)),
  route(moderationCalls.getReport, ({ viewer, params }) => moderation.getReport(viewer.uid, params.id)),
  route(moderationCalls.decideReport, ({ viewer, params, body }) => moderation.decide(viewer.uid, params.id, body)),
  route(moderationCalls.getAppeals, async ({ viewer }) => ({ appeals: await moderation.appeals(viewer.uid) })),
  route(moderationCalls.answerAppeal, ({ viewer, params, body }) => moderation.answerAppeal(viewer.uid, params.uid, body)),
  route(moderationCalls.getModerationLog, ({ viewer, query }) => moderation.log(viewer.uid, query)),
  route(moderationCalls.getSuspension, async ({ viewer }) => ({ suspension: await suspensions.get(viewer.uid) })),
  route(moderationCalls.appealSuspension, ({ viewer, body }) => moderation.appeal(viewer.uid, body.text)),
]

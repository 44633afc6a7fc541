import { togetherCalls } from '#contract/together.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { Together } from './together.service.ts'

export function togetherRoutes(together: Together): Route[] {
  return [
    route(togetherCalls.getTogether, async ({ viewer, params }) => ({ session: await together.running(viewer.uid, params.chatId) })),
    route(togetherCalls.getTogetherRecap, ({ viewer, params }) => together.recap(viewer.uid, params.sessionId)),
    route(togetherCalls.saveTogether, ({ viewer, params }) => together.save(viewer.uid, params.sessionId)),
  ]
}

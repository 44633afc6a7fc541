import { safeQueueCalls } from '#contract/chat/safe-queues.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { GroupTaste } from '../group-taste/group-taste.service.ts'
import type { SafeQueues } from './safe-queues.service.ts'

export function safeQueueRoutes(safeQueues: SafeQueues, groupTaste: Pick<GroupTaste, 'safeQueue'>): Route[] {
  return [
    route(safeQueueCalls.getSafeQueuePreview, ({ viewer, params, query }) => groupTaste.safeQueue(viewer.uid, params.chatId, query)),
    route(safeQueueCalls.createSafeQueue, ({ viewer, params, body }) => safeQueues.create(viewer.uid, params.chatId, body)),
    route(safeQueueCalls.getSafeQueue, ({ viewer, params }) => safeQueues.get(viewer.uid, params.id)),
  ]
}

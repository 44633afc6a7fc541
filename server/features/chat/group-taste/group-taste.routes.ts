import { groupTasteCalls } from '#contract/taste/group-taste.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { GroupTaste } from './group-taste.service.ts'

export function groupTasteRoutes(groupTaste: GroupTaste): Route[] {
  return [
    route(groupTasteCalls.getTasteMap, ({ viewer, params }) => groupTaste.map(viewer.uid, params.chatId)),
    route(groupTasteCalls.getGroupPicks, ({ viewer, params }) => groupTaste.picks(viewer.uid, params.chatId)),
    route(groupTasteCalls.getNewMembers, async ({ viewer, params }) => ({
      members: await groupTaste.newMembers(viewer.uid, params.chatId),
    })),
  ]
}

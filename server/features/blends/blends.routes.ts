import { blendCalls } from '#contract/blends.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { BlendPlaylists } from './blend-playlists.ts'
import type { Blends } from './blends.service.ts'

export function blendsRoutes(blends: Blends, playlists: BlendPlaylists): Route[] {
  return [
    route(blendCalls.getBlends, ({ viewer, query }) => blends.list(viewer.uid, query.cursor)),
    route(blendCalls.makeBlend, ({ viewer, body: { time_zone: timeZone, ...made } }) => blends.make(viewer.uid, { ...made, timeZone })),
    route(blendCalls.getGroupBlend, async ({ viewer, params }) => ({ blend: await blends.getForGroup(viewer.uid, params.chatId) })),
    route(blendCalls.makeGroupBlend, ({ viewer, params, body: { kind, time_zone: timeZone } }) =>
      blends.makeForGroup(viewer.uid, params.chatId, { kind, timeZone }),
    ),
    route(blendCalls.getBlend, ({ viewer, params }) => blends.get(viewer.uid, params.id)),
    route(blendCalls.renameBlend, ({ viewer, params, body }) => blends.rename(viewer.uid, params.id, body.title)),
    route(blendCalls.inviteToBlend, ({ viewer, params, body }) => blends.invite(viewer.uid, params.id, body.uids)),
    route(blendCalls.joinBlend, ({ viewer, params }) => blends.join(viewer.uid, params.id)),
    route(blendCalls.leaveBlend, ({ viewer, params }) => blends.leave(viewer.uid, params.id)),
    route(blendCalls.adjustBlend, ({ viewer, params, body }) => blends.adjust(viewer.uid, params.id, body.uid, body.emphasis)),
    route(blendCalls.removeFromBlend, ({ viewer, params }) => blends.removeItem(viewer.uid, params.id, params.item_id)),
    route(blendCalls.restoreToBlend, ({ viewer, params }) => blends.removeItem(viewer.uid, params.id, params.item_id, { isBack: true })),
    route(blendCalls.openBlend, ({ viewer, params, body }) => blends.setOpen(viewer.uid, params.id, body.open)),
    route(blendCalls.keepMix, ({ viewer, params, body }) => blends.keep(viewer.uid, params.id, body.title)),
    route(blendCalls.saveToPlatform, ({ viewer, params, body }) => playlists.save(viewer.uid, params.id, params.source, body.title)),
    route(blendCalls.deleteKeptMix, ({ viewer, params }) => blends.deleteKept(viewer.uid, params.id)),
    route(blendCalls.getOpenBlend, ({ params }) => blends.getOpen(params.id)),
  ]
}

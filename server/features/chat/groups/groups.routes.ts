import { AppError } from '#contract/errors.ts'
import { groupCalls } from '#contract/chat/groups.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { Groups } from './groups.service.ts'

export function groupRoutes(groups: Groups): Route[] {
  return [
    route(groupCalls.createGroup, ({ body, viewer }) => groups.create(viewer.uid, body)),
    route(groupCalls.getGroup, ({ params, viewer }) => groups.get(viewer.uid, params.chatId)),
    route(groupCalls.getGroupEvents, ({ params, viewer }) => groups.events(viewer.uid, params.chatId)),
    route(groupCalls.editGroup, ({ params, body, viewer }) => groups.edit(viewer.uid, params.chatId, body)),
    route(groupCalls.inviteToGroup, ({ params, body, viewer }) => groups.invite(viewer.uid, params.chatId, body.uids)),
    route(groupCalls.removeFromGroup, ({ params, viewer }) => groups.remove(viewer.uid, params.chatId, params.uid)),
    route(groupCalls.setGroupRole, ({ params, body, viewer }) => groups.setRole(viewer.uid, params.chatId, params.uid, body.role)),
    route(groupCalls.allowToWrite, ({ params, viewer }) => groups.allowToWrite(viewer.uid, params.chatId, params.uid)),
    route(groupCalls.answerGroupRequest, ({ params, body, viewer }) =>
      groups.answerRequest(viewer.uid, params.chatId, params.uid, body.accept),
    ),
    route(groupCalls.getGroupLinks, ({ params, viewer }) => groups.links(viewer.uid, params.chatId)),
    route(groupCalls.createGroupLink, ({ params, body, viewer }) => groups.createLink(viewer.uid, params.chatId, body)),
    route(groupCalls.withdrawGroupLink, ({ params, viewer }) => groups.withdrawLink(viewer.uid, params.chatId, params.linkId)),
    route(groupCalls.getGroupInvitation, ({ params, viewer }) => groups.invitation(viewer.uid, params.code)),
    route(groupCalls.getOpenGroupInvitation, async ({ params }) => {
      const invitation = await groups.openInvitation(params.code)
      if (!invitation) throw new AppError('link_invalid')
      return invitation
    }),
    route(groupCalls.joinGroup, ({ params, viewer }) => groups.joinByCode(viewer.uid, params.code)),
    route(groupCalls.askToJoinGroup, ({ params, viewer }) => groups.askToJoin(viewer.uid, params.code)),
    route(groupCalls.withdrawGroupRequest, ({ params, viewer }) => groups.withdrawRequest(viewer.uid, params.code)),
    route(groupCalls.leaveGroup, ({ params, viewer }) => groups.leave(viewer.uid, params.chatId)),
  ]
}

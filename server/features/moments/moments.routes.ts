import { momentCalls } from '#contract/moments.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { Connections } from '#server/features/connections/connections.service.ts'
import type { Comments } from './comments.service.ts'
import type { Moments } from './moments.service.ts'

type MomentRouteDeps = { moments: Moments; comments: Comments; effectiveViewer: Connections['effectiveViewer'] }

export const momentsRoutes = ({ moments, comments, effectiveViewer }: MomentRouteDeps): Route[] => [
  route(momentCalls.getFeed, async ({ viewer, query: { as, ...query } }) =>
    moments.feed(query.uid ? await effectiveViewer(viewer.uid, query.uid, as) : viewer.uid, query),
  ),
  route(momentCalls.getMoment, ({ viewer, params }) => moments.get(viewer.uid, params.id)),
  route(momentCalls.postMoment, ({ viewer, body }) => moments.post(viewer.uid, body)),
  route(momentCalls.getPostAlert, ({ viewer, params }) => moments.alerts.get(viewer.uid, params.uid)),
  route(momentCalls.setPostAlert, ({ viewer, params, body }) => moments.alerts.set(viewer.uid, params.uid, body.on)),
  route(momentCalls.getMomentDraft, ({ viewer }) => moments.drafts.get(viewer.uid)),
  route(momentCalls.saveMomentDraft, ({ viewer, body }) => moments.drafts.save(viewer.uid, body)),
  route(momentCalls.editMoment, ({ viewer, params, body }) => moments.edit(viewer.uid, params.id, body)),
  route(momentCalls.deleteMoment, ({ viewer, params }) => moments.remove(viewer.uid, params.id)),
  route(momentCalls.likeMoment, ({ viewer, params }) => moments.like(viewer.uid, params.id)),
  route(momentCalls.unlikeMoment, ({ viewer, params }) => moments.unlike(viewer.uid, params.id)),
  route(momentCalls.getLikes, ({ viewer, params, query }) => moments.likes(viewer.uid, params.id, query)),
  route(momentCalls.hideMoment, ({ viewer, params }) => moments.hide(viewer.uid, params.id)),
  route(momentCalls.unhideMoment, ({ viewer, params }) => moments.unhide(viewer.uid, params.id)),
  route(momentCalls.bookmarkMoment, ({ viewer, params }) => moments.bookmark(viewer.uid, params.id)),
  route(momentCalls.removeBookmark, ({ viewer, params }) => moments.removeBookmark(viewer.uid, params.id)),
  route(momentCalls.getComments, ({ viewer, params, query }) => comments.list(viewer.uid, params.id, query)),
  route(momentCalls.postComment, ({ viewer, params, body }) => comments.post(viewer.uid, params.id, body)),
  route(momentCalls.likeComment, ({ viewer, params }) => comments.like(viewer.uid, params.id, params.commentId, true)),
  route(momentCalls.unlikeComment, ({ viewer, params }) => comments.like(viewer.uid, params.id, params.commentId, false)),
  route(momentCalls.deleteComment, ({ viewer, params }) => comments.remove(viewer.uid, params.id, params.commentId)),
]

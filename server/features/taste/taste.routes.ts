import { type Listening, listeningCalls } from '#contract/taste/listening.ts'
import { shareSearchCalls } from '#contract/taste/share-search.ts'
import { tasteListCalls } from '#contract/taste/taste-lists.ts'
import { pickCalls } from '#contract/taste/picks.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { discoverCalls } from '#contract/taste/discover.ts'
import { tasteCalls } from '#contract/taste/taste.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { Connections } from '#server/features/connections/connections.service.ts'
import type { Discover } from '#server/features/discover/discover.service.ts'
import type { Recipients } from '#server/features/discover/recipients.ts'
import { matchReceiptCalls } from '#contract/taste/match-receipts.ts'
import type { MatchReceiptsService } from '#server/features/matching/match-receipts.service.ts'
import type { Matches } from '#server/features/matching/match.service.ts'
import type { ProfileLists } from './profile-lists.service.ts'
import type { ShareSearch } from './share-search.service.ts'
import type { PrintPictures } from './print-picture.service.ts'
import type { Taste } from './taste.service.ts'

type TasteRouteDeps = {
  taste: Taste
  listening: (viewer: Uid) => Promise<Listening[]>
  profileLists: ProfileLists
  shareSearch: ShareSearch
  matches: Matches
  matchReceipts: MatchReceiptsService
  discover: Discover
  recipients: Recipients
  printPictures: PrintPictures
  effectiveViewer: Connections['effectiveViewer']
  isSuspended: (uid: Uid) => boolean
}

/** Sources have their own routes in `sources.routes.ts`. */
export const tasteRoutes = ({
  taste,
  listening,
  profileLists,
  shareSearch,
  matches,
  matchReceipts,
  discover,
  recipients,
  printPictures,
  effectiveViewer,
  isSuspended,
}: TasteRouteDeps): Route[] => [
  route(pickCalls.savePicks, async ({ body, viewer }) => ({ items: await taste.savePicks(viewer.uid, body.picks) })),
  route(pickCalls.getPicks, async ({ viewer }) => ({ items: await taste.picks(viewer.uid) })),
  route(tasteCalls.getMatches, ({ query, viewer }) => matches.ranked(viewer.uid, query)),
  route(tasteCalls.getMatch, ({ params, viewer }) => matches.inFull(viewer.uid, params.uid)),
  route(matchReceiptCalls.openMatch, ({ params, viewer }) => matchReceipts.open(viewer.uid, params.uid)),
  route(matchReceiptCalls.getMatchReceipts, ({ viewer }) => matchReceipts.list(viewer.uid)),
  route(tasteCalls.dismissMatch, ({ params, viewer }) => matches.dismiss(viewer.uid, params.uid)),
  route(tasteCalls.undismissMatch, ({ params, viewer }) => matches.undismiss(viewer.uid, params.uid)),
  route(tasteCalls.getDismissed, async ({ viewer }) => ({ people: await matches.dismissed(viewer.uid) })),
  route(tasteCalls.makePrintPicture, ({ viewer }) => printPictures.make(viewer.uid)),
  route(tasteCalls.getTaste, async ({ params, query, viewer }) =>
    taste.overview(await effectiveViewer(viewer.uid, params.uid, query.as), params.uid),
  ),
  route(tasteCalls.getMusic, async ({ params, query, viewer }) =>
    taste.music(await effectiveViewer(viewer.uid, params.uid, query.as), params.uid),
  ),
  route(tasteCalls.getVideo, async ({ params, query, viewer }) =>
    taste.video(await effectiveViewer(viewer.uid, params.uid, query.as), params.uid),
  ),
  route(tasteListCalls.getTasteList, async ({ params, query, viewer }) =>
    profileLists.page(await effectiveViewer(viewer.uid, params.uid, query.as), params.uid, params.list, query),
  ),
  route(listeningCalls.getListening, async ({ viewer }) => ({ people: await listening(viewer.uid) })),
  route(shareSearchCalls.searchToShare, ({ query, viewer }) => shareSearch(viewer.uid, query)),
  route(discoverCalls.discover, ({ query, viewer }) => discover.list(viewer.uid, query.filter)),
  route(discoverCalls.discoverKind, ({ params, query, viewer }) => discover.listKind(viewer.uid, params.kind, query.cursor)),
  route(discoverCalls.getRecipients, async ({ query, viewer }) => ({ people: await recipients(viewer.uid, query) })),
  route(discoverCalls.getSaved, ({ viewer, query }) => discover.saved(viewer.uid, query.cursor)),
  route(discoverCalls.saveDiscovery, ({ params, viewer }) => discover.save(viewer.uid, params.item_id)),
  route(discoverCalls.unsaveDiscovery, ({ params, viewer }) => discover.unsave(viewer.uid, params.item_id)),
  route(discoverCalls.lessLikeThis, ({ params, viewer }) => discover.lessLike(viewer.uid, params.item_id)),
  route(discoverCalls.undoLessLikeThis, ({ params, viewer }) => discover.undoLessLike(viewer.uid, params.item_id)),
  route(tasteCalls.getInvitation, async ({ params }) => {
    if (isSuspended(params.uid)) throw new AppError('not_found', { uid: params.uid })
    const { name, userName, print } = await printPictures.invitation(params.uid)
    return { name, user_name: userName, print }
  }),
  route(tasteCalls.exampleMatch, async () => ({ example: await matches.example() })),
]

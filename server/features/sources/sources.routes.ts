import { connectCalls } from '#contract/taste/connect.ts'
import { tasteCalls } from '#contract/taste/taste.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { Sources } from './sources.service.ts'

export const sourcesRoutes = (sources: Sources): Route[] => [
  route(tasteCalls.getSources, async ({ viewer }) => ({ sources: await sources.list(viewer.uid) })),
  route(connectCalls.beginConnect, ({ viewer, params, body }) => sources.begin(viewer.uid, params.source, body.return_to, toConsent(body))),
  route(connectCalls.finishConnect, ({ viewer, params, body }) => sources.finish(viewer.uid, params.source, body)),
  route(connectCalls.linkSource, ({ viewer, params, body }) => sources.link(viewer.uid, params.source, body, toConsent(body))),
  route(tasteCalls.syncSource, ({ viewer, params }) => sources.sync(viewer.uid, params.source)),
  route(tasteCalls.setConsent, ({ viewer, params, body }) =>
    sources.setConsent(viewer.uid, params.source, {
      shownTo: body.shown_to,
      countsForMatching: body.counts_for_matching,
      countsSilently: body.counts_silently,
    }),
  ),
  route(tasteCalls.disconnectSource, ({ viewer, params }) => sources.disconnect(viewer.uid, params.source)),
]

type ConsentBody = { shown_to?: 'everyone' | 'buddies' | 'only_me' | undefined; counts_for_matching?: boolean | undefined }
const toConsent = ({ shown_to, counts_for_matching }: ConsentBody) => ({ shownTo: shown_to, countsForMatching: counts_for_matching })

import type { Uid } from '#contract/base/ids.ts'
import { type Listening, listeningCalls } from '#contract/taste/listening.ts'
import { route, type Route } from '#server/platform/http/route.ts'

export const listeningRoutes = (listening: (viewer: Uid) => Promise<Listening[]>): Route[] => [
  route(listeningCalls.getListening, async ({ viewer }) => ({ people: await listening(viewer.uid) })),
]

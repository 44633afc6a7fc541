import type { Uid } from '#contract/ids.ts'
import { type Listening, listeningCalls } from '#contract/listening.ts'
import { route, type Route } from '../../platform/http/route.ts'

export const listeningRoutes = (listening: (viewer: Uid) => Promise<Listening[]>): Route[] => [
  route(listeningCalls.getListening, async ({ viewer }) => ({ people: await listening(viewer.uid) })),
]

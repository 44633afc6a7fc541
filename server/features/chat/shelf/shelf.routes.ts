import { shelfCalls } from '#contract/taste/shelf.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { Shelf } from './shelf.service.ts'

export const shelfRoutes = (shelf: Shelf): Route[] => [
  route(shelfCalls.getShelf, ({ params, query, viewer }) => shelf.get(viewer.uid, params.chatId, query)),
]

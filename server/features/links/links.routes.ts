import { linkCardCalls } from '#contract/links/link-cards.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { Cards } from './cards.service.ts'

export const linksRoutes = (cards: Pick<Cards, 'cardsOf'>): Route[] => [
  route(linkCardCalls.getLinkCards, async ({ viewer, body }) => ({ cards: await cards.cardsOf(viewer.uid, body.links) })),
]

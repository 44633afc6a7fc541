import { itemPageCalls } from '#contract/item-pages.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { ItemPages } from './item-page.service.ts'

export const itemPageRoutes = ({ itemPages }: { itemPages: ItemPages }): Route[] => [
  route(itemPageCalls.getItemPage, ({ params, viewer }) => itemPages.page(viewer.uid, params.item_id)),
  route(itemPageCalls.getPublicItemPage, ({ params }) => itemPages.page(null, params.item_id)),
]

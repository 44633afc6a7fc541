import { tastePreviewCalls } from '#contract/taste/taste-preview.ts'
import { itemPageCalls } from '#contract/taste/item-pages.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { ItemPages } from './item-page.service.ts'
import type { TastePreview } from './taste-preview.ts'

export const itemPageRoutes = ({ itemPages, tastePreview }: { itemPages: ItemPages; tastePreview: TastePreview }): Route[] => [
  route(itemPageCalls.getItemPage, ({ params, viewer }) => itemPages.page(viewer.uid, params.item_id)),
  route(tastePreviewCalls.previewTaste, ({ query }) => tastePreview(query.ids)),
  route(itemPageCalls.getPublicItemPage, ({ params }) => itemPages.page(null, params.item_id)),
]

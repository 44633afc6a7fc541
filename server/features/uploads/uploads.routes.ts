import { uploadCalls } from '#contract/uploads.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import type { Uploads } from './uploads.service.ts'

export function uploadRoutes({ uploads }: { uploads: Pick<Uploads, 'add' | 'discard'> }): Route[] {
  return [
    route(uploadCalls.uploadPicture, ({ viewer, file, query }) => uploads.add(viewer.uid, file.bytes, query.path)),
    route(uploadCalls.discardPicture, async ({ viewer, params }) => {
      await uploads.discard(viewer.uid, params.id)
      return {}
    }),
  ]
}

import { uploadCalls } from '#contract/uploads.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import type { Uploads } from './uploads.service.ts'

export function uploadRoutes({ uploads }: { uploads: Uploads }): Route[] {
  return [
    route(uploadCalls.uploadPicture, async ({ viewer, file }) => {
      const { id, width, height } = await uploads.add(viewer.uid, file.bytes)
      return { id, url: uploads.urlOf(id), width, height }
    }),
  ]
}

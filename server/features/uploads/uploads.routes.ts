import { uploadCalls } from '#contract/uploads.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import type { Uploads } from './uploads.service.ts'

export function uploadRoutes({ uploads }: { uploads: Pick<Uploads, 'add' | 'discard' | 'recordings'> }): Route[] {
  return [
    route(uploadCalls.uploadPicture, ({ viewer, file, query }) => uploads.add(viewer.uid, file.bytes, query.path)),
    route(uploadCalls.discardPicture, ({ viewer, params }) => uploads.discard(viewer.uid, params.id)),
    route(uploadCalls.startRecording, ({ viewer, body }) => uploads.recordings.start(viewer.uid, body)),
    route(uploadCalls.sendRecordingPart, ({ viewer, params, query, file }) =>
      uploads.recordings.addPart(viewer.uid, params.id, query.offset, file.bytes),
    ),
    route(uploadCalls.getRecording, ({ viewer, params }) => uploads.recordings.get(viewer.uid, params.id)),
  ]
}

import * as z from 'zod/mini'
import { defineCall } from './call.ts'

export const uploadedPicture = z.object({
  id: z.uuid(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
})
export type UploadedPicture = z.output<typeof uploadedPicture>

export const uploadCalls = {
  uploadPicture: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/uploads',
    summary: 'Store one picture (form field `file`); it is re-encoded and loses its metadata',
    form: true,
    withoutProfile: true,
    answer: uploadedPicture,
  }),
}

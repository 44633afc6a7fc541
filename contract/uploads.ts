import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { empty } from './base/ids.ts'
import { limits } from './limits.ts'
import { freeText } from './base/text.ts'

/** A stored picture as others meet it: in the answer of an upload, in moments and in messages. */
export const uploadedPicture = z.object({
  id: z.uuid(),
  /** Our own address, for people with a file session who may see what it hangs on. */
  url: z.string(),
  /** The same picture at most 640 px wide and high. */
  small_url: z.string(),
  /** Of the picture behind `url`, in pixels. */
  width: z.int(),
  height: z.int(),
  /** About 25 bytes in base64 that draw a blurred picture until the real one is there; null for pictures of before. */
  thumbhash: z.nullable(z.string()),
  /** What is said about it for those who can't see it; empty when nothing was. */
  alt: z.string(),
})
export type UploadedPicture = z.output<typeof uploadedPicture>

/** One of one's own pictures, chosen for a moment or a message. */
export const pictureChoice = z.object({
  id: z.uuid(),
  alt: z._default(freeText(limits.pictureAlt), ''),
})
export type PictureChoice = z.output<typeof pictureChoice>

/** The pictures of one moment or message, in order. */
export const pictureChoices = z.array(pictureChoice).check(z.maxLength(limits.pictures.max))

export const uploadCalls = {
  uploadPicture: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/uploads',
    summary: 'Store one picture (form field `file`); it is re-encoded and loses its metadata',
    form: true,
    withoutProfile: true,
    /** The folder below the person's own prefix; the file's name is always ours. */
    query: z.object({ path: z.optional(z.string().check(z.maxLength(200))) }),
    answer: uploadedPicture,
  }),
  discardPicture: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/uploads/:id',
    summary: 'Delete one’s own picture that hangs on nothing yet',
    withoutProfile: true,
    params: z.object({ id: z.uuid() }),
    answer: empty,
  }),
}

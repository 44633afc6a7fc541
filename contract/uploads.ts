import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { empty } from './base/ids.ts'
import { limits } from './limits.ts'
import { freeText } from './base/text.ts'

/** A stored picture in the response of an upload, in moments and in messages. */
export const uploadedPicture = z.object({
  id: z.uuid(),
  /** Address on this server, for users with a file session who may see the owner (moment, message, profile). */
  url: z.string(),
  /** The same picture at most 640 px wide and high. */
  small_url: z.string(),
  /** Size of the picture at `url` in pixels. */
  width: z.int(),
  height: z.int(),
  /** A blurred preview of about 25 bytes in base64; null for older pictures. */
  thumbhash: z.nullable(z.string()),
  /** Alternative text; empty when there is none. */
  alt: z.string(),
})
export type UploadedPicture = z.output<typeof uploadedPicture>

/** One of the user's own pictures, attached to a moment or a message. */
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
    /** The folder below the user's own prefix; the server chooses the file name. */
    query: z.object({ path: z.optional(z.string().check(z.maxLength(200))) }),
    answer: uploadedPicture,
  }),
  discardPicture: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/uploads/:id',
    summary: 'Delete one’s own picture that isn’t attached to anything yet',
    withoutProfile: true,
    params: z.object({ id: z.uuid() }),
    answer: empty,
  }),
}

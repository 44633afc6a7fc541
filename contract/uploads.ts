import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { empty, queryNumber } from './base/ids.ts'
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

/** The loudness of a recording over its time, from silence (0) to the loudest part. */
export const waveform = z.array(z.int().check(z.minimum(0), z.maximum(limits.recording.level))).check(z.length(limits.recording.bars))

/** A stored recording of a voice message. */
export const recording = z.object({
  id: z.uuid(),
  /** Address on this server, for users with a file session who may see the message. Supports range requests. */
  url: z.string(),
  duration_ms: z.int(),
  waveform: z.array(z.int()),
})
export type Recording = z.output<typeof recording>

/** A recording that may lack some bytes. `recording` is null until all have arrived. */
export const recordingUpload = z.object({
  id: z.uuid(),
  /** The number of stored bytes, at which the next part starts. */
  offset: z.int(),
  recording: z.nullable(recording),
})
export type RecordingUpload = z.output<typeof recordingUpload>

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
    response: uploadedPicture,
  }),
  discardPicture: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/uploads/:id',
    summary: 'Delete one’s own picture that isn’t attached to anything yet',
    withoutProfile: true,
    params: z.object({ id: z.uuid() }),
    response: empty,
  }),
  startRecording: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/recordings',
    summary: 'Start the upload of a voice recording; its parts follow. An unfinished upload is deleted after an hour',
    body: z.object({ bytes: z.int().check(z.minimum(1), z.maximum(limits.recording.bytes)), waveform }),
    response: recordingUpload,
  }),
  sendRecordingPart: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/recordings/:id/parts',
    summary: 'The next part of a recording (form field `file`). `wrong_state` unless `offset` is the number of stored bytes',
    params: z.object({ id: z.uuid() }),
    query: z.object({ offset: queryNumber(0, limits.recording.bytes) }),
    form: true,
    response: recordingUpload,
  }),
  getRecording: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/recordings/:id',
    summary: 'How much of one’s own recording is stored, to resume an interrupted upload',
    params: z.object({ id: z.uuid() }),
    response: recordingUpload,
  }),
}

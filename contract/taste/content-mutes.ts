import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { defineFrame } from '../base/frame.ts'
import { empty, isoDate } from '../base/ids.ts'
import { freeText } from '../base/text.ts'
import { limits } from '../limits.ts'
import { item } from '../media.ts'

/** A word, artist, or channel that the viewer has muted. Either `word` or `item` is set. */
export const contentMute = z.object({
  id: z.uuid(),
  word: z.nullable(z.string()),
  item: z.nullable(item),
  /** When it ends; null if it doesn't. */
  until: z.nullable(isoDate),
})
export type ContentMute = z.output<typeof contentMute>

const until = z.nullable(isoDate)

export const contentMuteCalls = {
  getContentMutes: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/content-mutes',
    summary: 'Words, artists and channels that the viewer has muted, the latest first',
    response: z.object({ mutes: z.array(contentMute) }),
  }),
  muteWord: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/content-mutes/words',
    summary: 'Mute a word or phrase, until a time or for good; muting it again changes the end',
    body: z.object({ word: freeText({ min: 1, max: limits.contentMutes.word }), until }),
    response: contentMute,
  }),
  muteItem: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/content-mutes/items/:item_id',
    summary: 'Mute an artist or channel, until a time or for good; muting it again changes the end',
    params: z.object({ item_id: z.uuid() }),
    body: z.object({ until }),
    response: contentMute,
  }),
  removeContentMute: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/content-mutes/:id',
    summary: 'Unmute a word, artist or channel; harmless when it isn’t muted',
    params: z.object({ id: z.uuid() }),
    response: empty,
  }),
}

export const contentMuteFrames = {
  /** Sent to the user's own devices when their muted content changes. */
  content_mutes_changed: defineFrame('content_mutes_changed', z.object({})),
}

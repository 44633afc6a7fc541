import * as z from 'zod/mini'
import { entriesOf } from '#server/providers/provider-http.ts'

// The parts of the Data API's answers that we read. `kind` has two spellings and is never used.

const title = z.string().check(z.maxLength(1_000))
const channelId = z.string().check(z.regex(/^UC[\w-]{22}$/))
const videoId = z.string().check(z.regex(/^[\w-]{11}$/))

const paging = {
  nextPageToken: z.optional(z.string().check(z.minLength(1), z.maxLength(1_000))),
  pageInfo: z.optional(z.object({ totalResults: z.optional(z.int().check(z.minimum(0))) })),
}

/** The channel subscribed to is in `resourceId`; `snippet.channelId` is the subscriber. */
const subscription = z.object({ snippet: z.object({ title, resourceId: z.object({ channelId }) }) })
const listedVideo = z.object({ contentDetails: z.object({ videoId }) })
/** Addresses of Wikipedia articles; missing without a topic. */
const topicDetails = z.optional(z.object({ topicCategories: z.optional(z.array(z.string().check(z.maxLength(500)))) }))
const video = z.object({
  id: videoId,
  /** The category is a number as text, chosen by the uploader. */
  snippet: z.object({ title, channelId, channelTitle: title, categoryId: z.optional(z.string().check(z.maxLength(20))) }),
  /** ISO 8601, such as `PT4M13S`; `P0D` for a stream. */
  contentDetails: z.optional(z.object({ duration: z.optional(z.string().check(z.maxLength(50))) })),
  status: z.optional(z.object({ embeddable: z.optional(z.boolean()), privacyStatus: z.optional(z.string()) })),
  topicDetails,
})

export type YouTubeSubscription = z.output<typeof subscription>
export type YouTubeVideo = z.output<typeof video>

/** A user without a channel gets answers without `items`. */
export const subscriptionPage = z.object({ items: z.prefault(entriesOf(subscription), []), ...paging })
export const listedVideoPage = z.object({ items: z.prefault(entriesOf(listedVideo), []), ...paging })
export const videoPage = z.object({ items: z.prefault(entriesOf(video), []) })
/** The playlist with a public channel's videos. */
export const channelUploads = z.object({
  items: z.prefault(
    z.array(
      z.object({
        id: channelId,
        contentDetails: z.object({ relatedPlaylists: z.object({ uploads: z.optional(z.string().check(z.regex(/^[\w-]{2,64}$/))) }) }),
      }),
    ),
    [],
  ),
})
/** The count is a string, rounded to three digits by YouTube; missing if the channel hides it. */
const statistics = z.optional(z.object({ subscriberCount: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) }))
/** Topics and subscriber counts of public channels. */
export const channelDetails = z.object({ items: z.prefault(entriesOf(z.object({ id: channelId, topicDetails, statistics })), []) })
export const ownChannel = z.object({
  items: z.prefault(
    z.array(
      z.object({
        id: channelId,
        snippet: z.object({ title }),
        contentDetails: z.object({ relatedPlaylists: z.object({ likes: z.optional(z.string().check(z.maxLength(100))) }) }),
      }),
    ),
    [],
  ),
})
export const errorBody = z.object({ error: z.object({ errors: z.optional(z.array(z.object({ reason: z.optional(z.string()) }))) }) })

/** A playlist that was created. The id becomes part of addresses. */
export const newPlaylist = z.object({ id: z.string().check(z.regex(/^[\w-]{10,64}$/)) })

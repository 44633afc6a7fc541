import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { defineFrame } from '../base/frame.ts'
import { cursor, empty, isoDate, queryNumber, uid } from '../base/ids.ts'
import { limits } from '../limits.ts'
import { item } from '../media.ts'
import { uploadedPicture } from '../uploads.ts'
import { audience, personCard, relation } from '../people.ts'
import { viewAs } from '../profiles.ts'

/** One height per bar of `PRINT_BARS`, 0 to 1. Music and video are each scaled to their own highest bar. */
export const print = z.array(z.number())
export type Print = z.output<typeof print>

/** Indexes of bars in `PRINT_BARS` that no source has reported, inferred from items that people love together. Omitted if empty. */
const inferredBars = z.array(z.int())
/** Two prints on one axis. */
export const prints = z.object({
  mine: print,
  theirs: print,
  inferred: z.optional(z.object({ mine: inferredBars, theirs: inferredBars })),
})
export type Prints = z.output<typeof prints>

/** The sources of taste in display order. */
export const sourceNames = [
  'spotify',
  'youtube',
  'listenbrainz',
  'lastfm',
  'spotify_file',
  'youtube_file',
  'listenbrainz_file',
  'history_file',
  'picks',
] as const
export const sourceName = z.enum(sourceNames)
export type SourceName = z.output<typeof sourceName>
/** Connected by OAuth. */
export const connectableSources = ['spotify', 'youtube'] as const
export const connectableSource = z.enum(connectableSources)
export type ConnectableSource = z.output<typeof connectableSource>
/** Linked by the user name of a public profile. */
export const nameSources = ['listenbrainz', 'lastfm'] as const
export const nameSource = z.enum(nameSources)
export type NameSource = z.output<typeof nameSource>
/** Sources that redirect to the service, to grant access or to prove the ownership of a user name. */
export const authorizedSources = [...connectableSources, 'lastfm'] as const
export const authorizedSource = z.enum(authorizedSources)
export type AuthorizedSource = z.output<typeof authorizedSource>
/** Imported as a file (imports.ts). */
export const fileSources = ['spotify_file', 'youtube_file', 'listenbrainz_file', 'history_file'] as const
export const fileSource = z.enum(fileSources)
export type FileSource = z.output<typeof fileSource>
/** Synced from a provider regularly. */
export const syncedSources = [...connectableSources, ...nameSources] as const
export const syncedSource = z.enum(syncedSources)
export type SyncedSource = z.output<typeof syncedSource>

export const source = z.object({
  source: sourceName,
  /** `reconnect`: the provider rejects our authorization; the data stays until its retention limit. */
  status: z.enum(['not_connected', 'syncing', 'connected', 'reconnect', 'failed']),
  /** The account name at the provider. */
  account: z.nullable(z.string()),
  /** The progress while `syncing`. `total` is null until the provider reports it. */
  progress: z.nullable(
    z.object({ reading: z.enum(['artists', 'tracks', 'channels', 'videos']), done: z.int(), total: z.nullable(z.int()) }),
  ),
  counts: z.object({ artists: z.int(), tracks: z.int(), channels: z.int(), videos: z.int() }),
  synced_at: z.nullable(isoDate),
  /**
   * The reason that this account can't be synced, if any. Connecting again doesn't help. `not_offered`: not set up on this server. A reason
   * that a later release stored is omitted.
   */
  // oxlint-disable-next-line promise/valid-params -- the schema's `catch`, not a promise's
  problem: z.catch(z.optional(z.enum(['not_allowed', 'no_channel', 'account_closed', 'unknown', 'private', 'not_offered'])), undefined),
  /** When the imported data is deleted, if the account no longer syncs; omitted otherwise. */
  kept_until: z.optional(isoDate),
  /** When a sync continues after a long wait that the provider requested; omitted otherwise. */
  resumes_at: z.optional(isoDate),
  shown_to: audience,
  counts_for_matching: z.boolean(),
  /** Whether it also counts in matches with people it is hidden from. They see the percentage in steps of 5, and no items. */
  counts_silently: z.boolean(),
  /** False: this installation shows data of this source only to its owner. */
  may_share: z.boolean(),
  /** Whether the user owns the linked name, as verified; null for sources without a name. */
  verified: z.nullable(z.boolean()),
  /** How to prove the name: with a token of the service or by sign-in there; null if impossible or unnecessary. */
  proof: z.nullable(z.enum(['token', 'web'])),
  /** A fake service of the sandbox is used here. */
  stand_in: z.boolean(),
})
export type Source = z.output<typeof source>

/** How many people love an item worldwide, in the provider's unit. */
export const worldSize = z.object({
  count: z.int(),
  unit: z.enum(['followers', 'subscribers', 'listeners', 'listenbrainz_listeners']),
})
export type WorldSize = z.output<typeof worldSize>

/** An item that both love. */
export const sharedItem = z.object({
  item,
  /** Share of the total, 0 to 1. */
  contribution: z.number(),
  /** The number of users here who love it; null below 5. */
  here: z.nullable(z.object({ holders: z.int(), users: z.int() })),
  /** Null if no provider reports it. */
  world: z.nullable(worldSize),
})
export type SharedItem = z.output<typeof sharedItem>

export const matchPart = z.object({
  /** `listeners`: similar listening without shared items, from collaborative filtering. Only present if above 0. */
  part: z.enum(['artists', 'tracks', 'genres', 'channels', 'topics', 'listeners']),
  /** Its part of the percentage and the length of its bar. The points of all parts add up to the percentage. */
  points: z.int(),
  shared: z.int(),
})
export type MatchPart = z.output<typeof matchPart>

/** The similarity of two people. Symmetric. */
export const match = z.object({
  /** True if one of the two hides their match: everything else is empty. */
  is_hidden: z.boolean(),
  /** 0 to 100, calibrated, between the percentages of music and video; null without enough data. */
  percent: z.nullable(z.int()),
  /** Null if one of the two has too little data; then it does not count in `percent`. */
  music_percent: z.nullable(z.int()),
  video_percent: z.nullable(z.int()),
  /** The number of artists and channels that the percentage is based on, of the user with fewer. */
  based_on: z.object({ artists: z.int(), channels: z.int() }),
  shared_artists: z.int(),
  shared_channels: z.int(),
  /** All items of `shared`, including those that a list leaves out: artists, channels, tracks, and videos. */
  shared_items: z.int(),
  /** They share no items: the percentage is based only on similar listeners. */
  only_listeners: z.boolean(),
  /** The rarest shared artist or channel; a track only if they share nothing else. */
  rarest: z.nullable(item),
  /** Rarest first. */
  shared: z.array(sharedItem),
})
export type Match = z.output<typeof match>

export const matchCard = z.object({
  person: personCard,
  relation,
  mutual_count: z.int(),
  match,
  prints,
})
export type MatchCard = z.output<typeof matchCard>

/** A suggested person and the main reason: taste or mutual buddies. */
export const suggestedPerson = z.object({ ...matchCard.shape, basis: z.enum(['taste', 'mutual_buddies']) })
export type SuggestedPerson = z.output<typeof suggestedPerson>

export const suggestion = z.object({ item, rank: z.nullable(z.int()) })

export const matchInFull = z.object({
  ...matchCard.shape,
  parts: z.array(matchPart),
  /** The number of people here with a lower match with the viewer; null under 5 people. */
  closer_than: z.nullable(z.object({ people: z.int(), of: z.int() })),
  you_would_like: z.array(suggestion),
  they_would_like: z.array(suggestion),
})
export type MatchInFull = z.output<typeof matchInFull>

export const tasteRow = z.object({ item, rank: z.int(), shared: z.boolean() })
export type TasteRow = z.output<typeof tasteRow>

export const matchFilter = z.enum(['all', 'music', 'video'])
export type MatchFilter = z.output<typeof matchFilter>

const ofPerson = z.object({ uid })
const tasteSection = z.object({ visible: z.boolean(), rows: z.array(tasteRow) })

export const tasteCalls = {
  getSources: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/sources',
    summary: 'The viewer’s sources with status and progress',
    response: z.object({ sources: z.array(source) }),
  }),
  syncSource: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/sources/:source/sync',
    summary: 'Sync a source now',
    params: z.object({ source: syncedSource }),
    response: source,
  }),
  setConsent: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/sources/:source/consent',
    summary: 'Change who may see this source and whether it counts for matching',
    params: z.object({ source: sourceName }),
    body: z.object({
      shown_to: audience,
      counts_for_matching: z.boolean(),
      /** Omitted: unchanged. */
      counts_silently: z.optional(z.boolean()),
    }),
    response: source,
  }),
  disconnectSource: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/sources/:source',
    summary: 'Disconnect this source and delete all its data',
    params: z.object({ source: sourceName }),
    response: source,
  }),
  getMatches: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/matches',
    summary: 'Suggested people, ranked by match and mutual buddies, best first; the percentage is based on taste alone',
    query: z.object({
      filter: z._default(matchFilter, 'all'),
      /** Only people who speak this language. */
      language: z.optional(z.string().check(z.regex(/^[a-z]{2,3}$/))),
      /** Only users who were active within a month and don't hide it. */
      active: z.optional(z.enum(['yes'])),
      cursor: z.optional(cursor),
      limit: z.optional(queryNumber(1, limits.pageSize.max)),
    }),
    /** `total` is null for filters on a large installation, where counting is too expensive. */
    response: z.object({ people: z.array(suggestedPerson), total: z.nullable(z.int()), next: z.nullable(cursor) }),
  }),
  getMatch: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/matches/:uid',
    summary: 'The match with one person in detail',
    params: ofPerson,
    response: matchInFull,
  }),
  dismissMatch: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/matches/:uid/dismiss',
    summary: 'Stop suggesting this person',
    params: ofPerson,
    response: empty,
  }),
  undismissMatch: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/matches/:uid/dismiss',
    summary: 'Suggest this person again',
    params: ofPerson,
    response: empty,
  }),
  getDismissed: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/matches-dismissed',
    summary: 'People the viewer has excluded from suggestions, the latest first',
    response: z.object({ people: z.array(personCard) }),
  }),
  makePrintPicture: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/print-picture',
    summary: 'Create a picture of the viewer’s public taste print; only the viewer can open it until it is attached to a moment or message',
    response: uploadedPicture,
  }),
  getTaste: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/profile/:uid/taste',
    summary: 'A person’s print and top items, as far as the viewer may see them',
    params: ofPerson,
    query: z.object({ as: viewAs }),
    response: z.object({ print, inferred: z.optional(inferredBars), artists: z.array(tasteRow), channels: z.array(tasteRow) }),
  }),
  getMusic: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/profile/:uid/spotify',
    summary: 'A person’s artists and tracks; `visible` is false if the person hides them from the viewer',
    params: ofPerson,
    query: z.object({ as: viewAs }),
    response: z.object({ artists: tasteSection, tracks: tasteSection }),
  }),
  getVideo: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/profile/:uid/youtube',
    summary: 'A person’s channels and liked videos; `visible` is false if the person hides them from the viewer',
    params: ofPerson,
    query: z.object({ as: viewAs }),
    response: z.object({ channels: tasteSection, videos: tasteSection }),
  }),
  getInvitation: defineCall({
    method: 'GET',
    area: 'public',
    path: '/invitations/:uid',
    summary: 'The name and public taste print of a person, for their invitation link',
    params: ofPerson,
    response: z.object({ name: z.string(), user_name: z.string(), print }),
  }),
  exampleMatch: defineCall({
    method: 'GET',
    area: 'public',
    path: '/example-match',
    summary: 'A match of two demo people for the landing page; null without a demo world',
    response: z.object({
      example: z.nullable(z.object({ left: personCard, right: personCard, match, prints })),
    }),
  }),
}

export const tasteFrames = {
  /** To the user's own devices while a source is synced and when it is done. */
  source_changed: defineFrame('source_changed', z.object({ source })),
}

import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { defineFrame } from './base/frame.ts'
import { cursor, empty, isoDate, queryNumber, returnPathText, uid } from './base/ids.ts'
import { limits } from './limits.ts'
import { item } from './media.ts'
import { uploadedPicture } from './uploads.ts'
import { audience, personCard, relation } from './people.ts'
import { seenAs } from './profiles.ts'
import { freeText } from './base/text.ts'

/** One height per bar of `PRINT_BARS`, 0 to 1; music and video are each scaled to their own highest bar. */
export const print = z.array(z.number())
export type Print = z.output<typeof print>

/** Places of bars in `PRINT_BARS` of which no source has said it: worked out from what people love together. Left out where there are none. */
const inferredBars = z.array(z.int())
/** Two prints on one axis. `inferred` is left out where nothing is. */
export const prints = z.object({
  mine: print,
  theirs: print,
  inferred: z.optional(z.object({ mine: inferredBars, theirs: inferredBars })),
})
export type Prints = z.output<typeof prints>

/** Where taste can come from, in the order in which people see it. */
export const sourceName = z.enum([
  'spotify',
  'youtube',
  'listenbrainz',
  'lastfm',
  'spotify_file',
  'youtube_file',
  'listenbrainz_file',
  'picks',
])
export type SourceName = z.output<typeof sourceName>
/** Connected by authorisation at the provider. */
export const connectableSource = z.enum(['spotify', 'youtube'])
export type ConnectableSource = z.output<typeof connectableSource>
/** Linked by the name of a public profile. */
export const nameSource = z.enum(['listenbrainz', 'lastfm'])
export type NameSource = z.output<typeof nameSource>
/** Where people are sent to the service itself and come back with its word: to give access, or to prove that a name is theirs. */
export const authorisedSource = z.enum([...connectableSource.options, 'lastfm'])
export type AuthorisedSource = z.output<typeof authorisedSource>
/** Brought as a file (imports.ts). */
export const fileSource = z.enum(['spotify_file', 'youtube_file', 'listenbrainz_file'])
export type FileSource = z.output<typeof fileSource>
/** Read from a provider, again and again. */
export const syncedSource = z.enum([...connectableSource.options, ...nameSource.options])
export type SyncedSource = z.output<typeof syncedSource>

export const source = z.object({
  source: sourceName,
  /** `reconnect`: the provider no longer accepts our authorisation; what was read stays until its time limit. */
  status: z.enum(['not_connected', 'syncing', 'connected', 'reconnect', 'failed']),
  /** The name of the account at the provider. */
  account: z.nullable(z.string()),
  /** What is being read and how far, while `syncing`. `total` is null until the provider has said it. */
  progress: z.nullable(
    z.object({ reading: z.enum(['artists', 'tracks', 'channels', 'videos']), done: z.int(), total: z.nullable(z.int()) }),
  ),
  counts: z.object({ artists: z.int(), tracks: z.int(), channels: z.int(), videos: z.int() }),
  synced_at: z.nullable(isoDate),
  shown_to: audience,
  counts_for_matching: z.boolean(),
  /** Whether it counts for people it is not shown to, too: they then see the figure in steps of 5, and never the things. */
  counts_silently: z.boolean(),
  /** False: this installation keeps what comes from there to its owner, whatever they choose. */
  may_share: z.boolean(),
  /** Whether a linked name was proven to be the person's own; null for sources without a name. */
  verified: z.nullable(z.boolean()),
  /** How a name can be proven here: by a token of the service, or by signing in there; null where it can't, or need not. */
  proof: z.nullable(z.enum(['token', 'web'])),
  /** An imitation of the real service answers here. */
  stand_in: z.boolean(),
})
export type Source = z.output<typeof source>

/** How many love an item everywhere, and in what the provider counts. */
export const worldSize = z.object({
  count: z.int(),
  unit: z.enum(['followers', 'subscribers', 'listeners', 'listenbrainz_listeners']),
})
export type WorldSize = z.output<typeof worldSize>

/** One item both love. */
export const sharedItem = z.object({
  item,
  /** Share of the total, 0 to 1. */
  contribution: z.number(),
  /** How many users here love it, and of how many; null below 5 who do. */
  here: z.nullable(z.object({ holders: z.int(), users: z.int() })),
  /** Null where no provider has counted it. */
  world: z.nullable(worldSize),
})
export type SharedItem = z.output<typeof sharedItem>

export const matchPart = z.object({
  /** `listeners`: the two listen like each other, as far as the crowd tells; nothing of it is shared. Only present where it adds something. */
  part: z.enum(['artists', 'tracks', 'genres', 'channels', 'topics', 'listeners']),
  /** What it adds to the percentage, and the length of its bar. The points of a match add up to its percentage. */
  points: z.int(),
  shared: z.int(),
})
export type MatchPart = z.output<typeof matchPart>

/** How alike two people are. The same for both, whoever asks. */
export const match = z.object({
  /** One of the two keeps to themselves how well others match them: nothing else is told. */
  is_hidden: z.boolean(),
  /** 0 to 100, calibrated, between the percentages of both sides; null when there is not enough data to say. */
  percent: z.nullable(z.int()),
  /** Null where too little is known of one of the two; such a side does not count in `percent`. */
  music_percent: z.nullable(z.int()),
  video_percent: z.nullable(z.int()),
  /** Of the smaller side: how many artists and channels the figure rests on. */
  based_on: z.object({ artists: z.int(), channels: z.int() }),
  shared_artists: z.int(),
  shared_channels: z.int(),
  /** They share nothing: the percentage rests on similar listeners alone. */
  only_listeners: z.boolean(),
  /** The rarest artist or channel both love; a track only where they share nothing else. */
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

/** Somebody to meet, and what the suggestion is based on more: how well they match, or mutual buddies. */
export const suggestedPerson = z.object({ ...matchCard.shape, basis: z.enum(['taste', 'mutual_buddies']) })
export type SuggestedPerson = z.output<typeof suggestedPerson>

export const suggestion = z.object({ item, rank: z.int() })

export const matchInFull = z.object({
  ...matchCard.shape,
  parts: z.array(matchPart),
  /** Of all people here, how many are less close to the viewer; null under 5 people. */
  closer_than: z.nullable(z.object({ people: z.int(), of: z.int() })),
  you_would_like: z.array(suggestion),
  they_would_like: z.array(suggestion),
})
export type MatchInFull = z.output<typeof matchInFull>

export const tasteRow = z.object({ item, rank: z.int(), shared: z.boolean() })
export type TasteRow = z.output<typeof tasteRow>

export const matchFilter = z.enum(['all', 'music', 'video'])
export type MatchFilter = z.output<typeof matchFilter>

/** Asked for when a source is connected. Left out: what the source was last set to, or what it begins with. */
const consent = { shown_to: z.optional(audience), counts_for_matching: z.optional(z.boolean()) }

const ofPerson = z.object({ uid })
const ofSource = z.object({ source: authorisedSource })
const tasteSection = z.object({ visible: z.boolean(), rows: z.array(tasteRow) })

export const tasteCalls = {
  savePicks: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/taste-picks',
    summary: 'Replace the artists and channels a person picked by hand',
    withoutProfile: true,
    body: z.object({
      picks: z
        .array(
          z.union([
            z.object({ item_id: z.uuid() }),
            z.object({ kind: z.enum(['artist', 'channel']), name: freeText({ min: 1, max: 100 }) }),
          ]),
        )
        .check(z.maxLength(limits.picks.max)),
    }),
    answer: z.object({ items: z.array(item) }),
  }),
  getSources: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/sources',
    summary: 'Where the viewer’s taste comes from, with status and progress',
    answer: z.object({ sources: z.array(source) }),
  }),
  beginConnect: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/sources/:source/begin',
    summary: 'Start an authorisation, or the proof of a name: the address to send the browser to',
    params: ofSource,
    body: z.object({
      return_to: z._default(returnPathText, '/social_connect'),
      ...consent,
    }),
    answer: z.object({ authorize_url: z.string() }),
  }),
  finishConnect: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/sources/:source/finish',
    summary: 'Exchange the code (of Last.fm the token) that came back; the first sync starts by itself',
    params: ofSource,
    body: z.object({
      code: z.string().check(z.minLength(1), z.maxLength(2_000)),
      state: z.string().check(z.minLength(1), z.maxLength(200)),
    }),
    answer: z.object({ source, return_to: z.string() }),
  }),
  syncSource: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/sources/:source/sync',
    summary: 'Read the account again',
    params: z.object({ source: syncedSource }),
    answer: source,
  }),
  linkSource: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/sources/:source/link',
    summary: 'Link a public listening profile by its name, or prove with its token that it is one’s own',
    params: z.object({ source: nameSource }),
    body: z.object({
      name: freeText({ min: 1, max: 200 }),
      /** Of the service; looked at once and not kept. Left out: the name is linked as not verified. */
      token: z.optional(freeText({ min: 1, max: 200 })),
      ...consent,
    }),
    answer: source,
  }),
  setConsent: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/sources/:source/consent',
    summary: 'Who may see this source, and whether it counts for matching',
    params: z.object({ source: sourceName }),
    body: z.object({
      shown_to: audience,
      counts_for_matching: z.boolean(),
      /** Left out: as it was. */
      counts_silently: z.optional(z.boolean()),
    }),
    answer: source,
  }),
  disconnectSource: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/sources/:source',
    summary: 'Disconnect and delete everything that came from this source',
    params: z.object({ source: sourceName }),
    answer: source,
  }),
  getMatches: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/matches',
    summary: 'People to meet, ranked by match and mutual buddies, best first; the percentage is that of taste alone',
    query: z.object({
      filter: z._default(matchFilter, 'all'),
      /** Only people who speak this one. */
      language: z.optional(z.string().check(z.regex(/^[a-z]{2,3}$/))),
      /** Only people who were here within a month and do not hide it. */
      active: z.optional(z.enum(['yes'])),
      cursor: z.optional(cursor),
      limit: z.optional(queryNumber(1, limits.pageSize.max)),
    }),
    /** `total` is null in a large crowd that is narrowed: counting would mean asking for everybody. */
    answer: z.object({ people: z.array(suggestedPerson), total: z.nullable(z.int()), next: z.nullable(cursor) }),
  }),
  getMatch: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/matches/:uid',
    summary: 'The match with one person in full',
    params: ofPerson,
    answer: matchInFull,
  }),
  dismissMatch: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/matches/:uid/dismiss',
    summary: 'Don’t suggest this person again',
    params: ofPerson,
    answer: empty,
  }),
  undismissMatch: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/matches/:uid/dismiss',
    summary: 'Suggest this person again',
    params: ofPerson,
    answer: empty,
  }),
  getDismissed: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/matches-dismissed',
    summary: 'People the viewer does not want to have suggested, the latest first',
    answer: z.object({ people: z.array(personCard) }),
  }),
  makePrintPicture: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/print-picture',
    summary: 'Draw the viewer’s taste print, as everybody may see it, as a picture; nobody else can open it until it hangs on something',
    answer: uploadedPicture,
  }),
  getTaste: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/profile/:uid/taste',
    summary: 'A person’s print and top things, as the viewer may see them',
    params: ofPerson,
    query: z.object({ as: seenAs }),
    answer: z.object({ print, inferred: z.optional(inferredBars), artists: z.array(tasteRow), channels: z.array(tasteRow) }),
  }),
  getMusic: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/profile/:uid/spotify',
    summary: 'A person’s artists and tracks; `visible` is false when they keep them to others',
    params: ofPerson,
    query: z.object({ as: seenAs }),
    answer: z.object({ artists: tasteSection, tracks: tasteSection }),
  }),
  getVideo: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/profile/:uid/youtube',
    summary: 'A person’s channels and liked videos; `visible` is false when they keep them to others',
    params: ofPerson,
    query: z.object({ as: seenAs }),
    answer: z.object({ channels: tasteSection, videos: tasteSection }),
  }),
  exampleMatch: defineCall({
    method: 'GET',
    area: 'public',
    path: '/example-match',
    summary: 'A match of two people of the demo world for the landing page; null where there is no demo world',
    answer: z.object({
      example: z.nullable(z.object({ left: personCard, right: personCard, match, prints })),
    }),
  }),
}

export const tasteFrames = {
  /** To the person's own devices while a source is read and when it is done. */
  source_changed: defineFrame('source_changed', z.object({ source })),
}

import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { defineFrame } from './base/frame.ts'
import { isoDate, uid } from './base/ids.ts'
import { freeText } from './base/text.ts'
import { limits } from './limits.ts'
import { spotifyId, videoId } from './media.ts'

/**
 * The media of an item. Tracks are played only with tracks and videos with videos; a track is never played under another item's picture.
 */
const itemSide = z.enum(['sound', 'video'])

/** An item as a client proposes it. A track has an id of at least one platform, a video the id of YouTube. */
export const newTogetherItem = z.object({
  side: itemSide,
  title: freeText({ min: 1, max: limits.together.title }),
  by: freeText({ max: limits.together.title }),
  spotify_id: z.nullable(spotifyId),
  youtube_id: z.nullable(videoId),
})
export type NewTogetherItem = z.output<typeof newTogetherItem>

/** An item of a session. `id` identifies its place in the queue: the same track may be queued twice. */
export const togetherItem = z.object({
  ...newTogetherItem.shape,
  id: z.uuid(),
  /** `NOBODY` for a deleted account, and for a user whom the viewer may not see. */
  added_by: uid,
  /** Without those of users whom the viewer may not see. */
  votes: z.array(uid),
})
export type TogetherItem = z.output<typeof togetherItem>

/**
 * Where playback is. `rate` 0 is paused. Before `at_ms` (server time) the position stays `position_ms`: a start in the future is agreed in
 * advance.
 */
export const timeline = z.object({
  /** The id of the current item; null while nothing plays. */
  item: z.nullable(z.uuid()),
  position_ms: z.number(),
  rate: z.union([z.literal(0), z.literal(1)]),
  at_ms: z.number(),
})
export type Timeline = z.output<typeof timeline>

/** From a command to the agreed start: the delay to every client, and the lag of its player. */
export const LEAD_MS = 1_200

/** The position at this server time, in milliseconds. */
export function positionAt({ position_ms: position, rate, at_ms: at }: Timeline, serverMs: number): number {
  return position + rate * Math.max(0, serverMs - at)
}

export const togetherRoles = ['host', 'co-host', 'guest'] as const
export const togetherRole = z.enum(togetherRoles)
export type TogetherRole = z.output<typeof togetherRole>

/** Why a participant's platform does not play the current item. */
export const playError = z.enum(['account', 'region', 'embedding', 'advert', 'consent', 'blocked', 'missing', 'unknown'])
export type PlayError = z.output<typeof playError>
/** Errors that neither user action nor waiting resolves. */
export const finalErrors: ReadonlySet<string> = new Set<PlayError>(['region', 'embedding', 'missing', 'unknown'])

export const togetherMember = z.object({
  uid,
  name: z.string(),
  avatar: z.nullable(z.string()),
  role: togetherRole,
  /** The platform on which they play; null until they have chosen. */
  platform: z.nullable(z.enum(['spotify', 'youtube'])),
  /** Ready for the current item, or the platform reported an error. */
  ready: z.boolean(),
  error: z.nullable(playError),
  /** They have no player anywhere. `error` is 'consent' then, which older pages know: nobody waits for them. */
  is_away: z.optional(z.boolean()),
  /** Whether their player is within half a second of the others, as the client reports it. */
  in_sync: z.boolean(),
})
export type TogetherMember = z.output<typeof togetherMember>

/** An emoji at a moment of the current item. */
export const togetherMark = z.object({ by: uid, emoji: z.string(), position_ms: z.number() })
export type TogetherMark = z.output<typeof togetherMark>

export const togetherControl = z.enum(['all', 'host'])

/** The members' latest actions, for the line that names them. `host`: this user is the host from now on. */
export const togetherEvent = z.object({
  by: uid,
  name: z.string(),
  what: z.enum(['join', 'leave', 'play', 'pause', 'seek', 'skip', 'add', 'host', 'settings']),
  /** Server time. */
  at_ms: z.number(),
})
export type TogetherEvent = z.output<typeof togetherEvent>

export const togetherSession = z.object({
  id: z.uuid(),
  chat_id: z.uuid(),
  /** Increases by one with each change. */
  version: z.int(),
  timeline,
  current: z.nullable(togetherItem),
  queue: z.array(togetherItem),
  /** In the order in which they joined. If the host leaves, the first co-host takes over, otherwise the first guest. */
  members: z.array(togetherMember),
  control: togetherControl,
  /** "My turn, your turn": members choose the next item in rotation. */
  turns: z.boolean(),
  /** The users who voted to skip the current item. */
  skips: z.array(uid),
  marks: z.array(togetherMark),
  played: z.int(),
  /** The maximum number of users of a session. */
  max_members: z.int(),
  last: z.nullable(togetherEvent),
  started_at: isoDate,
})
export type TogetherSession = z.output<typeof togetherSession>

const member = z.object({ uid, name: z.string() })

/** A user who joined or left. `host`: this user became the host because the previous one left. */
export const togetherVisit = z.object({ name: z.string(), what: z.enum(['start', 'join', 'leave', 'host']), at: isoDate })
export type TogetherVisit = z.output<typeof togetherVisit>

/** The items that a session has played. `ended_at` is null while it runs. */
export const togetherRecap = z.object({
  id: z.uuid(),
  chat_id: z.uuid(),
  started_at: isoDate,
  ended_at: z.nullable(isoDate),
  /** In the order of playback. */
  items: z.array(
    z.object({
      ...newTogetherItem.shape,
      /** The name of the member who added the item; null for a deleted account. */
      brought_by: z.nullable(z.string()),
      /** The viewer had not played it before. It doesn't reveal whether others knew it. */
      is_new: z.boolean(),
      /** Reactions at their seconds, of members whom the viewer may see; they return when the item is played again. */
      marks: z.array(z.object({ emoji: z.string(), position_ms: z.number() })),
    }),
  ),
  /** All users who took part. */
  members: z.array(member),
  saved_by: z.array(member),
  /** The latest visits, the earliest first. */
  visits: z.array(togetherVisit),
})
export type TogetherRecap = z.output<typeof togetherRecap>

/** A timestamp in an item, to which messages written during a session refer. */
export type AtReference = Pick<NewTogetherItem, 'side' | 'spotify_id' | 'youtube_id'> & { second: number }

const AT = /^at:(sound|video):([0-9A-Za-z]{22}|-):([\w-]{11}|-):(\d{1,5})$/

/** `at:<side>:<Spotify id or ->:<YouTube id or ->:<second>`; null for any other text. It contains public ids only. */
export function readAtReference(reference: string): AtReference | null {
  const [, side, spotify, youtube, second] = AT.exec(reference) ?? []
  if ((side !== 'sound' && side !== 'video') || (spotify === '-' && youtube === '-')) return null
  return {
    side,
    spotify_id: spotify === '-' ? null : (spotify ?? null),
    youtube_id: youtube === '-' ? null : (youtube ?? null),
    second: Number(second),
  }
}

export const writeAtReference = ({ side, spotify_id: spotify, youtube_id: youtube, second }: AtReference): string =>
  `at:${side}:${spotify ?? '-'}:${youtube ?? '-'}:${Math.floor(second)}`

const position = z.number().check(z.minimum(0), z.maximum(limits.together.positionMs))
const itemId = z.uuid()

/** Every change of a session. All of them are idempotent by the `key` of their frame. */
export const togetherCommand = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), item: newTogetherItem }),
  z.object({ kind: z.literal('join'), platform: z.nullable(z.enum(['spotify', 'youtube'])) }),
  z.object({ kind: z.literal('leave') }),
  z.object({ kind: z.literal('play') }),
  z.object({ kind: z.literal('pause') }),
  z.object({ kind: z.literal('seek'), position_ms: position }),
  /** Host and co-hosts skip at once; otherwise it is a vote, and the majority decides. */
  z.object({ kind: z.literal('skip'), item: itemId }),
  /** The sender's player can play the item: clears an earlier `cannot-play`. */
  z.object({ kind: z.literal('ready'), item: itemId }),
  /** Whether the sender's player follows the timeline, and the length of its item. It affects no other player. */
  z.object({ kind: z.literal('sync'), item: itemId, in_sync: z.boolean(), duration_ms: z.nullable(position) }),
  z.object({ kind: z.literal('cannot-play'), item: itemId, why: playError }),
  /** The sender is a member without a player, after a reload for example: nobody waits for them until they join again. */
  z.object({ kind: z.literal('away') }),
  /** The sender's player has reached the end of this item. */
  z.object({ kind: z.literal('ended'), item: itemId }),
  z.object({ kind: z.literal('add'), item: newTogetherItem }),
  z.object({ kind: z.literal('remove'), item: itemId }),
  /** Host and co-hosts move an item of the queue to this place. */
  z.object({ kind: z.literal('move'), item: itemId, to: z.int().check(z.minimum(0), z.maximum(limits.together.queue)) }),
  z.object({ kind: z.literal('vote'), item: itemId, on: z.boolean() }),
  z.object({ kind: z.literal('react'), item: itemId, emoji: z.string().check(z.maxLength(limits.emoji.max)), position_ms: position }),
  z.object({ kind: z.literal('settings'), control: togetherControl, turns: z.boolean() }),
  z.object({ kind: z.literal('role'), uid, role: togetherRole }),
])
export type TogetherCommand = z.output<typeof togetherCommand>

const chatId = z.object({ chatId: z.uuid() })
const sessionId = z.object({ sessionId: z.uuid() })

export const togetherCalls = {
  getTogether: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/together/:chatId',
    summary: 'The running session of a conversation; null without one',
    params: chatId,
    response: z.object({ session: z.nullable(togetherSession) }),
  }),
  getTogetherRecap: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/together/sessions/:sessionId',
    summary: 'What a session has played',
    params: sessionId,
    response: togetherRecap,
  }),
  saveTogether: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/together/sessions/:sessionId/save',
    summary: 'Record that the viewer saved the list of an ended session',
    params: sessionId,
    response: togetherRecap,
  }),
}

export const togetherFrames = {
  /** Client: changes the session of this conversation. A repeated `key` changes nothing and gets the same answer. */
  togetherCommand: defineFrame('togetherCommand', z.object({ key: z.uuid(), chat_id: z.uuid(), command: togetherCommand })),
  /** Server, to the sender: the command with this key is stored. */
  together_done: defineFrame('together_done', z.object({ key: z.uuid() })),
  /** Server, to the members of the conversation: the session after a change; null after its end. */
  together_state: defineFrame('together_state', z.object({ chat_id: z.uuid(), session: z.nullable(togetherSession) })),
  /** Client: reads the server's clock. The server returns `sent` unchanged. */
  togetherPing: defineFrame('togetherPing', z.object({ sent: z.number() })),
  together_pong: defineFrame('together_pong', z.object({ sent: z.number(), server_ms: z.number() })),
}

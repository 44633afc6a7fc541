/* Sample people and items for the gallery: common, too long, and right-to-left. All people are fictional. */
import { PRINT_BARS } from '#contract/taste/print.ts'
import type { Connection } from '#contract/connections.ts'
import type { Item } from '#contract/media.ts'
import type { Moment } from '#contract/moments.ts'
import type { Notification } from '#contract/notifications.ts'
import type { PersonCard, Relation } from '#contract/people.ts'
import type { Match, MatchPart, SuggestedPerson, Source } from '#contract/taste/taste.ts'

const idOf = (index: number) => `0199d3a0-0000-7000-8000-${String(index).padStart(12, '0')}`

export const usual: PersonCard = { uid: idOf(1), user_name: 'jonas', name: 'Jonas Weir', avatar_url: null }
export const long: PersonCard = {
  uid: idOf(2),
  user_name: 'wolfeschlegelsteinhausen',
  name: 'Wolfeschlegelsteinhausenbergerdorff-Fitzgerald the Third of Newcastle',
  avatar_url: null,
}
export const rightToLeft: PersonCard = { uid: idOf(3), user_name: 'salma', name: 'سلمى بنت عبد الرحمن', avatar_url: null }
/** A picture that no longer exists. */
export const missing: PersonCard = { uid: idOf(4), user_name: 'noa', name: 'נועה לוי', avatar_url: '/files/gone.webp' }
export const allPeople: readonly PersonCard[] = [usual, long, rightToLeft, missing]

const sampleItem = (index: number, kind: Item['kind'], name: string, by: string | null = null): Item => ({
  id: idOf(100 + index),
  kind,
  name,
  by,
  spotify_id: kind === 'artist' || kind === 'track' ? '4q3ewBCX7sLwd24euuV69X' : null,
  youtube_id: kind === 'video' ? 'dQw4w9WgXcQ' : null,
})
export const items: readonly Item[] = [
  sampleItem(1, 'artist', 'Mulatu Astatke'),
  sampleItem(
    2,
    'track',
    'The Album Leaf and a title that goes on for longer than anybody would read',
    'A Band & the Long Names feat. Others',
  ),
  sampleItem(3, 'channel', 'قناة الموسيقى'),
  sampleItem(4, 'video', 'One chord, forty people', 'Tiny Kitchen Band'),
]

export const prints = {
  mine: PRINT_BARS.map((_, index) => Math.abs(Math.sin(index * 1.7))),
  theirs: PRINT_BARS.map((_, index) => Math.abs(Math.sin(index * 1.1 + 1))),
}

export const parts: readonly MatchPart[] = [
  { part: 'artists', points: 55, shared: 14 },
  { part: 'genres', points: 23, shared: 8 },
  { part: 'channels', points: 14, shared: 3 },
]

const match: Match = {
  is_hidden: false,
  percent: 92,
  music_percent: 94,
  video_percent: 71,
  based_on: { artists: 38, channels: 12 },
  shared_artists: 14,
  shared_channels: 3,
  shared_items: 24,
  only_listeners: false,
  rarest: items[0] ?? null,
  shared: items.map((item, index) => ({
    item,
    contribution: 0.2,
    here: index === 0 ? null : { holders: 1_204, users: 9_000 },
    world: index % 2 === 0 ? null : { count: 30_000, unit: 'listeners' },
  })),
}
const thin: Match = {
  ...match,
  percent: null,
  music_percent: null,
  video_percent: null,
  shared_artists: 0,
  shared_channels: 0,
  shared_items: 0,
  rarest: null,
  shared: [],
}

const card = (person: PersonCard, relation: Relation, of: Match, mutual: number): SuggestedPerson => ({
  person,
  relation,
  mutual_count: mutual,
  basis: mutual > 1_000 ? 'mutual_buddies' : 'taste',
  match: of,
  prints,
})
export const cards: readonly SuggestedPerson[] = [
  card(usual, 'none', match, 2),
  card(long, 'requested', { ...match, percent: 7 }, 1_204),
  card(rightToLeft, 'connected', match, 0),
  card(missing, 'none', thin, 0),
]

const moment = (index: number, author: PersonCard, text: string, overrides: Partial<Moment> = {}): Moment => ({
  id: idOf(200 + index),
  author,
  text,
  link: null,
  pictures: [],
  audience: 'everyone',
  posted_at: '2026-05-01T12:00:00.000Z',
  edited_at: null,
  likes: 3,
  liked: false,
  comments: 2,
  mine: false,
  hidden: false,
  is_buddy: true,
  match_percent: null,
  ...overrides,
})
/** The reference time for relative times. */
export const NOW = Date.parse('2026-05-01T13:00:00.000Z')
export const moments: readonly Moment[] = [
  moment(1, usual, 'I forgot how good this is.'),
  moment(2, long, 'A long thought about a short song. '.repeat(40), { likes: 12_345, comments: 4_321, audience: 'buddies' }),
  moment(3, rightToLeft, 'أغنية تستحق أن تُسمع في الليل، بصوت منخفض.', { match_percent: 88, is_buddy: false }),
  moment(4, missing, 'Changed my mind.', { mine: true, edited_at: '2026-05-01T12:30:00.000Z', audience: 'only_me', liked: true }),
]

const news = (index: number, kind: Notification['kind'], overrides: Partial<Notification> = {}): Notification => ({
  key: `k${index}`,
  kind,
  people: [usual],
  people_count: 1,
  count: 1,
  subject: idOf(201),
  excerpt: 'I forgot how good this is.',
  at: '2026-05-01T12:00:00.000Z',
  is_unread: false,
  ...overrides,
})
export const notifications: readonly Notification[] = [
  news(1, 'request_asked', { is_unread: true }),
  news(2, 'moment_liked', { people: [long, rightToLeft, usual], people_count: 1_204, is_unread: true }),
  news(3, 'message', { count: 1_204 }),
  news(4, 'moderation', { people: [], people_count: 0 }),
  news(5, 'source_stopped', { people: [], people_count: 0, excerpt: '' }),
  news(6, 'group_invited', { excerpt: '' }),
]

const connection = (person: PersonCard, relation: Relation, overrides: Partial<Connection> = {}): Connection => ({
  person,
  relation,
  request: null,
  connected_at: null,
  mutual: [],
  muted: false,
  may_ask: true,
  may_message: true,
  ...overrides,
})
const request = { from: long.uid, asked_at: '2026-04-30T12:00:00.000Z', note: 'We both have the first record of Khruangbin.' }
export const connections: readonly Connection[] = [
  connection(long, 'asked', { request, mutual: [usual, missing] }),
  connection(rightToLeft, 'requested', { request: { ...request, from: usual.uid, note: '' } }),
  connection(usual, 'connected', { connected_at: '2026-04-30T12:00:00.000Z', mutual: [long, missing, rightToLeft] }),
  connection(missing, 'none'),
]

const source = (name: Source['source'], status: Source['status'], overrides: Partial<Source> = {}): Source => ({
  source: name,
  status,
  account: 'Jonas Weir',
  progress: null,
  counts: { artists: 1_204, tracks: 43, channels: 0, videos: 0 },
  synced_at: '2026-05-01T11:00:00.000Z',
  shown_to: 'everyone',
  counts_for_matching: true,
  counts_silently: false,
  may_share: true,
  verified: null,
  proof: null,
  stand_in: false,
  ...overrides,
})
export const sources: readonly Source[] = [
  source('lastfm', 'not_connected', { account: null, synced_at: null }),
  source('youtube', 'syncing', { progress: { reading: 'channels', done: 120, total: 300 } }),
  source('spotify', 'connected', { stand_in: true }),
  source('listenbrainz', 'reconnect', { verified: false }),
  source('spotify_file', 'failed', { account: null, shown_to: 'only_me', may_share: false }),
]

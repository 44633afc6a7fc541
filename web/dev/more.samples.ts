/* More samples for the gallery: full matches, profiles, imports and reports. All people are fictional. */
import type { ChannelVideo } from '#contract/media.ts'
import type { FileImport, ImportSummary } from '#contract/imports.ts'
import type { LinkRecord } from '#contract/links/links.ts'
import type { LogEntry, Report } from '#contract/moderation.ts'
import { PRINT_BARS } from '#contract/taste/print.ts'
import type { Profile } from '#contract/profiles.ts'
import type { MatchInFull } from '#contract/taste/taste.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import type { Pictures } from '#web/features/uploads/use-pictures.ts'
import { cards, items, long, missing, parts, rightToLeft, usual } from './samples.ts'

const YESTERDAY = '2026-04-30T12:00:00.000Z'

const [firstCard, , , early] = cards
const inFull = (card: (typeof cards)[number] | undefined, overrides: Partial<MatchInFull> = {}): MatchInFull[] =>
  card
    ? [
        {
          ...card,
          parts: [...parts],
          closer_than: { people: 1_204, of: 1_210 },
          you_would_like: items.map((item, index) => ({ item, rank: index + 1 })),
          they_would_like: items.map((item, index) => ({ item, rank: index + 1 })),
          ...overrides,
        },
      ]
    : []
export const fullMatches: readonly MatchInFull[] = [
  ...inFull(firstCard),
  ...inFull(early, { parts: [], closer_than: null, you_would_like: [], they_would_like: [] }),
]

export const places = (...bars: readonly (typeof PRINT_BARS)[number][]): number[] => bars.map((bar) => PRINT_BARS.indexOf(bar))

const profile = (person: typeof usual, overrides: Partial<Profile> = {}): Profile => ({
  ...person,
  bio: 'Dub, desert guitars and video essays about editing. Always looking for the B-side.',
  place: 'Leipzig',
  languages: ['en', 'de'],
  joined: YESTERDAY,
  cover_url: null,
  pinned: null,
  buddies_count: 42,
  mutual_count: 3,
  relation: 'none',
  muted: false,
  may_ask: true,
  may_message: true,
  suspended: false,
  shows: { music: true, video: true, buddies: true, match: true },
  ...overrides,
})
export const profiles: readonly Profile[] = [
  profile(usual),
  profile(long, { bio: `${long.name} `.repeat(4).trim(), buddies_count: 1_204, relation: 'requested' }),
  profile(rightToLeft, { bio: 'موسيقى الليل، بصوت منخفض.', languages: ['ar'], relation: 'asked' }),
  profile(missing, { bio: '', place: null, languages: [], buddies_count: null, relation: 'connected', cover_url: '/icon-512.png' }),
]

export const videos: readonly ChannelVideo[] = ['One chord, forty people', `${long.name} plays`, 'أغنية الليل', 'Two'].map(
  (title, index) => ({
    video_id: `aaaaaaaaaa${index}`,
    thumbnail_url: '/files/gone.webp',
    title,
  }),
)

const link = (platform: LinkRecord['platform'], kind: LinkRecord['kind'], address: string): LinkRecord => ({
  platform,
  kind,
  link: address,
  id: null,
})
export const links: readonly LinkRecord[] = [
  link('youtube', 'video', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'),
  link('spotify', 'track', 'https://open.spotify.com/track/4q3ewBCX7sLwd24euuV69X'),
  link('tiktok', 'video', 'https://www.tiktok.com/@sample/video/1'),
]

const picture = (index: number, overrides: Partial<UploadedPicture> = {}): UploadedPicture => ({
  id: `0199d3a0-0000-7000-8000-${String(900 + index).padStart(12, '0')}`,
  url: '/icon-512.png',
  small_url: '/icon-512.png',
  width: 512,
  height: 512,
  thumbhash: null,
  alt: 'The mark of the app',
  ...overrides,
})
export const pictures: readonly UploadedPicture[] = [
  picture(1),
  picture(2, { width: 900, height: 300 }),
  picture(3, { alt: '' }),
  picture(4, { url: '/files/gone.webp', small_url: '/files/gone.webp' }),
]

const noop = () => undefined
export const drafts: Pictures = {
  items: [
    { key: 'a', preview: '/icon-512.png', alt: '', state: 'sending', failure: null, stored: null },
    { key: 'b', preview: '/icon-512.png', alt: long.name, state: 'stored', failure: null, stored: picture(5) },
  ],
  room: 0,
  isAltTooLong: false,
  leftOut: 2,
  stored: [],
  choices: [],
  add: noop,
  setAlt: noop,
  remove: noop,
  retry: noop,
  bring: noop,
  clear: noop,
}

const summary: ImportSummary = {
  plays: 43_211,
  kept: 120,
  from: '2019-01-01T00:00:00.000Z',
  to: YESTERDAY,
  added: { artists: 1_204, tracks: 4_321, channels: 0, videos: 0 },
  skipped: [
    { why: 'private_session', rows: 1_204 },
    { why: 'podcast', rows: 7 },
  ],
  files: [{ name: 'Streaming_History_Audio_2019-2020_1.json', rows: 16_000 }],
  other_files: 3,
}
const fileImport = (status: FileImport['status'], overrides: Partial<FileImport> = {}): FileImport => ({
  id: `0199d3a0-0000-7000-8000-${status.padStart(12, '0').replaceAll(/[^\da-f]/g, '0')}`,
  file_name: 'my_spotify_data_with_a_name_that_goes_on_for_longer_than_the_card.zip',
  bytes: 43_210_987,
  status,
  source: 'spotify_file',
  progress: 0.42,
  next_part: 0,
  summary: null,
  problem: null,
  begun_at: YESTERDAY,
  finished_at: null,
  ...overrides,
})
export const running: readonly FileImport[] = [fileImport('reading'), fileImport('waiting', { source: null })]
export const finished: readonly FileImport[] = [
  fileImport('done', { summary, finished_at: YESTERDAY }),
  fileImport('failed', { problem: 'import_encrypted', finished_at: YESTERDAY }),
  fileImport('cancelled', { finished_at: YESTERDAY }),
]

const entry = (index: number, act: LogEntry['act'], note = ''): LogEntry => ({
  id: `0199d3a0-0000-7000-8000-${String(800 + index).padStart(12, '0')}`,
  at: YESTERDAY,
  moderator: rightToLeft,
  act,
  report_id: null,
  about: long,
  note,
})
export const report: Report = {
  id: `0199d3a0-0000-7000-8000-${String(700).padStart(12, '0')}`,
  kind: 'moment',
  reasons: ['harassment', 'hate'],
  at: YESTERDAY,
  state: 'open',
  about: long,
  same: 3,
  texts: ['He does this every week.', 'Please look at the picture.'],
  evidence: { text: 'What was said. '.repeat(30), pictures: ['/icon-512.png'] },
  later_evidence: [{ text: 'What was said later.', pictures: [] }],
  can_hide: true,
  upheld_before: 2,
  is_suspended: false,
  log: [entry(1, 'looked'), entry(2, 'hid', 'Insulting people'), entry(3, 'suspended', long.name)],
}

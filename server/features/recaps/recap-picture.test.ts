import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { PRINT_BARS } from '#contract/taste/print.ts'
import type { Recap, RecapItem } from '#contract/taste/recaps.ts'
import { renderRecap, recapSvg, type RecapPicture } from './recap-picture.ts'
import { createRecapPictures } from './recap-picture.service.ts'

const OWNER = '0197a0f0-0000-7000-8000-000000000001'
const item = (name: string, plays: number): RecapItem => ({
  item: { id: OWNER, kind: 'artist', name, by: null, spotify_id: null, youtube_id: null },
  plays,
  before: null,
  is_new: false,
})
const jonas = { uid: '0197a0f0-0000-7000-8000-000000000002', user_name: 'jonas', name: 'Jonas', avatar_url: null }
const recap = {
  kind: 'week',
  from: '2026-11-16',
  to: '2026-11-22',
  is_finished: true,
  older: null,
  newer: null,
  span: null,
  is_changed: false,
  played: {
    music: 96,
    video: 5,
    length: { ms: 41_040_000, is_estimate: false },
    before: null,
    unit: 'day',
    parts: [],
    bars: PRINT_BARS.map((bar) => (bar === 'hip-hop' ? 40 : bar === 'talks' ? 6 : 0)),
    artists: [item('Floating Points', 41), item('Little Simz', 33)],
    tracks: [],
    channels: [item('Every Frame a Painting', 6)],
  },
  fresh: [item('Nala Sinephro', 18)],
  closer: [{ person: jonas, before: 64, now: 71, why: null }],
  brought: [{ ...item('Tezeta', 9), by: jonas, how: 'sent', at: '2026-11-18T10:00:00.000Z', where: OWNER }],
  activity: { saved: 4, shared: 1, discovered: 1 },
  gave: [{ item: item('Kerala', 1).item, to: jonas, how: 'sent', at: '2026-11-18T10:00:00.000Z', where: OWNER }],
  together: [{ people: [jonas], at: '2026-11-18T10:00:00.000Z', items: 3, where: OWNER }],
  ideas: [],
} satisfies Recap
const picture: RecapPicture = { name: 'Mira Kessler', userName: 'mira', recap, language: 'en-US', shape: 'post' }
const pathsOf = (svg: string): string[] => [...svg.matchAll(/ d="([^"]*)"/g)].map(([, d]) => d ?? '')

test('renders the sizes of a post and of a story', async () => {
  const sizeOf = async (shape: RecapPicture['shape']) => {
    const { format, width, height } = await sharp(await renderRecap({ ...picture, shape })).metadata()
    return [format, width, height]
  }
  expect(await sizeOf('post')).toEqual(['png', 1_080, 1_350])
  expect(await sizeOf('story')).toEqual(['png', 1_080, 1_920])
})

test('renders nothing about other people', () => {
  expect(recapSvg(picture)).toBe(recapSvg({ ...picture, recap: { ...recap, closer: [], brought: [], gave: [], together: [], ideas: [] } }))
})

test('renders text as outlines, inside the picture, in the language of the owner', () => {
  const long = recapSvg({ ...picture, recap: { ...recap, played: { ...recap.played, artists: [item('W'.repeat(90), 41_000)] } } })
  expect(long).not.toMatch(/<text|font-family|<image/)
  expect(Math.max(...[...long.matchAll(/[MLQ ](-?[\d.]+) -?[\d.]+/g)].map(([, x]) => Number(x)))).toBeLessThan(1_080 - 80)
  expect(recapSvg({ ...picture, language: 'de' })).not.toBe(recapSvg(picture))
})

test('uses English where the fonts lack the script, and leaves out names in it', () => {
  expect(recapSvg({ ...picture, language: 'ar' })).toBe(recapSvg(picture))
  const played = { ...recap.played, artists: [item('فيروز', 99), ...recap.played.artists] }
  expect(pathsOf(recapSvg({ ...picture, recap: { ...recap, played } }))).toEqual(pathsOf(recapSvg(picture)))
})

test("stores the picture of the owner's recap, and none without plays", async () => {
  const add = vi.fn<(uid: string, bytes: Buffer) => Promise<never>>().mockResolvedValue(null as never)
  const with_ = (played: Recap['played']) =>
    createRecapPictures({
      recaps: { recap: async () => ({ ...recap, played }) },
      people: { cards: async (uids) => new Map(uids.map((uid) => [uid, { ...jonas, uid }])) },
      languageOf: async () => null,
      pictures: { add },
    }).make(OWNER, { period: '2026-11-16', shape: 'post' })
  await with_(recap.played)
  expect(add.mock.calls.map(([uid]) => uid)).toEqual([OWNER])
  await expect(with_(null)).rejects.toMatchObject({ code: 'wrong_state' })
})

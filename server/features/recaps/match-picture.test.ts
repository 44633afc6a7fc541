import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import type { MatchOverTime } from '#contract/taste/taste-time.ts'
import { renderMatch, matchSvg, type MatchPicture } from './match-picture.ts'
import { createMatchPictures } from './match-picture.service.ts'

const MIRA = '0197a0f0-0000-7000-8000-000000000001'
const ANOUK = '0197a0f0-0000-7000-8000-000000000002'
const cards = new Map(
  [
    { uid: MIRA, user_name: 'mira', name: 'Mira Kessler', avatar_url: null },
    { uid: ANOUK, user_name: 'anouk', name: 'Anouk Visser', avatar_url: null },
  ].map((card) => [card.uid, card]),
)
const time = {
  state: 'shown',
  connected_at: null,
  met: 12,
  points: [
    { month: '2026-08-01', percent: 12 },
    { month: '2026-09-01', percent: 20 },
    { month: '2026-10-01', percent: null },
    { month: '2026-11-01', percent: 41 },
  ],
  bars: [],
  brought: [],
  picture: 'named',
} satisfies MatchOverTime
const picture: MatchPicture = {
  owner: { name: 'Mira Kessler', user_name: 'mira' },
  buddy: { name: 'Anouk Visser', user_name: 'anouk' },
  time,
  language: 'en-US',
  shape: 'post',
}

function pictures(between: Partial<MatchOverTime>) {
  const uploaded = { id: MIRA, url: '/x', small_url: '/x', width: 1_080, height: 1_350, thumbhash: null, alt: '' }
  const add = vi.fn<(uid: string, bytes: Buffer) => Promise<typeof uploaded>>(async () => uploaded)
  const named = vi.fn<(uids: readonly string[]) => Promise<typeof cards>>(
    async (uids) => new Map([...cards].filter(([uid]) => uids.includes(uid))),
  )
  const service = createMatchPictures({
    matchTime: { between: async () => ({ ...time, ...between }) },
    people: { cards: named },
    languageOf: async () => null,
    pictures: { add },
  })
  return { make: () => service.make(MIRA, ANOUK, 'post'), add, named }
}

test('renders the sizes of a post and of a story', async () => {
  const sizeOf = async (shape: MatchPicture['shape']) => {
    const { format, width, height } = await sharp(await renderMatch({ ...picture, shape })).metadata()
    return [format, width, height]
  }
  expect(await sizeOf('post')).toEqual(['png', 1_080, 1_350])
  expect(await sizeOf('story')).toEqual(['png', 1_080, 1_920])
})

test('a month without a match is a gap in the curve', () => {
  const curvesOf = (svg: string) => [...svg.matchAll(/ d="(M[^"]*)" fill="none"/g)].map(([, d]) => (d ?? '').split('L').length)
  expect(curvesOf(matchSvg(picture))).toEqual([2, 1])
})

test.each(['en-US', 'de', 'es', 'ar'] as const)('renders a match in %s, even with names in scripts that the fonts lack', (language) => {
  const svg = matchSvg({ ...picture, language, buddy: { name: 'ليلى', user_name: 'leila' } })
  expect(svg).not.toMatch(/NaN|undefined/)
  expect(svg).toBe(matchSvg({ ...picture, language, buddy: { name: '@leila', user_name: 'leila' } }))
})

test('renders the name of a buddy only with their consent', async () => {
  const unnamed = pictures({ picture: 'unnamed' })
  await unnamed.make()
  expect(unnamed.named).toHaveBeenCalledWith([MIRA])
  expect(unnamed.add).toHaveBeenCalledWith(MIRA, await renderMatch({ ...picture, buddy: null }))
  const named = pictures({ picture: 'named' })
  await named.make()
  expect(named.add).toHaveBeenCalledWith(MIRA, await renderMatch(picture))
  expect(matchSvg({ ...picture, buddy: null })).not.toBe(matchSvg(picture))
})

test('renders nothing without the consent of both, and no curve for a single month', async () => {
  const off = pictures({ picture: 'off' })
  await expect(off.make()).rejects.toMatchObject({ code: 'forbidden' })
  const short = pictures({ points: time.points.slice(0, 1) })
  await expect(short.make()).rejects.toMatchObject({ code: 'wrong_state' })
  for (const { add } of [off, short]) expect(add).not.toHaveBeenCalled()
})

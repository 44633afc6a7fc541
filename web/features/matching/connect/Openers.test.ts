import { expect, test } from 'vitest'
import type { Item } from '#contract/media.ts'
import { limits } from '#contract/limits.ts'
import { i18n } from '#web/platform/i18n.ts'
import { openersOf, type OpenerSource } from './Openers.tsx'

const item = (kind: Item['kind'], name: string, by: string | null = null): Item => ({
  id: name,
  kind,
  name,
  by,
  spotify_id: '4uLU6hMCjMI75M1A2tKUQC',
  youtube_id: null,
})
const hailu = item('artist', 'Hailu Mergia')
const sharedBy = (count: number) => [{ item: hailu, contribution: 1, here: null, world: { count, unit: 'followers' as const } }]
const source = (change: Partial<OpenerSource> = {}): OpenerSource => ({
  match: { rarest: hailu, shared: sharedBy(1_000) },
  you_would_like: [{ item: item('channel', 'Every Frame a Painting'), rank: 1 }],
  song: item('track', 'Archangel', 'Burial'),
  ...change,
})
const texts = (input: OpenerSource | null, withLinks = false) =>
  openersOf(i18n, input, { withLinks }).map(({ kind, text }) => `${kind}: ${text}`)

test('openers are made of the rarest shared item, a difference, and a song', () => {
  expect(texts(source())).toEqual([
    'rarest: Hailu Mergia! Hardly anyone around me knows that. How did you find it?',
    'difference: You watch Every Frame a Painting, I don’t yet. Where should I start?',
    'song: Do you know Archangel by Burial? I think you’d love it.',
  ])
})

test('an item that is known in the world is not called rare', () => {
  expect(texts(source({ match: { rarest: hailu, shared: sharedBy(50_000_000) } }))[0]).toBe(
    'rarest: You love Hailu Mergia too! What’s your favorite?',
  )
})

test('in a chat the song comes with its link, which is not shown', () => {
  expect(openersOf(i18n, source(), { withLinks: true }).at(-1)?.sentence).toBe('Do you know Archangel by Burial? I think you’d love it.')
  expect(texts(source(), true).at(-1)).toBe(
    'song: Do you know Archangel by Burial? I think you’d love it. https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC',
  )
})

test('without shared items or a visible match there is one plain opener', () => {
  for (const openerSource of [null, source({ match: { rarest: null, shared: [] }, you_would_like: [], song: null })])
    expect(openersOf(i18n, openerSource, { withLinks: false }).map(({ kind }) => kind)).toEqual(['plain'])
})

test('a usual opener fits a request note', () => {
  for (const { text } of openersOf(i18n, source(), { withLinks: false })) expect(text.length).toBeLessThanOrEqual(limits.requestNote.max)
})

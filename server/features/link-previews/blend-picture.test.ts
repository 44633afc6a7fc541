import sharp from 'sharp'
import { expect, test } from 'vitest'
import { blendSvg, renderBlend } from './blend-picture.ts'

const bars = [0.4, 1, 0.2].map((height, bar) => ({ bar, height }))
const members = ['Mira', 'Jonas', 'ليلى'].map((name) => ({ name, bars }))

test('the share picture of a blend is a PNG of the size that feeds show', async () => {
  const { format, width, height } = await sharp(
    await renderBlend({ id: '', title: 'Kitchen at midnight', kind: 'all', members, items: [] }),
  ).metadata()
  expect([format, width, height]).toEqual(['png', 1200, 630])
})

test('each member has an arc, and members without visible taste have an even one', () => {
  const arcs = (count: number) =>
    blendSvg({ title: 'x', members: Array.from({ length: count }, () => ({ name: 'a', bars: [] })) }).split('stroke-linecap').length - 1
  expect([arcs(2), arcs(10)]).toEqual([2, 10])
  expect(blendSvg({ title: '<b>&', members })).not.toContain('<b>')
})

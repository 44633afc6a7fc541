import sharp from 'sharp'
import { expect, test } from 'vitest'
import { PRINT_BARS } from '#contract/print.ts'
import { drawPrint, svgOf } from './print.picture.ts'

const print = PRINT_BARS.map((bar, at) => (bar === 'jazz' ? 1 : bar === 'science' ? 0.9 : (at % 5) / 10))

test('a print becomes a picture of the size that feeds show whole', async () => {
  const { format, width, height } = await sharp(await drawPrint({ name: 'Mira Kessler', userName: 'mira', print })).metadata()
  expect([format, width, height]).toEqual(['png', 1_200, 630])
})

test('higher bars are drawn higher, and the highest are named', () => {
  const svg = svgOf({ name: 'Mira', userName: 'mira', print })
  const heights = [...svg.matchAll(/<rect x="[\d.]+" y="[\d.]+" width="[\d.]+" height="([\d.]+)"/g)].map(([, height]) => Number(height))
  // The logo has five.
  const bars = heights.slice(5)
  expect(bars).toHaveLength(PRINT_BARS.length)
  expect(Math.max(...bars)).toBe(bars[PRINT_BARS.indexOf('jazz')])
  expect(svg).toMatch(/>jazz {2}· /)
  expect(svg).toMatch(/>science {2}· /)
})

test('a name is text and never markup, and a long one is cut between letters', async () => {
  const svg = svgOf({ name: '</text><script>&"', userName: 'x', print })
  expect(svg).not.toContain('<script>')
  expect(svgOf({ name: '👩‍👩‍👧'.repeat(40), userName: 'x', print })).toContain(`${'👩‍👩‍👧'.repeat(33)}…`)
  await drawPrint({ name: 'a\u0000\u0008b\ud800 </svg>', userName: 'x', print: [] })
})

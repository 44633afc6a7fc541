import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { renderPrint, PICTURE, svgOf } from './print-picture.ts'

/** Hash of the drawing. Changes with the drawing, the font version or the print, not with the machine. */
const SAME_EVERYWHERE = 'fb7236b82ad3b229d85342211cf3dd15ce92f433c63264aa8afecbb1829d7a58'
const print = PRINT_BARS.map((bar, index) => (bar === 'jazz' ? 1 : bar === 'science' ? 0.9 : (index % 5) / 10))

test('renders a picture of the size that feeds show uncropped', async () => {
  const { format, width, height } = await sharp(await renderPrint({ name: 'Mira Kessler', userName: 'mira', print })).metadata()
  expect([format, width, height]).toEqual(['png', 1_200, 630])
})

test('renders higher values as taller bars and labels the tallest', () => {
  const svg = svgOf({ name: 'Mira', userName: 'mira', print })
  const heights = [...svg.matchAll(/<rect x="[\d.]+" y="[\d.]+" width="[\d.]+" height="([\d.]+)"/g)].map(([, height]) => Number(height))
  // The logo has five bars.
  const bars = heights.slice(5)
  expect(bars).toHaveLength(PRINT_BARS.length)
  expect(Math.max(...bars)).toBe(bars[PRINT_BARS.indexOf('jazz')])
})

/** The rightmost x of any path. */
const rightEdgeOf = (svg: string): number => Math.max(...[...svg.matchAll(/[MLQ ](-?[\d.]+) -?[\d.]+/g)].map(([, x]) => Number(x)))
const pathsOf = (svg: string): string[] => [...svg.matchAll(/ d="([^"]*)"/g)].map(([, d]) => d!)
const svgWithName = (name: string): string => svgOf({ name: name, userName: 'mira', print })

test('renders text as outlines, without the machine’s fonts', () => {
  const svg = svgWithName('Mira Keßler-Ångström, Šárka Đỗ, Иван Щукин, Ωμέγα')
  expect(svg).not.toMatch(/<text|font-family/)
  // Heading, user name, product name, and two lines for the highest bars.
  expect(pathsOf(svg).filter((path) => path.length > 500)).toHaveLength(5)
})

test('the same text has the same outlines on every machine', () => {
  expect(createHash('sha256').update(svgWithName('Mira Kessler')).digest('hex')).toBe(SAME_EVERYWHERE)
})

test("uses the user name when the fonts lack the name's script", () => {
  const [title] = pathsOf(svgWithName('@mira'))
  expect(pathsOf(svgWithName('محمد 日本'))[0]).toBe(title)
  expect(pathsOf(svgWithName('Mira 🎧'))[0]).toBe(title)
})

test('escapes names and fits long ones', async () => {
  expect(svgWithName('</path><script>&"')).not.toContain('<script>')
  expect(rightEdgeOf(svgWithName('W'.repeat(60)))).toBeLessThan(PICTURE.width - 72)
  await renderPrint({ name: 'a\u0000\u0008b\ud800 </svg>', userName: 'x', print: [] })
})

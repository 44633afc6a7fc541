import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { PRINT_BARS } from '#contract/print.ts'
import { drawPrint, PICTURE, svgOf } from './print-picture.ts'

/** Of the whole drawing. It changes with the drawing, the fonts' version or the print, and with nothing of the machine. */
const SAME_EVERYWHERE = 'fb7236b82ad3b229d85342211cf3dd15ce92f433c63264aa8afecbb1829d7a58'
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
})

/** The widest place that a path of the drawing reaches. */
const reach = (svg: string): number => Math.max(...[...svg.matchAll(/[MLQ ](-?[\d.]+) -?[\d.]+/g)].map(([, x]) => Number(x)))
const pathsOf = (svg: string): string[] => [...svg.matchAll(/ d="([^"]*)"/g)].map(([, d]) => d!)
const drawn = (words: string): string => svgOf({ name: words, userName: 'mira', print })

test('words are drawn as outlines, so that no font of the machine has a part in it', () => {
  const svg = drawn('Mira Keßler-Ångström, Šárka Đỗ, Иван Щукин, Ωμέγα')
  expect(svg).not.toMatch(/<text|font-family/)
  // Heading, user name, product, and the two lines of what is highest.
  expect(pathsOf(svg).filter((path) => path.length > 500)).toHaveLength(5)
})

test('the same letters make the same outlines everywhere', () => {
  expect(createHash('sha256').update(drawn('Mira Kessler')).digest('hex')).toBe(SAME_EVERYWHERE)
})

test('a name in a script that our fonts do not have gives its place to the user name', () => {
  const [title] = pathsOf(drawn('@mira'))
  expect(pathsOf(drawn('محمد 日本'))[0]).toBe(title)
  expect(pathsOf(drawn('Mira 🎧'))[0]).toBe(title)
})

test('a name is never markup, and a long one keeps clear of the edge', async () => {
  expect(drawn('</path><script>&"')).not.toContain('<script>')
  expect(reach(drawn('W'.repeat(60)))).toBeLessThan(PICTURE.width - 72)
  await drawPrint({ name: 'a\u0000\u0008b\ud800 </svg>', userName: 'x', print: [] })
})

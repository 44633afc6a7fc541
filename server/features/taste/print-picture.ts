import sharp from 'sharp'
import { MUSIC_BARS, PRINT_BARS } from '#contract/print.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import type { Print } from '#contract/taste.ts'
import { readFileSync } from 'node:fs'
import { openFont, type Font } from '#server/platform/fonts/font.ts'

// Words of pictures as outlines of the product's own fonts, so that a picture is the same whatever fonts a machine has.

const file = (name: string): URL => new URL(import.meta.resolve(`@fontsource-variable/${name}-wght-normal.woff2`))
const inter = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'].map(
  (part) => `inter/files/inter-${part}`,
)
const bricolage = ['latin', 'latin-ext', 'vietnamese'].map((part) => `bricolage-grotesque/files/bricolage-grotesque-${part}`)

/** Which files a line is written from: the first that has a letter draws it. */
const FACES = { heading: bricolage, text: inter } as const
type Face = keyof typeof FACES

/** Opened when the first letter is asked of them. */
const opened = new Map<string, Font>()

function fontOf(letter: string, face: Face): Font | undefined {
  for (const name of FACES[face]) {
    const font = opened.get(name) ?? openFont(readFileSync(file(name)))
    opened.set(name, font)
    if (font.has(letter)) return font
  }
  return undefined
}

const lettersOf = (words: string): string[] => Array.from(words.normalize('NFC'))
const hasAll = (words: string, face: Face): boolean => lettersOf(words).every((letter) => fontOf(letter, face))

/** Whether the product's fonts have every letter of these words. */
const canWrite = (words: string): boolean => hasAll(words, 'text')

/** `most` is the width that there is: longer words are written smaller. */
type Line = { words: string; x: number; y: number; size: number; colour: string; most?: number }

/** One line as an SVG path. Letters that no font has are left out. */
const writeLine = (line: Line): string => write(line, 'text', 0)

/** The same in the face of headings, or, in scripts that it does not have, in the other with a broader pen. */
const writeHeading = (line: Line): string => (hasAll(line.words, 'heading') ? write(line, 'heading', 0) : write(line, 'text', 0.03))

/** How wide a heading is. */
const widthOfHeading = (words: string, size: number): number => widthOf(words, size, hasAll(words, 'heading') ? 'heading' : 'text')

const widthOf = (words: string, size: number, face: Face): number =>
  lettersOf(words).reduce((sum, letter) => sum + (fontOf(letter, face)?.draw(letter, { x: 0, y: 0, size }).advance ?? 0), 0)

/** @param pen how broad its lines are drawn besides, in parts of the size */
function write({ words, x, y, size: wanted, colour, most = Number.POSITIVE_INFINITY }: Line, face: Face, pen: number): string {
  const size = wanted * Math.min(1, most / widthOf(words, wanted, face))
  let at = x
  const path = lettersOf(words)
    .map((letter) => {
      const drawn = fontOf(letter, face)?.draw(letter, { x: at, y, size })
      at += drawn?.advance ?? 0
      return drawn?.path ?? ''
    })
    .join('')
  const stroke = pen > 0 ? ` stroke="${colour}" stroke-width="${(size * pen).toFixed(2)}" stroke-linejoin="round"` : ''
  return `<path fill="${colour}"${stroke} d="${path}"/>`
}

/** As messengers and feeds crop a picture of a link. */
export const PICTURE = { width: 1_200, height: 630 } as const

const COLOURS = { ground: '#0b0c0f', text: '#eef0f4', dim: '#9aa2b1', music: '#ffb15c', video: '#62c6ff', match: '#c2f261' }
const SIDE = 72
const FULL = PICTURE.width - 2 * SIDE
/** With the room before it. */
const LOGO_WIDTH = 310
const AXIS = 470
const REACH = 240
const SHORTEST = 6
const NAMED_BARS = 4
/** Names longer than this run out of the picture. */
const MOST_LETTERS = 34

export type PrintPicture = { name: string; userName: string; print: Print }

/** A taste print as a picture to share: who, the bars, and what the highest of them are. PNG. */
export async function drawPrint(of: PrintPicture): Promise<Buffer> {
  return sharp(Buffer.from(svgOf(of)))
    .png()
    .toBuffer()
}

/** The same as SVG. */
export function svgOf({ name, userName, print }: PrintPicture): string {
  const pitch = (PICTURE.width - 2 * SIDE) / PRINT_BARS.length
  const bars = PRINT_BARS.map((_, at) => {
    const height = Math.max(SHORTEST, Math.min(1, print[at] ?? 0) * REACH)
    const colour = at < MUSIC_BARS ? COLOURS.music : COLOURS.video
    const x = SIDE + at * pitch + pitch * 0.21
    return `<rect x="${x.toFixed(1)}" y="${(AXIS - height).toFixed(1)}" width="${(pitch * 0.58).toFixed(1)}" height="${height.toFixed(1)}" rx="${(pitch * 0.24).toFixed(1)}" fill="${colour}"/>`
  })
  const text = (y: number, colour: string, words: string): string => writeLine({ words, x: SIDE, y, size: 28, colour, most: FULL })
  const { title, subtitle } = namesOf(name, userName)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}">
<rect width="100%" height="100%" fill="${COLOURS.ground}"/>
${writeHeading({ words: title, x: SIDE, y: 122, size: 54, colour: COLOURS.text, most: FULL - LOGO_WIDTH })}
${text(168, COLOURS.dim, subtitle)}
${logo(PICTURE.width - SIDE)}
${bars.join('\n')}
${text(530, COLOURS.music, highest(print, 0, MUSIC_BARS))}
${text(572, COLOURS.video, highest(print, MUSIC_BARS, PRINT_BARS.length))}
</svg>`
}

function logo(right: number): string {
  const heights = [16, 34, 46, 28, 14]
  const colours = [COLOURS.music, COLOURS.music, COLOURS.match, COLOURS.video, COLOURS.video]
  const bars = heights.map(
    (height, at) =>
      `<rect x="${right - 56 + at * 12}" y="${108 - height / 2}" width="7" height="${height}" rx="3.5" fill="${colours[at]}"/>`,
  )
  const x = right - 72 - widthOfHeading(PRODUCT_NAME, 32)
  const name = writeHeading({ words: PRODUCT_NAME, x, y: 119, size: 32, colour: COLOURS.text })
  return `${bars.join('')}${name}`
}

const SPELT: Partial<Record<(typeof PRINT_BARS)[number], string>> = {
  'singer-songwriter': 'singer-songwriter',
  rnb: 'R&B',
  'hip-hop': 'hip-hop',
  'rap-underground': 'underground rap',
}

/** The names of the highest bars: short words that are much the same in many languages. */
function highest(print: Print, from: number, to: number): string {
  return PRINT_BARS.slice(from, to)
    .map((bar, at) => ({ bar, height: print[from + at] ?? 0 }))
    .filter(({ bar, height }) => height > 0 && !bar.startsWith('other-'))
    .toSorted((one, two) => two.height - one.height)
    .slice(0, NAMED_BARS)
    .map(({ bar }) => SPELT[bar] ?? bar.replaceAll('-', ' '))
    .join('  ·  ')
}

/** A name in a script that our fonts do not have gives its place to the user name, which every font has. */
function namesOf(name: string, userName: string): { title: string; subtitle: string } {
  const title = shortened(name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ''))
  return canWrite(title) ? { title, subtitle: `@${userName}` } : { title: `@${userName}`, subtitle: '' }
}

function shortened(name: string): string {
  const letters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment)
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join('')}…` : name
}

import sharp from 'sharp'
import { MUSIC_BARS, PRINT_BARS } from '#contract/print.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import type { Print } from '#contract/taste.ts'
import { canWrite, widthOfHeading, writeHeading, writeLine } from './print-letters.ts'

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

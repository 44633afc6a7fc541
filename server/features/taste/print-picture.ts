import { MUSIC_BARS, PRINT_BARS } from '#contract/taste/print.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import type { Print } from '#contract/taste/taste.ts'
import { loadSharp } from '#server/platform/sharp.ts'
import { hasGlyphs, headingWidth, renderHeading, renderLine } from './svg-text.ts'

/** The size that messengers and feeds show for links. */
export const PICTURE = { width: 1_200, height: 630 } as const

export const COLORS = { background: '#0b0c0f', text: '#eef0f4', dim: '#9aa2b1', music: '#ffb15c', video: '#62c6ff', match: '#c2f261' }
const MARGIN = 72
const TEXT_WIDTH = PICTURE.width - 2 * MARGIN
/** Including its margin. */
const LOGO_WIDTH = 310
const AXIS = 470
const MAX_BAR_HEIGHT = 240
const MIN_BAR_HEIGHT = 6
const NAMED_BARS = 4
/** Longer names don't fit. */
const MAX_NAME_LENGTH = 34

export type PrintPicture = { name: string; userName: string; print: Print }

/** Renders a taste print as PNG: the name, the bars, and the highest bars' labels. */
export async function renderPrint(of: PrintPicture): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(Buffer.from(svgOf(of)))
    .png()
    .toBuffer()
}

export function svgOf({ name, userName, print }: PrintPicture): string {
  const pitch = (PICTURE.width - 2 * MARGIN) / PRINT_BARS.length
  const bars = PRINT_BARS.map((_, index) => {
    const height = Math.max(MIN_BAR_HEIGHT, Math.min(1, print[index] ?? 0) * MAX_BAR_HEIGHT)
    const color = index < MUSIC_BARS ? COLORS.music : COLORS.video
    const x = MARGIN + index * pitch + pitch * 0.21
    return `<rect x="${x.toFixed(1)}" y="${(AXIS - height).toFixed(1)}" width="${(pitch * 0.58).toFixed(1)}" height="${height.toFixed(1)}" rx="${(pitch * 0.24).toFixed(1)}" fill="${color}"/>`
  })
  const line = (y: number, color: string, text: string): string => renderLine({ text, x: MARGIN, y, size: 28, color, maxWidth: TEXT_WIDTH })
  const { title, subtitle } = namesOf(name, userName)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}">
<rect width="100%" height="100%" fill="${COLORS.background}"/>
${renderHeading({ text: title, x: MARGIN, y: 122, size: 54, color: COLORS.text, maxWidth: TEXT_WIDTH - LOGO_WIDTH })}
${line(168, COLORS.dim, subtitle)}
${logo(PICTURE.width - MARGIN)}
${bars.join('\n')}
${line(530, COLORS.music, highest(print, 0, MUSIC_BARS))}
${line(572, COLORS.video, highest(print, MUSIC_BARS, PRINT_BARS.length))}
</svg>`
}

function logo(right: number): string {
  const heights = [16, 34, 46, 28, 14]
  const colors = [COLORS.music, COLORS.music, COLORS.match, COLORS.video, COLORS.video]
  const bars = heights.map(
    (height, index) =>
      `<rect x="${right - 56 + index * 12}" y="${108 - height / 2}" width="7" height="${height}" rx="3.5" fill="${colors[index]}"/>`,
  )
  const x = right - 72 - headingWidth(PRODUCT_NAME, 32)
  const name = renderHeading({ text: PRODUCT_NAME, x, y: 119, size: 32, color: COLORS.text })
  return `${bars.join('')}${name}`
}

const LABELS: Partial<Record<(typeof PRINT_BARS)[number], string>> = {
  'singer-songwriter': 'singer-songwriter',
  rnb: 'R&B',
  'hip-hop': 'hip-hop',
  'rap-underground': 'underground rap',
}

/** Labels of the highest bars: short text that is similar in many languages. */
export function highest(print: Print, from: number, to: number): string {
  return PRINT_BARS.slice(from, to)
    .map((bar, index) => ({ bar, height: print[from + index] ?? 0 }))
    .filter(({ bar, height }) => height > 0 && !bar.startsWith('other-'))
    .toSorted((a, b) => b.height - a.height)
    .slice(0, NAMED_BARS)
    .map(({ bar }) => LABELS[bar] ?? bar.replaceAll('-', ' '))
    .join('  ·  ')
}

/** Uses the user name when the fonts lack the script of the name. */
function namesOf(name: string, userName: string): { title: string; subtitle: string } {
  const title = truncate(name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ''))
  return hasGlyphs(title) ? { title, subtitle: `@${userName}` } : { title: `@${userName}`, subtitle: '' }
}

function truncate(name: string): string {
  const graphemes = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment)
  return graphemes.length > MAX_NAME_LENGTH ? `${graphemes.slice(0, MAX_NAME_LENGTH - 1).join('')}…` : name
}

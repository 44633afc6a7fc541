import type { OpenBlend } from '#contract/blends.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { PICTURE } from '#server/features/taste/print-picture.ts'
import { renderHeading, renderLine, headingWidth, printable } from '#server/features/taste/svg-text.ts'
import { loadSharp } from '#server/platform/sharp.ts'

const COLORS = { background: '#0b0c0f', text: '#eef0f4', dim: '#9aa2b1', match: '#c2f261' }
const ARC_COLORS = ['#ff9ac1', '#e0b84c', '#3cc4f0', '#62d49a', '#ff9489', '#b59bff', '#d3e05a', '#5ee0d6', '#ffb15c', '#8fb1ff']
const MARGIN = 72
const INNER = 84
const OUTER = 232
const MIN_LENGTH = 12
const BARS = 13
/** The space between two arcs, in bars. */
const GAP_BARS = 0.8
const CENTER_X = MARGIN + OUTER
const TEXT_X = CENTER_X + OUTER + 56
const TEXT_WIDTH = PICTURE.width - TEXT_X - MARGIN
const LOGO = [18, 42, 64, 42, 18]

/** Renders the share picture of an open blend as PNG: its cover, its name, and how many made it. No artwork of a platform. */
export async function renderBlend(blend: OpenBlend): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(Buffer.from(blendSvg(blend)))
    .png()
    .toBuffer()
}

/** The name of an open blend; without a title, the names of its members. */
export const openBlendName = ({ title, members }: Pick<OpenBlend, 'title' | 'members'>): string =>
  title ?? members.map(({ name }) => name).join(', ')

/** The picture as SVG. Names in a script that the fonts lack are left out. */
export function blendSvg({ title, members }: Pick<OpenBlend, 'title' | 'members'>): string {
  const middle = PICTURE.height / 2
  const heading = printable(openBlendName({ title, members }))
  const names = title === null ? '' : printable(members.map(({ name }) => name).join(', '))
  const logo = LOGO.map(
    (height, index) =>
      `<rect x="${CENTER_X - 41 + index * 18}" y="${middle - height / 2}" width="10" height="${height}" rx="5" fill="${COLORS.match}"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}">
<rect width="100%" height="100%" fill="${COLORS.background}"/>
${members.map((member, index) => arc(member.bars, index, members.length)).join('\n')}
<circle cx="${CENTER_X}" cy="${middle}" r="66" fill="none" stroke="${COLORS.match}" stroke-width="5"/>
${logo.join('\n')}
${heading && renderHeading({ text: heading, x: TEXT_X, y: middle, size: 72, color: COLORS.text, maxWidth: TEXT_WIDTH })}
${names && renderLine({ text: names, x: TEXT_X, y: middle + 54, size: 32, color: COLORS.dim, maxWidth: TEXT_WIDTH })}
${renderHeading({ text: PRODUCT_NAME, x: PICTURE.width - MARGIN - headingWidth(PRODUCT_NAME, 32), y: PICTURE.height - MARGIN, size: 32, color: COLORS.match })}
</svg>`
}

function arc(bars: OpenBlend['members'][number]['bars'], index: number, count: number): string {
  const span = (2 * Math.PI) / count
  const step = span / (BARS + GAP_BARS)
  const width = Math.min(12, Math.max(3, step * INNER * 0.7)).toFixed(1)
  const lines = Array.from({ length: BARS }, (_, place) => {
    const height = bars[Math.floor((place * bars.length) / BARS)]?.height ?? 0
    const angle = index * span - Math.PI / 2 + step * (place + (1 + GAP_BARS) / 2)
    const end = INNER + MIN_LENGTH + height * (OUTER - INNER - MIN_LENGTH)
    return `M${point(angle, INNER)}L${point(angle, end)}`
  })
  return `<path d="${lines.join('')}" stroke="${ARC_COLORS[index % ARC_COLORS.length]}" stroke-width="${width}" stroke-linecap="round"/>`
}

const point = (angle: number, radius: number): string =>
  `${(CENTER_X + Math.cos(angle) * radius).toFixed(1)} ${(PICTURE.height / 2 + Math.sin(angle) * radius).toFixed(1)}`

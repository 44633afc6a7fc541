import sharp from 'sharp'
import type { Item } from '#contract/media.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { PICTURE } from '#server/features/taste/print-picture.ts'
import { drawHeading, drawLine, headingWidth, printable } from '#server/features/taste/svg-text.ts'

const COLOURS = { background: '#0b0c0f', text: '#eef0f4', dim: '#9aa2b1', music: '#ffb15c', video: '#62c6ff', match: '#c2f261' }
const MARGIN = 72
const DISC = 190
const TEXT_X = MARGIN + 2 * DISC + 64
const TEXT_WIDTH = PICTURE.width - TEXT_X - MARGIN
const BARS = [0.35, 0.7, 1, 0.6, 0.3]

/** Draws the share picture of an item as PNG: its name, its creator, and bars in its color. No artwork of a platform. */
export async function drawItem(item: Item): Promise<Buffer> {
  return sharp(Buffer.from(itemSvg(item)))
    .png()
    .toBuffer()
}

/** The drawing as SVG. Names in a script that the fonts lack are left out. */
export function itemSvg({ kind, name, by }: Item): string {
  const colour = kind === 'artist' || kind === 'track' ? COLOURS.music : COLOURS.video
  const middle = PICTURE.height / 2
  const round = kind === 'artist' || kind === 'channel' ? DISC : 36
  const title = printable(name)
  const subtitle = printable(by ?? '')
  const bars = BARS.map((share, at) => {
    const height = share * 190
    return `<rect x="${MARGIN + DISC - 98 + at * 42}" y="${middle - height / 2}" width="28" height="${height}" rx="14" fill="${colour}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}">
<rect width="100%" height="100%" fill="${COLOURS.background}"/>
<rect x="${MARGIN}" y="${middle - DISC}" width="${2 * DISC}" height="${2 * DISC}" rx="${round}" fill="${colour}" opacity="0.16"/>
${bars.join('\n')}
${title && drawHeading({ text: title, x: TEXT_X, y: middle, size: 76, colour: COLOURS.text, maxWidth: TEXT_WIDTH })}
${subtitle && drawLine({ text: subtitle, x: TEXT_X, y: middle + 56, size: 34, colour: COLOURS.dim, maxWidth: TEXT_WIDTH })}
${drawHeading({ text: PRODUCT_NAME, x: PICTURE.width - MARGIN - headingWidth(PRODUCT_NAME, 32), y: PICTURE.height - MARGIN, size: 32, colour: COLOURS.match })}
</svg>`
}

import { PRODUCT_NAME } from '#contract/base/product.ts'
import { type AppLanguage, DEFAULT_LANGUAGE } from '#contract/languages/languages.ts'
import { MUSIC_BARS, PRINT_BARS } from '#contract/taste/print.ts'
import type { PictureShape, Recap, RecapItem, RecapPlayed } from '#contract/taste/recaps.ts'
import { COLORS, highest } from '#server/features/taste/print-picture.ts'
import { renderHeading, renderLine, hasGlyphs, printable, textWidth } from '#server/features/taste/svg-text.ts'
import { loadSharp } from '#server/platform/sharp.ts'
import { periodText, totalText, translateRecap } from './recaps.messages.ts'

/** The sizes that feeds and stories show uncropped. */
export const SHAPES: Record<PictureShape, { height: number; axis: number; list: number; tops: number }> = {
  post: { height: 1_350, axis: 740, list: 930, tops: 3 },
  story: { height: 1_920, axis: 900, list: 1_130, tops: 6 },
}
export const PICTURE_WIDTH = 1_080
export const PICTURE_MARGIN = 84
const [WIDTH, MARGIN] = [PICTURE_WIDTH, PICTURE_MARGIN]
const TEXT_WIDTH = WIDTH - 2 * MARGIN
const MAX_BAR_HEIGHT = 260
const MIN_BAR_HEIGHT = 6
const LINE_HEIGHT = 78
const LOGO = [16, 34, 46, 28, 14]

export type RecapPicture = {
  name: string
  userName: string
  recap: Recap & { played: RecapPlayed }
  language: AppLanguage
  shape: PictureShape
}

/** Renders a recap as PNG. It contains only the owner's plays, and nothing about other people: no names, matches, or artwork. */
export async function renderRecap(of: RecapPicture): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(Buffer.from(recapSvg(of)))
    .png()
    .toBuffer()
}

/** The picture as SVG. The fonts have no Arabic: those texts are in English. */
export function recapSvg({ name, userName, recap, language, shape }: RecapPicture): string {
  const { height, axis, list, tops } = SHAPES[shape]
  const { played, fresh } = recap
  const drawableText = (of: (language: AppLanguage) => string): string => (hasGlyphs(of(language)) ? of(language) : of(DEFAULT_LANGUAGE))
  const line = (y: number, size: number, color: string, content: string, x = MARGIN, maxWidth = TEXT_WIDTH): string =>
    content === '' ? '' : renderLine({ text: content, x, y, size, color, maxWidth })
  const maxCount = Math.max(...played.bars, 1)
  const print = played.bars.map((count) => count / maxCount)
  const rows = topItemsOf(played)
    .filter(({ item }) => printable(item.name) !== '')
    .slice(0, tops)
    .flatMap(({ item, plays }, index) => {
      const y = list + index * LINE_HEIGHT
      const count = `${new Intl.NumberFormat(language === 'ar' ? DEFAULT_LANGUAGE : language).format(plays)}×`
      const width = textWidth(count, 36)
      return [
        line(y, 44, COLORS.dim, String(index + 1)),
        line(y, 44, COLORS.text, printable(item.name), MARGIN + 56, TEXT_WIDTH - 80 - width),
        line(y, 36, COLORS.dim, count, WIDTH - MARGIN - width),
      ]
    })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}">
<rect width="100%" height="100%" fill="${COLORS.background}"/>
${renderLogo()}
${renderHeading({ text: printable(name) || `@${userName}`, x: MARGIN + 88, y: 150, size: 46, color: COLORS.text, maxWidth: TEXT_WIDTH - 88 })}
${renderHeading({ text: drawableText((of) => totalText(of, played)), x: MARGIN, y: 320, size: 132, color: COLORS.text, maxWidth: TEXT_WIDTH })}
${line(
  395,
  40,
  COLORS.dim,
  drawableText((of) => periodText(of, recap)),
)}
${barsOf(print, axis).join('\n')}
${line(axis + 58, 32, COLORS.music, highest(print, 0, MUSIC_BARS))}
${line(axis + 104, 32, COLORS.video, highest(print, MUSIC_BARS, PRINT_BARS.length))}
${rows.join('\n')}
${
  fresh.length > 0
    ? line(
        height - 172,
        36,
        COLORS.music,
        drawableText((of) => translateRecap(of, 'recap.fresh', { count: fresh.length })),
      )
    : ''
}
${renderProductName(height)}
</svg>`
}

function barsOf(print: readonly number[], axis: number): string[] {
  const pitch = TEXT_WIDTH / PRINT_BARS.length
  return PRINT_BARS.map((_, index) => {
    const height = Math.max(MIN_BAR_HEIGHT, (print[index] ?? 0) * MAX_BAR_HEIGHT)
    const x = MARGIN + index * pitch + pitch * 0.18
    const color = index < MUSIC_BARS ? COLORS.music : COLORS.video
    return `<rect x="${x.toFixed(1)}" y="${(axis - height).toFixed(1)}" width="${(pitch * 0.64).toFixed(1)}" height="${height.toFixed(1)}" rx="${(pitch * 0.24).toFixed(1)}" fill="${color}"/>`
  })
}

export function renderLogo(): string {
  const colors = [COLORS.music, COLORS.music, COLORS.match, COLORS.video, COLORS.video]
  return LOGO.map(
    (height, index) =>
      `<rect x="${MARGIN + index * 14}" y="${135 - height / 2}" width="8" height="${height}" rx="4" fill="${colors[index]}"/>`,
  ).join('')
}

export const renderProductName = (height: number): string =>
  renderHeading({ text: PRODUCT_NAME, x: MARGIN, y: height - MARGIN, size: 40, color: COLORS.match })

/** Artists and channels by plays, or tracks if their artists are unknown. */
function topItemsOf({ artists, channels, tracks }: RecapPlayed): RecapItem[] {
  const makers = [...artists, ...channels].toSorted((a, b) => b.plays - a.plays)
  return makers.length > 0 ? makers : tracks
}

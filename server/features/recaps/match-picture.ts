import { type AppLanguage, DEFAULT_LANGUAGE } from '#contract/languages/languages.ts'
import type { PictureShape } from '#contract/taste/recaps.ts'
import type { MatchOverTime } from '#contract/taste/taste-time.ts'
import { COLORS } from '#server/features/taste/print-picture.ts'
import { renderHeading, renderLine, hasGlyphs, printable, textWidth } from '#server/features/taste/svg-text.ts'
import { loadSharp } from '#server/platform/sharp.ts'
import { renderLogo, renderProductName, PICTURE_MARGIN as MARGIN, PICTURE_WIDTH as WIDTH, SHAPES } from './recap-picture.ts'
import { translateRecap } from './recaps.messages.ts'

export type PicturedName = { name: string; user_name: string }
export type MatchPicture = {
  owner: PicturedName
  /** Null if the buddy's name must not be shown. */
  buddy: PicturedName | null
  time: Pick<MatchOverTime, 'met' | 'points'>
  language: AppLanguage
  shape: PictureShape
}

const TEXT_WIDTH = WIDTH - 2 * MARGIN
const CURVE_TOP = 560
/** From the axis to the lower edge. */
const CURVE_FOOT = 330
const TICKS = [0, 25, 50, 75, 100]
const TICK_WIDTH = 100
const MONTH_LABELS = 6
const MIN_TOP = 50

type Point = { x: number; y: number }

/** Renders the match of two buddies by month as PNG. */
export async function renderMatch(of: MatchPicture): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(Buffer.from(matchSvg(of)))
    .png()
    .toBuffer()
}

/** The picture as SVG. The fonts have no Arabic: those texts are in English. */
export function matchSvg({ owner, buddy, time, language, shape }: MatchPicture): string {
  const { height } = SHAPES[shape]
  const { points } = time
  const drawableText = (of: (language: AppLanguage) => string): string => (hasGlyphs(of(language)) ? of(language) : of(DEFAULT_LANGUAGE))
  const line = (x: number, y: number, size: number, content: string, maxWidth = TEXT_WIDTH): string =>
    renderLine({ text: content, x, y, size, color: COLORS.dim, maxWidth })
  const names = (of: AppLanguage): string =>
    translateRecap(of, 'match.names', { one: shownName(owner), two: buddy ? shownName(buddy) : translateRecap(of, 'match.buddy') })
  const percents = points.flatMap(({ percent }) => percent ?? [])
  const now = percents.at(-1) ?? 0
  const percentText = (of: AppLanguage, percent: number) => new Intl.NumberFormat(of, { style: 'percent' }).format(percent / 100)
  const monthText = (of: AppLanguage, month: string, format: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(of, { ...format, timeZone: 'UTC' }).format(new Date(month))

  const axis = height - CURVE_FOOT
  const top = TICKS.find((tick) => tick >= Math.max(MIN_TOP, ...percents)) ?? 100
  const x = (index: number) => MARGIN + TICK_WIDTH + (index * (TEXT_WIDTH - TICK_WIDTH - 20)) / Math.max(1, points.length - 1)
  const y = (percent: number) => axis - (percent / top) * (axis - CURVE_TOP)
  const every = Math.max(1, Math.ceil(points.length / MONTH_LABELS))
  const last = points.findLastIndex(({ percent }) => percent !== null)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}">
<rect width="100%" height="100%" fill="${COLORS.background}"/>
${renderLogo()}
${renderHeading({ text: drawableText(names), x: MARGIN + 88, y: 150, size: 46, color: COLORS.text, maxWidth: TEXT_WIDTH - 88 })}
${renderHeading({ text: drawableText((of) => percentText(of, now)), x: MARGIN, y: 340, size: 168, color: COLORS.match, maxWidth: TEXT_WIDTH })}
${line(
  MARGIN,
  420,
  40,
  drawableText((of) => beforeText(of, time, { percentText, monthText })),
)}
${TICKS.filter((tick) => tick <= top)
  .map(
    (
      tick,
    ) => `<rect x="${MARGIN + TICK_WIDTH}" y="${y(tick)}" width="${TEXT_WIDTH - TICK_WIDTH}" height="2" fill="${COLORS.dim}" opacity="0.25"/>
${line(
  MARGIN,
  y(tick) + 10,
  30,
  drawableText((of) => percentText(of, tick)),
)}`,
  )
  .join('\n')}
${runsOf(points.map(({ percent }, index) => (percent === null ? null : { x: x(index), y: y(percent) })))
  .map((run) => renderRun(run, axis))
  .join('\n')}
${last < 0 ? '' : `<circle cx="${x(last).toFixed(1)}" cy="${y(now).toFixed(1)}" r="16" fill="${COLORS.match}"/>`}
${points
  .map(({ month }, index) => {
    if ((points.length - 1 - index) % every !== 0) return ''
    const label = drawableText((of) => monthText(of, month, { month: 'short' }))
    return line(Math.min(x(index) - textWidth(label, 30) / 2, WIDTH - MARGIN - textWidth(label, 30)), axis + 56, 30, label)
  })
  .join('\n')}
${renderProductName(height)}
</svg>`
}

const shownName = ({ name, user_name: userName }: PicturedName): string => printable(name) || `@${userName}`

type Texts = {
  percentText(language: AppLanguage, percent: number): string
  monthText(language: AppLanguage, month: string, format: Intl.DateTimeFormatOptions): string
}

/** "We met at 12%. Now it’s 41%." */
function beforeText(language: AppLanguage, { met, points }: MatchPicture['time'], { percentText, monthText }: Texts): string {
  const measured = points.filter(({ percent }) => percent !== null)
  const [first, last] = [measured[0], measured.at(-1)]
  const now = percentText(language, last?.percent ?? 0)
  if (met !== null) return translateRecap(language, 'match.met', { met: percentText(language, met), now })
  if (!first || first === last) return ''
  const month = monthText(language, first.month, { month: 'long', year: 'numeric' })
  return translateRecap(language, 'match.since', { before: percentText(language, first.percent ?? 0), month, now })
}

/** Points without a gap between them. */
function runsOf(points: readonly (Point | null)[]): Point[][] {
  const runs: Point[][] = [[]]
  for (const point of points) {
    if (point) runs.at(-1)?.push(point)
    else runs.push([])
  }
  return runs.filter((run) => run.length > 0)
}

function renderRun(run: readonly Point[], axis: number): string {
  const [first, last] = [run[0], run.at(-1)]
  const curve = run.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join(' ')
  const ground = `${curve} L${last?.x.toFixed(1)} ${axis} L${first?.x.toFixed(1)} ${axis} Z`
  return `<path d="${ground}" fill="${COLORS.match}" opacity="0.16"/>
<path d="${curve}" fill="none" stroke="${COLORS.match}" stroke-width="8" stroke-linejoin="round" stroke-linecap="round"/>`
}

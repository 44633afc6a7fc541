import type { I18n } from '@lingui/core'
import { MUSIC_BARS, PRINT_BARS } from '#contract/taste/print.ts'
import { barName } from '#web/features/matching/print/print.messages.ts'

/** "The tallest bars: Hip-hop in music, Live music in video": the tallest bar of music and that of video; null without plays. */
export function tallestText(i18n: I18n, bars: readonly number[]): string | null {
  const tallest = [PRINT_BARS.slice(0, MUSIC_BARS), PRINT_BARS.slice(MUSIC_BARS)].flatMap((side, at) => {
    const counts = side.map((bar, place) => ({ bar, count: bars[at * MUSIC_BARS + place] ?? 0 }))
    const [most] = counts.filter(({ bar, count }) => count > 0 && !bar.startsWith('other-')).toSorted((one, two) => two.count - one.count)
    return most ? [barName(i18n, most.bar)] : []
  })
  const [one, two] = tallest
  if (one === undefined) return null
  return two === undefined
    ? i18n._({ id: 'week.bars.one', message: 'The tallest bar: {one}', values: { one } })
    : i18n._({ id: 'week.bars.two', message: 'The tallest bars: {one} in music, {two} in video', values: { one, two } })
}

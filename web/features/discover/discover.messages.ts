import type { I18n } from '@lingui/core'
import type { Discovery } from '#contract/discover.ts'
import { PRINT_BARS } from '#contract/print.ts'
import { shortName } from '#web/ui/short-name.ts'
import { barName } from '#web/features/matching/print.messages.ts'

const MAX_BARS = 2

/** Why an item is suggested: "Jonas and 3 others, 80%+". Only the viewer's buddies are named. */
export function reasonText(i18n: I18n, { people, others, at_least_percent: percent }: Discovery['reason']): string {
  const who = peopleText(i18n, people, others)
  return percent > 0 ? i18n._({ id: 'discover.reason', message: '{who}, {percent}%+', values: { who, percent } }) : who
}

function peopleText(i18n: I18n, people: Discovery['reason']['people'], others: number): string {
  const [first, second] = people
  if (!first)
    return i18n._({
      id: 'discover.reason.people',
      message: '{count, plural, one {# person} other {# people}} close to you',
      values: { count: others },
    })
  const name = shortName(first)
  const rest = people.length - 1 + others
  if (rest === 0) return name
  if (rest === 1 && second)
    return i18n._({ id: 'discover.reason.two', message: '{name} and {other}', values: { name, other: shortName(second) } })
  return i18n._({
    id: 'discover.reason.others',
    message: '{name} and {count, plural, one {# other} other {# others}}',
    values: { name, count: rest },
  })
}

/** The genres or topics of an artist or channel: "Jazz, Folk". The most typical come first; undefined when only 'other' is known. */
export function genresText(i18n: I18n, bars: Discovery['bars']): string | undefined {
  const known = bars.flatMap((place) => PRINT_BARS[place] ?? []).filter((bar) => bar !== 'other-music' && bar !== 'other-video')
  const names = known.slice(0, MAX_BARS).map((bar) => barName(i18n, bar))
  return names.length > 0 ? new Intl.ListFormat(i18n.locale, { type: 'unit', style: 'short' }).format(names) : undefined
}

import type { I18n } from '@lingui/core'
import type { Uid } from '#contract/base/ids.ts'
import type { BroughtBetween, MatchOverTime } from '#contract/taste/taste-time.ts'
import { broughtPath } from '#web/pages/week/week.messages.ts'
import { rangeText } from '#web/pages/plays/plays.messages.ts'

const MAX_MARKS = 4

/** "You and Anouk met at 12%. Now it’s 41%." */
export function titleText(i18n: I18n, { met, points }: Pick<MatchOverTime, 'met' | 'points'>, name: string): string {
  const measured = points.filter(({ percent }) => percent !== null)
  const [first, last] = [measured[0], measured.at(-1)]
  const now = last?.percent ?? null
  if (now === null || first === undefined) return i18n._({ id: 'match-time.title', message: 'The two of you over time' })
  if (met !== null)
    return i18n._({ id: 'match-time.met', message: 'You and {name} met at {met}%. Now it’s {now}%.', values: { name, met, now } })
  if (measured.length === 1) return i18n._({ id: 'match-time.now', message: 'You and {name}: {now}%', values: { name, now } })
  const month = rangeText(i18n.locale, { from: first.month, to: first.month }, 'month')
  return i18n._({
    id: 'match-time.since',
    message: 'You and {name} were at {before}% in {month}. Now it’s {now}%.',
    values: { name, before: first.percent, month, now },
  })
}

const dayText = (locale: string, at: string): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(at))

/** How it was shown. `name` is null if the viewer showed it. */
export function evidenceText(i18n: I18n, { how, at }: Pick<BroughtBetween, 'how' | 'at'>, name: string | null): string {
  const date = dayText(i18n.locale, at)
  if (how === 'together') return i18n._({ id: 'match-time.together', message: 'Played together on {date}', values: { date } })
  if (name === null) {
    switch (how) {
      case 'sent':
        return i18n._({ id: 'match-time.you-sent', message: 'You sent it on {date}', values: { date } })
      case 'posted':
        return i18n._({ id: 'match-time.you-posted', message: 'You posted it on {date}', values: { date } })
      case 'blended':
        return i18n._({ id: 'match-time.you-blended', message: 'You brought it to your blend on {date}', values: { date } })
    }
  }
  switch (how) {
    case 'sent':
      return i18n._({ id: 'week.brought.sent', message: '{name} sent it on {date}', values: { name, date } })
    case 'posted':
      return i18n._({ id: 'week.brought.posted', message: '{name} posted it on {date}', values: { name, date } })
    case 'blended':
      return i18n._({ id: 'week.brought.blended', message: '{name} brought it to your blend on {date}', values: { name, date } })
  }
}

export const playedText = (i18n: I18n, { played }: Pick<BroughtBetween, 'played'>): string =>
  i18n._({
    id: 'match-time.played',
    message: 'First played on {date}',
    values: { date: new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(played)) },
  })

/** An event on the curve, at the index of its month. `to` is its place. */
export type Mark = { at: number; text: string; to: string | null }

/** At most four events, in the order of time: the meeting, then the latest that brought something, one a month. */
export function marksOf(i18n: I18n, { points, met, brought }: MatchOverTime, person: { uid: Uid; name: string }): Mark[] {
  const indexOf = (month: string) => points.findIndex((point) => point.month.slice(0, 7) === month.slice(0, 7) && point.percent !== null)
  const first = points.findIndex(({ percent }) => percent !== null)
  const marks: Mark[] = met === null ? [] : [{ at: first, text: i18n._({ id: 'match-time.mark.met', message: 'You met' }), to: null }]
  for (const item of brought) {
    const index = indexOf(item.at)
    if (index < 0 || marks.length === MAX_MARKS || marks.some((mark) => mark.at === index)) continue
    marks.push({ at: index, text: markText(i18n, item, item.by === person.uid ? person.name : null), to: broughtPath(item) })
  }
  return marks.toSorted((a, b) => a.at - b.at)
}

const markText = (i18n: I18n, { item }: BroughtBetween, name: string | null): string =>
  name === null
    ? i18n._({ id: 'match-time.mark.yours', message: 'You: {item}', values: { item: item.name } })
    : i18n._({ id: 'match-time.mark.theirs', message: '{name}: {item}', values: { name, item: item.name } })

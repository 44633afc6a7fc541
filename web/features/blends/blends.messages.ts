import type { I18n } from '@lingui/core'
import type { BlendFitReason, BlendMember, BlendSummary } from '#contract/blends.ts'
import { totalDuration } from '#contract/durations.ts'
import type { Item } from '#contract/media.ts'
import type { PersonCard } from '#contract/people.ts'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { itemsText, SEPARATOR, totalText } from '#web/features/media/items/length-text.ts'
import { barName } from '#web/features/matching/print/print.messages.ts'
import { shortName } from '#web/ui/text/short-name.ts'

const DAY_MS = 24 * 3_600_000

/** "You", or the first name. */
export const memberName = (i18n: I18n, person: PersonCard, me: string | null): string =>
  person.uid === me ? i18n._({ id: 'blend.you', message: 'You' }) : shortName(person)

/** "You, Jonas and Amara", the viewer first. */
export function namesText(i18n: I18n, people: readonly PersonCard[], me: string | null): string {
  const sorted = [...people.filter(({ uid }) => uid === me), ...people.filter(({ uid }) => uid !== me)]
  return new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(sorted.map((person) => memberName(i18n, person, me)))
}

/** The title of a blend, or the names of its members. */
export const blendTitle = (
  i18n: I18n,
  { title, members }: { title: string | null; members: readonly BlendMember[] },
  me: string | null,
): string =>
  title ??
  namesText(
    i18n,
    members.map(({ person }) => person),
    me,
  )

export const blendOf = (i18n: I18n, count: number): string => i18n._({ id: 'blend.of', message: 'Blend of {count}', values: { count } })

/** "42 items · 30 tracks, 12 videos · 5 h 10 min". */
export const countsText = (i18n: I18n, items: readonly Item[]): string =>
  sizeText(i18n, {
    items: items.length,
    tracks: items.filter(({ kind }) => kind !== 'video').length,
    duration: totalDuration(items),
  })

/** The same for a blend in a list. */
export function sizeText(i18n: I18n, { items, tracks, duration }: Pick<BlendSummary, 'items' | 'tracks' | 'duration'>): string {
  const videos = items - tracks
  const length = duration ? [totalText(i18n, duration)] : []
  if (videos === 0 || tracks === 0) return [itemsText(i18n, items), ...length].join(SEPARATOR)
  const parts = new Intl.ListFormat(i18n.locale, { type: 'unit' }).format([
    i18n._({ id: 'blend.tracks', message: '{count, plural, one {# track} other {# tracks}}', values: { count: tracks } }),
    i18n._({ id: 'blend.videos', message: '{count, plural, one {# video} other {# videos}}', values: { count: videos } }),
  ])
  return [itemsText(i18n, items), parts, ...length].join(SEPARATOR)
}

export function reasonText(i18n: I18n, why: BlendFitReason, item: Item): string {
  if (why === 'loves') return i18n._({ id: 'blend.why.loves', message: 'In the library' })
  if (why === 'creator') return i18n._({ id: 'blend.why.creator', message: 'Because of {name}', values: { name: item.by ?? item.name } })
  const bar = PRINT_BARS[why]
  return bar === undefined ? '' : i18n._({ id: 'blend.why.bar', message: 'Because of {bar}', values: { bar: barName(i18n, bar) } })
}

/** "Everyone brings 8 or 9." */
export function shareText(i18n: I18n, members: readonly BlendMember[]): string {
  const counts = members.filter(({ state }) => state === 'joined').map(({ brings }) => brings)
  const [min, max] = [Math.min(...counts), Math.max(...counts)]
  if (min === max) return i18n._({ id: 'blend.share.same', message: 'Everyone brings {count}.', values: { count: max } })
  if (max - min === 1)
    return i18n._({ id: 'blend.share.two', message: 'Everyone brings {least} or {most}.', values: { least: min, most: max } })
  return i18n._({ id: 'blend.share.differs', message: 'Between {least} and {most} each.', values: { least: min, most: max } })
}

/** Noon of that day in local time. Days are 23 to 25 hours apart. */
const noonOf = (ms: number): number => new Date(ms).setHours(12, 0, 0, 0)

/** "in 6 days", "tomorrow": by the calendar, so that Sunday evening is not the same day as Monday morning. */
export function nextMixText(i18n: I18n, nextMixAt: string, nowMs: number): string {
  const days = Math.max(0, Math.round((noonOf(Date.parse(nextMixAt)) - noonOf(nowMs)) / DAY_MS))
  const when = new Intl.RelativeTimeFormat(i18n.locale, { numeric: 'auto' }).format(days, 'day')
  const time = new Intl.DateTimeFormat(i18n.locale, { weekday: 'long', hour: 'numeric', minute: '2-digit' }).format(new Date(nextMixAt))
  return i18n._({ id: 'blend.next', message: 'New mix every week. Next: {time}, {when}', values: { time, when } })
}

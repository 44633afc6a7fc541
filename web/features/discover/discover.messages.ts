import type { I18n } from '@lingui/core'
import type { Discovery, RecipientReason } from '#contract/taste/discover.ts'
import type { ItemKind } from '#contract/media.ts'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { shortName } from '#web/ui/text/short-name.ts'
import { barName } from '#web/features/matching/print/print.messages.ts'

const MAX_BARS = 2

type Reason = Pick<Discovery['reason'], 'people' | 'others' | 'at_least_percent'> & Partial<Discovery['reason']>

/**
 * Why an item is suggested: "Jonas plays this most", "Similar to Khruangbin", "Loved by Jonas and 3 others (80%+ match)". Only the
 * viewer's buddies are named.
 */
export function reasonText(i18n: I18n, reason: Reason, kind?: ItemKind): string {
  const { people, others, at_least_percent: percent, near } = reason
  const [first] = people
  if (first && reason.is_favorite) {
    const name = shortName(first)
    return kind === 'artist' || kind === 'track'
      ? i18n._({ id: 'discover.reason.plays-most', message: '{name} plays this most', values: { name } })
      : i18n._({ id: 'discover.reason.watches-most', message: '{name} watches this most', values: { name } })
  }
  if (near) {
    const { name } = near
    return near.kind === 'channel'
      ? i18n._({ id: 'discover.reason.follow', message: 'Because you follow {name}', values: { name } })
      : i18n._({ id: 'discover.reason.near', message: 'Similar to {name}', values: { name } })
  }
  const who = peopleText(i18n, people, others)
  if (percent === 0) return i18n._({ id: 'discover.reason.loved-by', message: 'Loved by {who}', values: { who } })
  return i18n._({ id: 'discover.reason', message: 'Loved by {who} ({percent}%+ match)', values: { who, percent } })
}

function peopleText(i18n: I18n, people: Discovery['reason']['people'], others: number): string {
  const [first, second] = people
  if (!first)
    return i18n._({
      id: 'discover.reason.people',
      message: '{count, plural, one {# person} other {# people}}',
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
  const namedBars = bars.flatMap((place) => PRINT_BARS[place] ?? []).filter((bar) => bar !== 'other-music' && bar !== 'other-video')
  const names = namedBars.slice(0, MAX_BARS).map((bar) => barName(i18n, bar))
  return names.length > 0 ? new Intl.ListFormat(i18n.locale, { type: 'unit', style: 'short' }).format(names) : undefined
}

/** Why a buddy would probably love an item; null if nothing is known. */
export function recipientReasonText(i18n: I18n, { kind, name, bar, percent }: RecipientReason): string {
  const known = bar === null ? undefined : PRINT_BARS[bar]
  if (kind === 'has') return i18n._({ id: 'recipient.has', message: 'Already has it' })
  if (kind === 'creator' && name !== null) return i18n._({ id: 'recipient.creator', message: 'Loves {name}', values: { name } })
  if (kind === 'listeners') return i18n._({ id: 'recipient.listeners', message: 'People with their taste love it' })
  if (kind === 'bar' && known) return i18n._({ id: 'recipient.bar', message: 'Into {name}', values: { name: barName(i18n, known) } })
  if (percent === null) return i18n._({ id: 'recipient.none', message: 'We don’t know their taste yet' })
  return i18n._({ id: 'recipient.match', message: '{percent}% match', values: { percent } })
}

import type { I18n } from '@lingui/core'
import type { TasteMap, TasteMapPair } from '#contract/taste/group-taste.ts'
import type { PersonCard } from '#contract/people.ts'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { memberName, namesText } from '#web/features/blends/blends.messages.ts'
import { barName } from '#web/features/matching/print/print.messages.ts'

const peopleOf = ({ members }: TasteMap, uids: readonly string[]): PersonCard[] =>
  members.map(({ person }) => person).filter(({ uid }) => uids.includes(uid))

export const nameOf = (i18n: I18n, { members }: TasteMap, uid: string, me: string | null): string => {
  const person = members.find((member) => member.person.uid === uid)?.person
  return person ? memberName(i18n, person, me) : ''
}

/** "Afrobeats, soul". */
export function barsText(i18n: I18n, bars: readonly number[]): string {
  const names = bars.flatMap((bar) => PRINT_BARS[bar] ?? []).map((bar) => barName(i18n, bar))
  return new Intl.ListFormat(i18n.locale, { type: 'unit' }).format(names)
}

/** "You and Jonas", the viewer first. */
export const pairText = (i18n: I18n, map: TasteMap, { one, other }: Pick<TasteMapPair, 'one' | 'other'>, me: string | null): string =>
  namesText(i18n, peopleOf(map, [one, other]), me)

export function closestText(i18n: I18n, map: TasteMap, me: string | null): string | null {
  const [closest] = map.pairs
  if (!closest) return null
  const values = { who: pairText(i18n, map, closest, me), percent: closest.percent }
  return i18n._({ id: 'taste-map.closest', message: 'Closest: {who}, {percent}%', values })
}

export const areaText = (i18n: I18n, map: TasteMap, { uids, bars }: TasteMap['areas'][number], me: string | null): string =>
  i18n._({
    id: 'taste-map.area',
    message: '{bars}: {who}',
    values: { bars: barsText(i18n, bars), who: namesText(i18n, peopleOf(map, uids), me) },
  })

export const bridgeText = (i18n: I18n, map: TasteMap, { by, between }: TasteMap['bridges'][number], me: string | null): string => {
  // Inside a sentence, "You" would not fit; the viewer's own name does.
  const values = { who: namesText(i18n, peopleOf(map, between), null), name: nameOf(i18n, map, by, me) }
  return by === me
    ? i18n._({ id: 'taste-map.bridge.you', message: 'You connect {who}', values })
    : i18n._({ id: 'taste-map.bridge', message: '{name} connects {who}', values })
}

/** Names the members without a place, without a reason for each. */
export function offMapText(i18n: I18n, map: TasteMap, me: string | null): string | null {
  const off = map.members.filter(({ place }) => place === null).map(({ person }) => person)
  if (off.length === 0 || off.length === map.members.length) return null
  return i18n._({ id: 'taste-map.off', message: 'Not on the map: {who}', values: { who: namesText(i18n, off, me) } })
}

/* Texts of the page of a match: how rare shared items are, and the parts of the percentage. */
import type { I18n } from '@lingui/core'
import type { MatchPart, SharedItem } from '#contract/taste/taste.ts'
import { worldText } from './match.messages.ts'

type Rarity = Pick<SharedItem, 'here' | 'world'>

/** How rare a shared item is: "4 of 9,000 people here love this, 30,000 listeners worldwide". */
export function rarityText(i18n: I18n, { here, world }: Rarity): string {
  const hereText = here && i18n._({ id: 'match.here', message: '{holders, number} of {users, number} people here love this', values: here })
  const worldwideText = world && worldText(i18n, world)
  if (hereText && worldwideText)
    return i18n._({ id: 'match.here-and-world', message: '{here}, {world}', values: { here: hereText, world: worldwideText } })
  return hereText ?? worldwideText ?? i18n._({ id: 'match.rare', message: 'rare here' })
}

/** The same for one line of a list: "4 of 9,000 here · 30K worldwide". */
export function shortRarityText(i18n: I18n, { here, world }: Rarity): string {
  const compact = new Intl.NumberFormat(i18n.locale, { notation: 'compact' })
  const parts = [
    here && i18n._({ id: 'match.here.short', message: '{holders, number} of {users, number} here', values: here }),
    world && i18n._({ id: 'match.world.short', message: '{count} worldwide', values: { count: compact.format(world.count) } }),
  ]
  return parts.filter(Boolean).join(' · ') || rarityText(i18n, { here, world })
}

export function partName(i18n: I18n, part: MatchPart['part']): string {
  switch (part) {
    case 'artists':
      return i18n._({ id: 'match.part.artists', message: 'Artists' })
    case 'genres':
      return i18n._({ id: 'match.part.genres', message: 'Genres' })
    case 'tracks':
      return i18n._({ id: 'match.part.tracks', message: 'Tracks' })
    case 'channels':
      return i18n._({ id: 'match.part.channels', message: 'Channels' })
    case 'topics':
      return i18n._({ id: 'match.part.topics', message: 'Topics' })
    case 'listeners':
      return i18n._({ id: 'match.part.listeners', message: 'Similar listeners' })
  }
}

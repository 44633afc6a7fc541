/* Texts of a match: for cards, beside the print, and for screen readers. */
import type { I18n } from '@lingui/core'
import type { Match, MatchFilter, SharedItem, SuggestedPerson, WorldSize } from '#contract/taste/taste.ts'
import { WORLD_POPULATION } from '#contract/taste/world-population.ts'

/** "14 artists and 3 channels in common". */
export function inCommonText(i18n: I18n, match: Pick<Match, 'shared_artists' | 'shared_channels' | 'only_listeners'>): string {
  const { shared_artists: artists, shared_channels: channels } = match
  if (match.only_listeners)
    return i18n._({ id: 'match.only-listeners', message: 'Nothing in common yet: you match through similar listeners' })
  if (artists > 0 && channels > 0) {
    return i18n._({
      id: 'match.in-common',
      message: '{artists, plural, one {# artist} other {# artists}} and {channels, plural, one {# channel} other {# channels}} in common',
      values: { artists, channels },
    })
  }
  if (artists > 0)
    return i18n._({
      id: 'match.in-common.artists',
      message: '{artists, plural, one {# artist} other {# artists}} in common',
      values: { artists },
    })
  if (channels > 0)
    return i18n._({
      id: 'match.in-common.channels',
      message: '{channels, plural, one {# channel} other {# channels}} in common',
      values: { channels },
    })
  return i18n._({ id: 'match.in-common.none', message: 'No artist or channel in common yet' })
}

export function basisText(i18n: I18n, basis: SuggestedPerson['basis']): string {
  return basis === 'taste'
    ? i18n._({ id: 'match.basis.taste', message: 'Suggested because of your taste' })
    : i18n._({ id: 'match.basis.buddies', message: 'Suggested because of mutual buddies' })
}

/** The percentage by which a list with this filter is ranked. */
export function percentOf(match: Match, filter: MatchFilter): number | null {
  return { all: match.percent, music: match.music_percent, video: match.video_percent }[filter]
}

/** The whole match in one sentence: "92% match: 14 artists and 3 channels in common, rarest Mulatu Astatke". */
export function matchSentence(i18n: I18n, match: Match, filter: MatchFilter = 'all'): string {
  const common = inCommonText(i18n, match)
  const rarest = match.rarest?.name ?? null
  const percent = percentOf(match, filter)
  const parts = rarest === null ? common : i18n._({ id: 'match.rarest', message: '{common}, rarest {rarest}', values: { common, rarest } })
  if (percent === null) return i18n._({ id: 'match.sentence.early', message: 'Too early to say: {facts}', values: { facts: parts } })
  return i18n._({ id: 'match.sentence', message: '{percent}% match: {facts}', values: { percent, facts: parts } })
}

const SOURCE_OF_UNIT: Record<WorldSize['unit'], string> = {
  followers: 'Spotify',
  subscribers: 'YouTube',
  listeners: 'Last.fm',
  listenbrainz_listeners: 'ListenBrainz',
}

/** How many people in the world love an item, and who counted them: "30,000 listeners worldwide (Last.fm)". */
export function worldWithSourceText(i18n: I18n, world: WorldSize): string {
  const values = { world: worldText(i18n, world), source: SOURCE_OF_UNIT[world.unit] }
  return i18n._({ id: 'match.world.source', message: '{world} ({source})', values })
}

/** "30,000 listeners worldwide". */
export function worldText(i18n: I18n, { count, unit }: WorldSize): string {
  switch (unit) {
    case 'followers':
      return i18n._({
        id: 'match.world.followers',
        message: '{count, plural, one {# follower} other {# followers}} worldwide',
        values: { count },
      })
    case 'subscribers':
      return i18n._({
        id: 'match.world.subscribers',
        message: '{count, plural, one {# subscriber} other {# subscribers}} worldwide',
        values: { count },
      })
    case 'listeners':
    case 'listenbrainz_listeners':
      return i18n._({
        id: 'match.world.listeners',
        message: '{count, plural, one {# listener} other {# listeners}} worldwide',
        values: { count },
      })
  }
}

/** Below this number of items the text mentions how few they are. */
const LITTLE = 10

/** "based on 6 artists" for few items; null for many, or without a percentage. */
export function basedOnText(i18n: I18n, { percent, based_on: basis }: Pick<Match, 'percent' | 'based_on'>): string | null {
  return percent === null || basis.artists >= LITTLE || basis.channels >= LITTLE ? null : basedOnItemsText(i18n, basis)
}

/** "based on 6 artists": names only the kinds of which there are items. */
export function basedOnItemsText(i18n: I18n, { artists, channels }: Match['based_on']): string {
  if (artists > 0 && channels > 0) {
    return i18n._({
      id: 'match.based-on.both',
      message: 'based on {artists, plural, one {# artist} other {# artists}} and {channels, plural, one {# channel} other {# channels}}',
      values: { artists, channels },
    })
  }
  return artists > 0
    ? i18n._({ id: 'match.based-on.artists', message: 'based on {artists, plural, one {# artist} other {# artists}}', values: { artists } })
    : i18n._({
        id: 'match.based-on.channels',
        message: 'based on {channels, plural, one {# channel} other {# channels}}',
        values: { channels },
      })
}

/** The sentence that replaces a missing percentage. */
export function noPercentText(i18n: I18n, match?: Pick<Match, 'is_hidden'>): string {
  if (match?.is_hidden) return i18n._({ id: 'match.hidden', message: 'Match not shown' })
  return i18n._({ id: 'match.not-enough', message: 'Too early to say' })
}

/** An item is rare when at most one in this many people in the world loves it. */
const RARE_FROM = 1_000

/** "1 in 2,400": how many people in the world there are for each who loves an item, with two digits; null unless it is rare. */
export function oneIn({ world }: Pick<SharedItem, 'world'>): number | null {
  if (!world || world.count <= 0) return null
  const people = WORLD_POPULATION[world.unit] / world.count
  return people < RARE_FROM ? null : Number(people.toPrecision(2))
}

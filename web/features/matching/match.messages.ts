/* What a match says in words: under cards, beside the print, and to those who hear the page instead of seeing it. */
import type { I18n } from '@lingui/core'
import type { Match, MatchPart, SharedItem } from '#contract/taste.ts'

/** "14 artists and 3 channels in common". */
export function inCommonWords(i18n: I18n, match: Pick<Match, 'shared_artists' | 'shared_channels'>): string {
  const { shared_artists: artists, shared_channels: channels } = match
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

/** The name of the rarest thing both hold, or null. */
export function rarestOf({ shared }: Pick<Match, 'shared'>): string | null {
  return shared[0]?.item.name ?? null
}

/** The whole match in one sentence: "92% match: 14 artists and 3 channels in common, rarest Mulatu Astatke". */
export function matchSentence(i18n: I18n, match: Match): string {
  const common = inCommonWords(i18n, match)
  const rarest = rarestOf(match)
  const facts = rarest === null ? common : i18n._({ id: 'match.rarest', message: '{common}, rarest {rarest}', values: { common, rarest } })
  if (match.percent === null)
    return i18n._({ id: 'match.sentence.early', message: 'Not enough data to say yet: {facts}', values: { facts } })
  return i18n._({ id: 'match.sentence', message: '{percent}% match: {facts}', values: { percent: match.percent, facts } })
}

/** How rare a shared thing is: "1 of 9 people here"; "rare here" where the crowd is too small to count. */
export function rarityWords(i18n: I18n, { holders }: Pick<SharedItem, 'holders'>): string {
  if (holders === null) return i18n._({ id: 'match.rare', message: 'rare here' })
  return i18n._({ id: 'match.holders', message: '1 of {count, plural, one {# person} other {# people}} here', values: { count: holders } })
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

/** Below this a figure rests on so little that it is said. */
const LITTLE = 10

/** "based on 6 artists", where that is little; null where there is plenty, or no figure. */
export function basedOnWords(i18n: I18n, { percent, based_on: { artists, channels } }: Pick<Match, 'percent' | 'based_on'>): string | null {
  if (percent === null || artists >= LITTLE || channels >= LITTLE) return null
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

/** The sentence instead of a figure, when there is none. */
export function tooEarlyWords(i18n: I18n, match?: Pick<Match, 'is_hidden'>): string {
  if (match?.is_hidden) return i18n._({ id: 'match.hidden', message: 'Match not shown' })
  return i18n._({ id: 'match.not-enough', message: 'Not enough data to say yet' })
}

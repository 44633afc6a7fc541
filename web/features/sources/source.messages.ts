import type { I18n } from '@lingui/core'
import type { Source, SourceName } from '#contract/taste/taste.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { serviceNames } from './source-names.ts'

export function sourceName(i18n: I18n, source: SourceName): string {
  switch (source) {
    case 'spotify':
    case 'youtube':
    case 'listenbrainz':
    case 'lastfm':
      return serviceNames[source]
    case 'spotify_file':
      return i18n._({ id: 'source.file.spotify', message: 'Spotify history' })
    case 'youtube_file':
      return i18n._({ id: 'source.file.youtube', message: 'YouTube Takeout' })
    case 'listenbrainz_file':
      return i18n._({ id: 'source.file.listenbrainz', message: 'ListenBrainz export' })
    case 'history_file':
      return i18n._({ id: 'source.file.history', message: 'Listening history' })
    case 'picks':
      return i18n._({ id: 'source.picks', message: 'Picked by hand' })
  }
}

/** The benefits of connecting this source. */
export function sourceOffer(i18n: I18n, source: SourceName): string {
  switch (source) {
    case 'spotify':
      return i18n._({
        id: 'source.offer.spotify',
        message: 'Your top artists, the artists you follow and the tracks you saved. We only read, unless you ask us to save a playlist.',
      })
    case 'youtube':
      return i18n._({
        id: 'source.offer.youtube',
        message: 'The channels you subscribe to and the videos you liked. We only read, unless you ask us to save a playlist.',
      })
    case 'listenbrainz':
    case 'lastfm':
      return i18n._({
        id: 'source.offer.name',
        message: 'What you listen to, from your public profile. All it needs is your username there.',
      })
    case 'spotify_file':
    case 'youtube_file':
    case 'listenbrainz_file':
    case 'history_file':
      return i18n._({ id: 'source.offer.file', message: 'What you played or watched over the years, from the file you imported.' })
    case 'picks':
      return i18n._({ id: 'source.offer.picks', message: 'Artists and channels that you choose yourself. No account needed.' })
  }
}

const mainKinds = {
  spotify: ['artists', 'tracks'],
  youtube: ['channels', 'videos'],
  listenbrainz: ['artists', 'tracks'],
  lastfm: ['artists', 'tracks'],
  spotify_file: ['artists', 'tracks'],
  youtube_file: ['channels'],
  listenbrainz_file: ['artists', 'tracks'],
  history_file: ['artists', 'tracks'],
  picks: ['artists', 'channels'],
} as const
const allKinds = ['artists', 'tracks', 'channels', 'videos'] as const

/** Imported items: the main kinds first, even at zero; then other kinds, such as artists from YouTube. */
export function sourceCounts({ source, counts }: Source): readonly { kind: keyof Source['counts']; count: number }[] {
  const main: readonly (keyof Source['counts'])[] = mainKinds[source]
  const extra = allKinds.filter((kind) => !main.includes(kind) && counts[kind] > 0)
  return [...main, ...extra].map((kind) => ({ kind, count: counts[kind] }))
}

export function countLabel(i18n: I18n, kind: keyof Source['counts'], count: number): string {
  switch (kind) {
    case 'artists':
      return i18n._({ id: 'source.count.artists', message: '{count, plural, one {artist} other {artists}}', values: { count } })
    case 'tracks':
      return i18n._({ id: 'source.count.tracks', message: '{count, plural, one {track} other {tracks}}', values: { count } })
    case 'channels':
      return i18n._({ id: 'source.count.channels', message: '{count, plural, one {channel} other {channels}}', values: { count } })
    case 'videos':
      return i18n._({ id: 'source.count.videos', message: '{count, plural, one {video} other {videos}}', values: { count } })
  }
}

/** "60 artists and 120 tracks". */
export function countsSentence(i18n: I18n, source: Source): string {
  const parts = sourceCounts(source).map(
    ({ kind, count }) => `${new Intl.NumberFormat(i18n.locale).format(count)} ${countLabel(i18n, kind, count)}`,
  )
  return new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(parts)
}

/** "Reading artists, 40 of 60"; without the total until the platform reports it. */
export function progressText(i18n: I18n, progress: Source['progress']): string {
  if (!progress) return i18n._({ id: 'source.progress.start', message: 'Reading your account' })
  const what = countLabel(i18n, progress.reading, 2)
  const { done, total } = progress
  if (total === null)
    return i18n._({ id: 'source.progress.open', message: 'Reading {what}, {done, number} so far', values: { what, done } })
  return i18n._({ id: 'source.progress', message: 'Reading {what}, {done, number} of {total, number}', values: { what, done, total } })
}

/** Why a source can't be read, and what the user can do. */
export function sourceProblemMessage(i18n: I18n, problem: NonNullable<Source['problem']>, source: SourceName): string {
  const values = { source: sourceName(i18n, source) }
  switch (problem) {
    case 'not_allowed':
      return i18n._({
        id: 'source.problem.not-allowed',
        message:
          '{source} doesn’t let this site read your account. Ask the people who run it to add you to their {source} app, then try again.',
        values,
      })
    case 'no_channel':
      return i18n._({
        id: 'source.problem.no-channel',
        message: 'This Google account has no {source} channel. Create one on {source} and try again, or use another account.',
        values,
      })
    case 'account_closed':
      return i18n._({
        id: 'source.problem.closed',
        message: '{source} has closed or suspended this account, so we can’t read it. You can use another account.',
        values,
      })
    case 'unknown':
      return i18n._({ id: 'source.problem.unknown', message: 'There’s no {source} profile with this name anymore.', values })
    case 'private':
      return i18n._({
        id: 'source.problem.private',
        message: 'This {source} profile is private now. Make it public, then try again.',
        values,
      })
    case 'not_offered':
      return i18n._({ id: 'source.problem.not-offered', message: 'This site doesn’t read {source} anymore.', values })
  }
}

/** When a sync continues that the platform asked to wait for long. */
export function pauseMessage(i18n: I18n, resumesAt: string, source: SourceName): string {
  const when = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(resumesAt))
  return i18n._({
    id: 'source.paused.why',
    message: '{source} asked us to take a break. The sync continues by itself: {when}.',
    values: { source: sourceName(i18n, source), when },
  })
}

/** Why a command on a source failed. */
export function sourceErrorMessage(i18n: I18n, failure: ApiFailure, source: SourceName): string {
  const name = sourceName(i18n, source)
  if (failure.kind === 'offline') return i18n._({ id: 'source.refused.offline', message: 'You’re offline. Nothing was changed.' })
  switch (failure.code) {
    case 'account_in_use':
      return i18n._({
        id: 'source.refused.in-use',
        message: 'That {source} account is already connected to another profile here.',
        values: { source: name },
      })
    case 'account_not_allowed':
      return sourceProblemMessage(i18n, 'not_allowed', source)
    case 'account_no_channel':
      return sourceProblemMessage(i18n, 'no_channel', source)
    case 'account_closed':
      return sourceProblemMessage(i18n, 'account_closed', source)
    case 'provider_unavailable':
      return i18n._({
        id: 'source.refused.provider',
        message: '{source} isn’t responding right now. Please try again later.',
        values: { source: name },
      })
    case 'name_unknown':
      return i18n._({ id: 'source.refused.nobody', message: 'There’s no {source} profile with that name.', values: { source: name } })
    case 'name_private':
      return i18n._({
        id: 'source.refused.private',
        message: 'That {source} profile isn’t public. Make it public there, then try again.',
        values: { source: name },
      })
    case 'token_wrong':
      return i18n._({ id: 'source.refused.token', message: 'That token doesn’t belong to this username.' })
    case 'wrong_state':
      return i18n._({ id: 'source.refused.busy', message: '{source} is being read right now.', values: { source: name } })
    default:
      if (failure.code === 'rate_limited' && failure.sentence) return failure.sentence
      return i18n._({ id: 'source.refused', message: 'That didn’t work. Please try again.' })
  }
}

import type { SyncedSource } from '#contract/taste/taste.ts'

/** The names of the services, which are not translated. */
export const serviceNames: Record<SyncedSource, string> = {
  spotify: 'Spotify',
  youtube: 'YouTube',
  listenbrainz: 'ListenBrainz',
  lastfm: 'Last.fm',
}

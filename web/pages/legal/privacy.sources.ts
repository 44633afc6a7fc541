import type { I18n } from '@lingui/core'
import type { Article } from './Articles.tsx'

/**
 * Per source: which data is read, how long it is stored, and where access is revoked. A test compares the days with the retention rules.
 */
export function sourceArticles(i18n: I18n): Article[] {
  return [
    {
      title: i18n._({ id: 'privacy.sources', message: 'Connected accounts' }),
      text: i18n._({
        id: 'privacy.sources.all',
        message:
          'We only read from those accounts. The one exception is a playlist that you ask us to save: we create it, and change nothing else. Access keys are stored encrypted. Disconnecting an account deletes the keys and everything that came from it at once. Following the rules of each service, the operator decides whether its data may be shown to others and count for matching; otherwise only you see it.',
      }),
    },
    {
      title: 'Spotify',
      text: i18n._({
        id: 'privacy.spotify',
        message:
          'We read your top artists and tracks, the artists you follow, what you saved and what you played recently, every week. Data that can’t be refreshed is deleted after 30 days, or 14 days after Spotify denies us access. You can also end access at Spotify.',
      }),
      links: [
        { name: 'Spotify: spotify.com/account/apps', href: 'https://www.spotify.com/account/apps/' },
        { name: 'Spotify Privacy Policy', href: 'https://www.spotify.com/legal/privacy-policy/' },
      ],
    },
    {
      title: 'YouTube',
      text: i18n._({
        id: 'privacy.youtube',
        message:
          'We use YouTube API Services. We read the channels you subscribe to and the videos you liked, every 14 days. Data that can’t be refreshed is deleted after 28 days, or 5 days after access is denied or withdrawn. You can also withdraw access in Google’s security settings. Google’s privacy policy and YouTube’s terms apply.',
      }),
      links: [
        { name: 'Google security settings', href: 'https://security.google.com/settings/security/permissions' },
        { name: 'Google Privacy Policy', href: 'https://policies.google.com/privacy' },
        { name: 'YouTube Terms of Service', href: 'https://www.youtube.com/t/terms' },
      ],
    },
    {
      title: 'Last.fm, ListenBrainz',
      text: i18n._({
        id: 'privacy.public-profiles',
        message:
          'We read the public profile of the username you enter every week. Data that can’t be refreshed is deleted after 60 days, or 30 days after the profile disappears or is no longer public.',
      }),
      links: [
        { name: 'Last.fm Privacy Policy', href: 'https://www.last.fm/legal/privacy' },
        { name: 'ListenBrainz: MetaBrainz Privacy Policy', href: 'https://metabrainz.org/privacy' },
      ],
    },
    {
      title: i18n._({ id: 'privacy.directories', message: 'Genre lookup' }),
      text: i18n._({
        id: 'privacy.directories.text',
        message:
          'To find an artist’s genre, this server may ask Last.fm or MusicBrainz. It sends the artist’s name, never who listens to them or anything else about you.',
      }),
    },
    {
      title: i18n._({ id: 'privacy.files', message: 'Imported files and picks' }),
      text: i18n._({
        id: 'privacy.files.text',
        message:
          'A file is read on this server and deleted right after. Network addresses, devices and private sessions in it are never stored. What was imported, and what you picked by hand, stays until you delete it.',
      }),
    },
  ]
}

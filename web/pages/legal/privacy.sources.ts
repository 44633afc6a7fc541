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
          'We only read, and never write to those accounts. The keys to them are stored encrypted. Disconnecting an account deletes the keys and everything that came from it at once. The operator decides, by the rules of each service, whether what its interface tells may be shown to others and count at all; otherwise it is shown to you alone.',
      }),
    },
    {
      title: 'Spotify',
      text: i18n._({
        id: 'privacy.spotify',
        message:
          'Read are your top artists and tracks, the artists you follow, what you saved and what you played last. It is read again every week. What could not be read again for 30 days, or 14 days after Spotify has refused us, is deleted. You can also end the access at Spotify.',
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
          'We use YouTube API Services. Read are the channels you subscribe to and the videos you liked, again every 14 days. What could not be read again for 28 days, or 5 days after access was refused or withdrawn, is deleted. You can withdraw the access at Google’s security settings as well, and Google’s privacy policy and YouTube’s terms apply.',
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
          'Read is the public profile of the name you give, every week. What could not be read again for 60 days, or 30 days after the profile was gone or no longer public, is deleted.',
      }),
      links: [
        { name: 'Last.fm Privacy Policy', href: 'https://www.last.fm/legal/privacy' },
        { name: 'ListenBrainz: MetaBrainz Privacy Policy', href: 'https://metabrainz.org/privacy' },
      ],
    },
    {
      title: i18n._({ id: 'privacy.directories', message: 'What kind of music it is' }),
      text: i18n._({
        id: 'privacy.directories.text',
        message:
          'To learn what genre an artist belongs to, this server may ask Last.fm or MusicBrainz. It sends the name of the artist, never who listens to them or anything else about you.',
      }),
    },
    {
      title: i18n._({ id: 'privacy.files', message: 'Files you bring, and picks' }),
      text: i18n._({
        id: 'privacy.files.text',
        message:
          'A file is read on this server and deleted right after; network addresses, devices and private sessions in it are never stored. What was read, and what you picked by hand, stays until you delete it.',
      }),
    },
  ]
}

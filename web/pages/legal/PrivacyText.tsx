import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { Articles, type Article } from './Articles.tsx'
import { useOperatorArticle } from './use-operator.ts'

/** How the software uses personal data; every sentence must match the code. */
export function PrivacyText() {
  const { i18n } = useLingui()
  const operator = useOperatorArticle()
  return (
    <Articles
      items={[operator, ...retentionAndVisibility(i18n), ...sourceArticles(i18n), ...thirdPartiesAndDeletion(i18n), languageArticle(i18n)]}
    />
  )
}

function languageArticle(i18n: I18n): Article {
  return {
    title: i18n._({ id: 'legal.languages', message: 'Languages' }),
    text: i18n._({
      id: 'legal.languages.text',
      message: 'This text is available in several languages. If they differ, the English version applies.',
    }),
  }
}

/** Which personal data is stored, and who can see it. */
function retentionAndVisibility(i18n: I18n): Article[] {
  return [
    {
      title: i18n._({ id: 'privacy.kept', message: 'What we store' }),
      text: i18n._({
        id: 'privacy.kept.all',
        message:
          'Your email address and a scrambled form of your password, for signing in. Which browsers you are signed in on, and when each was last seen. Your username, name, pictures, text about you, place, languages and year of birth. What you picked by hand, and what was imported from your accounts and files. Your connections, notes, moments, comments, likes and messages, voice messages included. Whom you muted and blocked. On which days you and another person opened your match, for 90 days and only if you both share that. Your settings and notifications.',
      }),
    },
    {
      title: i18n._({ id: 'privacy.seen', message: 'Who sees what' }),
      text: i18n._({
        id: 'privacy.seen.all',
        message:
          'Nobody sees your email address or your year of birth. For every source of your taste you choose who sees it and whether it counts for matching, and in your settings who sees your music, videos, buddies and match. You can turn off showing when you’re online, that you’ve read a message and that you’re typing; buddies see what you’re playing only if you turn that on. Messages are shown to the person you write to. When you block someone, neither of you sees anything of the other.',
      }),
    },
    {
      title: i18n._({ id: 'privacy.match.how', message: 'How matches are made' }),
      text: i18n._({
        id: 'privacy.match.how.text',
        message:
          'This server compares what you love with what others love. It only uses what the other person may see of you, unless you let a source count silently; then the number is rounded. No other company is involved, and no decisions about you are based on it.',
      }),
    },
  ]
}

/** What third parties, moderators and operators receive, and what remains after deletion. */
function thirdPartiesAndDeletion(i18n: I18n): Article[] {
  return [
    {
      title: i18n._({ id: 'privacy.players', message: 'Players from other companies' }),
      text: i18n._({
        id: 'privacy.players.all',
        message:
          'Players from Spotify, YouTube, TikTok, Instagram and Facebook load from those companies, and only after you agree. They then see your IP address and what you play, and may store data in your browser. Link cards and artwork come from this server. It asks those companies about the link, and for the same song, without saying anything about you, so they don’t learn that you looked.',
      }),
    },
    {
      title: i18n._({ id: 'privacy.push', message: 'Push and email' }),
      text: i18n._({
        id: 'privacy.push.email',
        message:
          'If you turn on push, your browser’s own push service delivers it, encrypted, until you log out there. It includes message text only if you ask for that. We email you about signing in, about a suspension of your account, and a summary if you want one. These emails contain nothing that people wrote, except the moderators’ reason and answer about a suspension.',
      }),
    },
    {
      title: i18n._({ id: 'privacy.moderation', message: 'Moderation' }),
      text: i18n._({
        id: 'privacy.moderation.email',
        message:
          'A report stores a sealed copy of what was reported for 90 days, even if the original or the account it is about is deleted. Moderators see that copy and what was written with the report, never who sent it, and nothing else of a private conversation. Their actions are logged. If you are suspended, we email you why, and you can appeal once.',
      }),
    },
    {
      title: i18n._({ id: 'privacy.cookies', message: 'Cookies and this browser' }),
      text: i18n._({
        id: 'privacy.cookies.all',
        message:
          'A cookie for each of your accounts keeps you signed in, one remembers this browser, and one loads private pictures. Scripts can’t read any of them. This browser also stores your settings, drafts and what you’ve read, so that the app works offline. To stop password guessing, we count attempts for a while under a scrambled form of the network address. There is no advertising, and nothing follows you to other sites.',
      }),
    },
    {
      title: i18n._({ id: 'privacy.pictures', message: 'Pictures' }),
      text: i18n._({
        id: 'privacy.pictures.text',
        message: 'Pictures are made smaller before they are sent, and lose the place and camera data they carry when they are stored.',
      }),
    },
    {
      title: i18n._({ id: 'privacy.user-names', message: 'Your old username' }),
      text: i18n._({
        id: 'privacy.user-names.text',
        message:
          'When you change your username or delete your account, a hash of the old name stays for 90 days, so that nobody else can take it. After a change, the old name leads to you during that time. After a deletion, it leads to nobody.',
      }),
    },
    {
      title: i18n._({ id: 'privacy.leaving', message: 'Download your data and leave' }),
      text: i18n._({
        id: 'privacy.leaving.reports',
        message:
          'In the settings you can download everything as a zip file, and delete your account. Deleting removes everything immediately, except for the sealed copies in reports about you, which stay without your account until their 90 days end. In conversations, others see “Deleted account”. The operator’s backups may contain your data for longer, but a server restored from one deletes it again before it starts.',
      }),
    },
  ]
}

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
          'Every week, we read the public profile of the username you enter. Data that can’t be refreshed is deleted after 60 days, or 30 days after the profile disappears or is no longer public.',
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

import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { Articles, type Article } from './Articles.tsx'
import { sourceArticles } from './privacy.sources.ts'
import { useOperatorArticle } from './use-operator.ts'

/** What the software does with personal data; every sentence must match the code. */
export function PrivacyText() {
  const { i18n } = useLingui()
  const operator = useOperatorArticle()
  return (
    <Articles
      items={[operator, ...retentionAndVisibility(i18n), ...sourceArticles(i18n), ...thirdPartiesAndDeletion(i18n), english(i18n)]}
    />
  )
}

function english(i18n: I18n): Article {
  return {
    title: i18n._({ id: 'legal.languages', message: 'Languages' }),
    text: i18n._({
      id: 'legal.languages.text',
      message: 'This text is there in several languages so that everybody can read it. Where they differ, the English one holds.',
    }),
  }
}

/** Which personal data is stored, and who can see it. */
function retentionAndVisibility(i18n: I18n): Article[] {
  return [
    {
      title: i18n._({ id: 'privacy.kept', message: 'What is kept' }),
      text: i18n._({
        id: 'privacy.kept.all',
        message:
          'Your email address and a scrambled form of your password, for signing in. Which browsers you are signed in on, and when each was last seen. Your user name, name, pictures, text about you, place, languages and year of birth. What you picked by hand and what was read from the accounts and files you brought. Your connections, notes, moments, comments, likes and messages. Whom you muted and blocked. Your settings, and what you were told of.',
      }),
    },
    {
      title: i18n._({ id: 'privacy.seen', message: 'Who sees what' }),
      text: i18n._({
        id: 'privacy.seen.all',
        message:
          'Your email address and your year of birth are shown to nobody. For every source of your taste you choose who sees it and whether it counts for matching, and in your settings who sees your music, videos, buddies and match. When you are online, that you have read a message and that you are typing can each be switched off; what you play is shown to buddies only if you ask for it. Messages are shown to the person you write to. When you block somebody, neither of you sees anything of the other.',
      }),
    },
    {
      title: i18n._({ id: 'privacy.match.how', message: 'How matches are made' }),
      text: i18n._({
        id: 'privacy.match.how.text',
        message:
          'This server compares what you love with what others love. Only what the other may see of you is used, unless you let a source count silently; then the figure is rounded. No other company takes part, and nothing is decided about you by it.',
      }),
    },
  ]
}

/** What third parties, moderators and operators receive, and what remains after deletion. */
function thirdPartiesAndDeletion(i18n: I18n): Article[] {
  return [
    {
      title: i18n._({ id: 'privacy.players', message: 'Players of other companies' }),
      text: i18n._({
        id: 'privacy.players.all',
        message:
          'Players of Spotify, YouTube, TikTok, Instagram and Facebook are loaded from those companies, and only after you have said yes. They then see your network address and what you play, and may store data in your browser. Cards of links and artwork come from this server, which asks those companies about the link, and for the same song, without a word about you: they don’t learn that you looked at them.',
      }),
    },
    {
      title: i18n._({ id: 'privacy.push', message: 'Push and mail' }),
      text: i18n._({
        id: 'privacy.push.text',
        message:
          'If you switch push on, your browser’s own push service carries it, encrypted, until you sign out there. The words of messages are in it only if you ask for that. Mails are about signing in, and a summary if you want one; neither holds what anybody wrote.',
      }),
    },
    {
      title: i18n._({ id: 'privacy.moderation', message: 'Moderation' }),
      text: i18n._({
        id: 'privacy.moderation.text',
        message:
          'A report keeps a sealed copy of what was reported, for 90 days, also when it is deleted. Moderators see that copy and what was written with the report, never who sent it, and nothing else of a private conversation. What they do is written down. Whoever is suspended is told why and can appeal once.',
      }),
    },
    {
      title: i18n._({ id: 'privacy.cookies', message: 'Cookies and this browser' }),
      text: i18n._({
        id: 'privacy.cookies.all',
        message:
          'One cookie keeps you signed in, one remembers this browser, and one lets private pictures load; scripts can read none of them. This browser also keeps your settings, drafts and what you have read, so that it works without a connection. To hold off guessing, attempts are counted for a while under a scrambled form of the network address. There is no advertising and nothing that follows you elsewhere.',
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
      title: i18n._({ id: 'privacy.leaving', message: 'Taking it with you, and leaving' }),
      text: i18n._({
        id: 'privacy.leaving.text',
        message:
          'In the settings you can download everything as a zip, and delete your account. Deleting takes everything with it at once; in conversations the other side sees “Deleted account”. Backups of the operator may hold it for longer, but a server that was restored from one deletes it again before it starts.',
      }),
    },
  ]
}

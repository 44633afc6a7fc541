import { useLingui } from '@lingui/react'
import { Articles } from './Articles.tsx'

/** What the software does with what it knows; every sentence is true of the code. */
export function PrivacyText() {
  const { i18n } = useLingui()
  return (
    <Articles
      items={[
        {
          title: i18n._({ id: 'privacy.kept', message: 'What is kept' }),
          text: i18n._({
            id: 'privacy.kept.text',
            message:
              'Your e-mail address and a scrambled form of your password, for signing in. Your user name, name, picture, languages and year of birth. What you picked by hand and what was read from the accounts you connected. Your connections, your moments and your messages.',
          }),
        },
        {
          title: i18n._({ id: 'privacy.seen', message: 'Who sees what' }),
          text: i18n._({
            id: 'privacy.seen.text',
            message:
              'Your e-mail address and your year of birth are shown to nobody. For every source of your taste you choose who sees it and whether it counts for matching. Messages are shown to the person you write to. When you block somebody, neither of you sees anything of the other.',
          }),
        },
        {
          title: i18n._({ id: 'privacy.sources', message: 'Connected accounts' }),
          text: i18n._({
            id: 'privacy.sources.text',
            message:
              'We read your artists, tracks, channels and videos, and never write to those accounts. The keys to them are stored encrypted. Disconnecting an account deletes the keys and everything that came from it at once.',
          }),
        },
        {
          title: i18n._({ id: 'privacy.cookies', message: 'Cookies and this browser' }),
          text: i18n._({
            id: 'privacy.cookies.text',
            message:
              'One cookie keeps you signed in and one lets private pictures load; scripts can read neither. This browser also remembers your settings and drafts. There is no advertising and nothing that follows you elsewhere.',
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
          title: i18n._({ id: 'privacy.players', message: 'Players of other companies' }),
          text: i18n._({
            id: 'privacy.players.text',
            message:
              'Players of Spotify, YouTube, TikTok, Instagram and Facebook are loaded from those companies, and only once you open one. They then learn what you play.',
          }),
        },
      ]}
    />
  )
}

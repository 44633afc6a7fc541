import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { Articles, type Article } from './Articles.tsx'
import { useOperatorArticle } from './use-operator.ts'

export function TermsText() {
  const { i18n } = useLingui()
  const operator = useOperatorArticle()
  return <Articles items={[operator, ...articles(i18n)]} />
}

function articles(i18n: I18n): Article[] {
  return [
    {
      title: i18n._({ id: 'terms.what', message: 'What this is' }),
      text: i18n._({
        id: 'terms.what.text',
        message:
          '{product} helps people find each other by the music they listen to and the videos they watch, and gives them a place to talk. It is free software under the MIT license; the operator is responsible for this installation.',
        values: { product: PRODUCT_NAME },
      }),
    },
    {
      title: i18n._({ id: 'terms.account', message: 'Your account' }),
      text: i18n._({
        id: 'terms.account.all',
        message:
          'You have reached the age that this installation asks for, you use one account that is yours, and you keep your password to yourself. You can download everything and delete your account in the settings at any time.',
      }),
    },
    {
      title: i18n._({ id: 'terms.people', message: 'Other people' }),
      text: i18n._({
        id: 'terms.people.all',
        message:
          'Be kind. Don’t harass, threaten or deceive anyone, don’t pretend to be someone else, and respect it when someone declines, disconnects or blocks you. Moderators review what is reported: they can hide it or suspend an account, say why, and review one appeal.',
      }),
    },
    {
      title: i18n._({ id: 'terms.content', message: 'What you post' }),
      text: i18n._({
        id: 'terms.content.text',
        message:
          'What you write and share stays yours. You allow this installation to store it and to show it to the people you chose. Post only what you may post.',
      }),
    },
    {
      title: i18n._({ id: 'terms.others', message: 'Third-party services' }),
      text: i18n._({
        id: 'terms.others.all',
        message:
          'Spotify, YouTube, TikTok, Instagram, Facebook, Last.fm and ListenBrainz have their own terms, which apply when you connect an account or open one of their players. By using YouTube here you agree to be bound by the YouTube Terms of Service.',
      }),
      links: [
        { name: 'YouTube Terms of Service', href: 'https://www.youtube.com/t/terms' },
        { name: 'Spotify Terms of Use', href: 'https://www.spotify.com/legal/end-user-agreement/' },
      ],
    },
    {
      title: i18n._({ id: 'terms.end', message: 'No promises beyond this' }),
      text: i18n._({
        id: 'terms.end.all',
        message: 'The software is provided as is. It may change, be interrupted, or end.',
      }),
    },
  ]
}

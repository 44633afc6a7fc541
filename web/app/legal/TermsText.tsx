import { useLingui } from '@lingui/react'
import { PRODUCT_NAME } from '#contract/product.ts'
import { Articles } from './Articles.tsx'

export function TermsText() {
  const { i18n } = useLingui()
  return (
    <Articles
      items={[
        {
          title: i18n._({ id: 'terms.what', message: 'What this is' }),
          text: i18n._({
            id: 'terms.what.text',
            message:
              '{product} helps people find each other by the music they listen to and the videos they watch, and gives them a place to talk. It is free software under the MIT licence; whoever runs this installation is responsible for it.',
            values: { product: PRODUCT_NAME },
          }),
        },
        {
          title: i18n._({ id: 'terms.account', message: 'Your account' }),
          text: i18n._({
            id: 'terms.account.text',
            message:
              'You have reached the age that this installation asks for, you use one account that is yours, and you keep your password to yourself.',
          }),
        },
        {
          title: i18n._({ id: 'terms.people', message: 'Other people' }),
          text: i18n._({
            id: 'terms.people.text',
            message:
              'Be kind. Don’t harass, threaten or deceive anybody, and respect it when somebody declines, disconnects or blocks you.',
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
          title: i18n._({ id: 'terms.others', message: 'Services of others' }),
          text: i18n._({
            id: 'terms.others.text',
            message:
              'Spotify, YouTube and other services have their own terms, which apply when you connect an account or open one of their players.',
          }),
        },
        {
          title: i18n._({ id: 'terms.end', message: 'No promises beyond this' }),
          text: i18n._({
            id: 'terms.end.text',
            message: 'The software is provided as it is. It may change, be interrupted, or end. Accounts that harm others may be closed.',
          }),
        },
      ]}
    />
  )
}

import { useLingui } from '@lingui/react'
import type { LinkMode } from './mailed-link.ts'

/** What a link will do, and the verb on the button that does it. */
export function useLinkWords(mode: LinkMode): { title: string; lead: string; button: string } {
  const { i18n } = useLingui()
  const words: Record<LinkMode, { title: string; lead: string; button: string }> = {
    link: {
      title: i18n._({ id: 'link.sign-in.title', message: 'Sign in with your link' }),
      lead: i18n._({ id: 'link.sign-in.lead', message: 'This signs you in on this device. The link is good once.' }),
      button: i18n._({ id: 'link.sign-in.do', message: 'Sign in' }),
    },
    'sign-up': {
      title: i18n._({ id: 'link.sign-up.title', message: 'Finish signing up' }),
      lead: i18n._({ id: 'link.sign-up.lead', message: 'This says that the address is yours, makes your account and signs you in.' }),
      button: i18n._({ id: 'link.sign-up.do', message: 'Finish signing up' }),
    },
    'verify-email': {
      title: i18n._({ id: 'link.verify.title', message: 'Confirm your address' }),
      lead: i18n._({ id: 'link.verify.lead', message: 'This says that the e-mail address of your account is yours.' }),
      button: i18n._({ id: 'link.verify.do', message: 'Confirm the address' }),
    },
    'change-email': {
      title: i18n._({ id: 'link.change.title', message: 'Use your new address' }),
      lead: i18n._({
        id: 'link.change.lead',
        message: 'From then on you sign in with the new e-mail address, and no longer with the old one.',
      }),
      button: i18n._({ id: 'link.change.do', message: 'Use this address' }),
    },
    'reset-password': {
      title: i18n._({ id: 'link.reset.title', message: 'Set a new password' }),
      lead: i18n._({
        id: 'link.reset.lead',
        message: 'This ends every sign-in of your account. Afterwards you log in with the new password.',
      }),
      button: i18n._({ id: 'link.reset.do', message: 'Set the password' }),
    },
    'custom-token': {
      title: i18n._({ id: 'link.token.title', message: 'Sign in on this device' }),
      lead: i18n._({ id: 'link.token.lead', message: 'Your other device hands its sign-in on to this one.' }),
      button: i18n._({ id: 'link.token.do', message: 'Sign in here' }),
    },
  }
  return words[mode]
}

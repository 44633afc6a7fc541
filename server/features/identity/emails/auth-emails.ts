import type { AppLanguage } from '#contract/languages/languages.ts'
import { timings } from '#contract/limits.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import type { Letter } from '#server/platform/mail/letter.ts'
import { sayIdentity } from './messages.ts'

/** What the page at /login does with a link; the page shows it, and a button does it. */
export type LinkMode = 'link' | 'sign-up' | 'verify-email' | 'change-email' | 'reset-password'

/**
 * The address of a link. The code stands in the fragment, which browsers send to no server: no log and no scanner that
 * merely fetches addresses gets it.
 */
export function linkTo(origin: string, mode: LinkMode, code: string, returnTo?: string): string {
  const query = new URLSearchParams({ mode, ...(returnTo ? { return_to: returnTo } : {}) })
  return `${origin}/login?${query.toString()}#${code}`
}

const values = { product: PRODUCT_NAME, minutes: timings.mailLinkMs / 60_000 }

/** Every mail about signing in, in that language. Each takes the link it carries, or nothing. */
export function lettersIn(language: AppLanguage) {
  const say = (id: Parameters<typeof sayIdentity>[1]) => sayIdentity(language, id, values)
  const linkNotes = [say('lifetime'), say('not_you')]
  return {
    signInLink: (url: string): Letter => ({
      language,
      subject: say('sign_in_link'),
      paragraphs: [say('sign_in_link.1')],
      action: { label: say('sign_in_link.act'), url },
      notes: linkNotes,
    }),

    finishSignUp: (url: string): Letter => ({
      language,
      subject: say('finish_sign_up'),
      paragraphs: [say('finish_sign_up.1')],
      action: { label: say('finish_sign_up.act'), url },
      notes: linkNotes,
    }),

    /** Instead of an answer on the page: that would tell anybody who asks that there is an account. */
    accountThere: (origin: string): Letter => ({
      language,
      subject: say('account_there'),
      paragraphs: [say('account_there.1'), say('account_there.2')],
      action: { label: say('account_there.act'), url: `${origin}/login` },
      notes: [say('account_there.note')],
    }),

    resetPassword: (url: string): Letter => ({
      language,
      subject: say('reset_password'),
      paragraphs: [say('reset_password.1')],
      action: { label: say('reset_password.act'), url },
      notes: linkNotes,
    }),

    verifyEmail: (url: string): Letter => ({
      language,
      subject: say('verify_email'),
      paragraphs: [say('verify_email.1')],
      action: { label: say('verify_email.act'), url },
      notes: linkNotes,
    }),

    changeEmail: (url: string): Letter => ({
      language,
      subject: say('change_email'),
      paragraphs: [say('change_email.1')],
      action: { label: say('change_email.act'), url },
      notes: linkNotes,
    }),

    /** To a new address that belongs to another account. */
    addressInUse: (): Letter => ({
      language,
      subject: say('address_in_use'),
      paragraphs: [say('address_in_use.1')],
      notes: [say('address_in_use.note')],
    }),

    /** To the old address, as soon as a change is asked for. */
    emailChangeAsked: (): Letter => ({
      language,
      subject: say('email_change_asked'),
      paragraphs: [say('email_change_asked.1'), say('email_change_asked.2')],
    }),

    emailChanged: (): Letter => ({ language, subject: say('email_changed'), paragraphs: [say('email_changed.1')] }),

    passwordChanged: (origin: string): Letter => ({
      language,
      subject: say('password_changed'),
      paragraphs: [say('password_changed.1'), say('password_changed.2')],
      action: { label: say('password_changed.act'), url: `${origin}/login` },
    }),

    accountDeleted: (): Letter => ({
      language,
      subject: say('account_deleted'),
      paragraphs: [say('account_deleted.1'), say('account_deleted.2'), say('account_deleted.3')],
    }),
  } as const
}

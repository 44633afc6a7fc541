import type { AppLanguage } from '#contract/languages/languages.ts'
import { timings } from '#contract/limits.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import type { Email } from '#server/platform/mail/email.ts'
import { translateIdentity } from './messages.ts'

/** The action of a link. The page at /login shows it, and a button runs it. */
export type LinkMode = 'link' | 'sign-up' | 'verify-email' | 'change-email' | 'reset-password'

/**
 * The address of an emailed link. The code is in the fragment, which browsers don't send: it reaches no server log and no
 * link scanner.
 */
export function linkTo(origin: string, mode: LinkMode, code: string, returnTo?: string): string {
  const query = new URLSearchParams({ mode, ...(returnTo ? { return_to: returnTo } : {}) })
  return `${origin}/login?${query.toString()}#${code}`
}

const values = { product: PRODUCT_NAME, minutes: timings.mailLinkMs / 60_000 }

/** The emails about signing in, in one language. */
export function authEmails(language: AppLanguage) {
  const t = (id: Parameters<typeof translateIdentity>[1]) => translateIdentity(language, id, values)
  const linkNotes = [t('lifetime'), t('not_you')]
  return {
    signInLink: (url: string): Email => ({
      language,
      subject: t('sign_in_link'),
      paragraphs: [t('sign_in_link.1')],
      action: { label: t('sign_in_link.act'), url },
      notes: linkNotes,
    }),

    finishSignUp: (url: string): Email => ({
      language,
      subject: t('finish_sign_up'),
      paragraphs: [t('finish_sign_up.1')],
      action: { label: t('finish_sign_up.act'), url },
      notes: linkNotes,
    }),

    /** Sent instead of a response on the page, which would reveal the account to strangers. */
    accountThere: (origin: string): Email => ({
      language,
      subject: t('account_there'),
      paragraphs: [t('account_there.1'), t('account_there.2')],
      action: { label: t('account_there.act'), url: `${origin}/login` },
      notes: [t('account_there.note')],
    }),

    resetPassword: (url: string): Email => ({
      language,
      subject: t('reset_password'),
      paragraphs: [t('reset_password.1')],
      action: { label: t('reset_password.act'), url },
      notes: linkNotes,
    }),

    verifyEmail: (url: string): Email => ({
      language,
      subject: t('verify_email'),
      paragraphs: [t('verify_email.1')],
      action: { label: t('verify_email.act'), url },
      notes: linkNotes,
    }),

    changeEmail: (url: string): Email => ({
      language,
      subject: t('change_email'),
      paragraphs: [t('change_email.1')],
      action: { label: t('change_email.act'), url },
      notes: linkNotes,
    }),

    /** To a new address that already belongs to another account. */
    addressInUse: (): Email => ({
      language,
      subject: t('address_in_use'),
      paragraphs: [t('address_in_use.1')],
      notes: [t('address_in_use.note')],
    }),

    /** To the old address, when a change is requested. */
    emailChangeAsked: (): Email => ({
      language,
      subject: t('email_change_asked'),
      paragraphs: [t('email_change_asked.1'), t('email_change_asked.2')],
    }),

    emailChanged: (): Email => ({ language, subject: t('email_changed'), paragraphs: [t('email_changed.1')] }),

    passwordChanged: (origin: string): Email => ({
      language,
      subject: t('password_changed'),
      paragraphs: [t('password_changed.1'), t('password_changed.2')],
      action: { label: t('password_changed.act'), url: `${origin}/login` },
    }),

    secondFactorOn: (): Email => ({ language, subject: t('second_factor_on'), paragraphs: [t('second_factor_on.1'), t('not_you_secure')] }),
    secondFactorOff: (): Email => ({
      language,
      subject: t('second_factor_off'),
      paragraphs: [t('second_factor_off.1'), t('not_you_secure')],
    }),
    recoveryCodeUsed: (left: number): Email => ({
      language,
      subject: t('recovery_code_used'),
      paragraphs: [t('recovery_code_used.1'), translateIdentity(language, 'recovery_code_used.2', { left }), t('not_you_secure')],
    }),

    passkeyAdded: (): Email => ({ language, subject: t('passkey_added'), paragraphs: [t('passkey_added.1'), t('not_you_secure')] }),
    passkeyRemoved: (): Email => ({ language, subject: t('passkey_removed'), paragraphs: [t('passkey_removed.1'), t('not_you_secure')] }),

    accountDeleted: (): Email => ({
      language,
      subject: t('account_deleted'),
      paragraphs: [t('account_deleted.1'), t('account_deleted.2'), t('account_deleted.3')],
    }),
  } as const
}

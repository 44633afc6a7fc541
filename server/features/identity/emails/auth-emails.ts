import type { AppLanguage } from '#contract/languages/languages.ts'
import { timings } from '#contract/limits.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import type { Email } from '#server/platform/mail/email.ts'
import { isIdentityMessage, translateIdentity, type IdentityMessage } from './messages.ts'

/** The emails: their texts are named after them. */
type EmailId = Exclude<IdentityMessage, 'lifetime' | 'not_you' | 'not_you_secure' | 'popup' | `${string}.${string}`>

/** The action of a link. The page at /login shows it, and a button runs it. */
export type LinkMode = 'link' | 'sign-up' | 'verify-email' | 'change-email' | 'reset-password'

/** The address of an emailed link. The code is in the fragment, which browsers don't send: it reaches no server log and no link scanner. */
export function linkTo(origin: string, mode: LinkMode, code: string, returnTo?: string): string {
  const query = new URLSearchParams({ mode, ...(returnTo ? { return_to: returnTo } : {}) })
  return `${origin}/login?${query.toString()}#${code}`
}

const values = { product: PRODUCT_NAME, minutes: timings.mailLinkMs / 60_000 }

export function authEmails(language: AppLanguage) {
  const translate = (id: IdentityMessage, more = {}) => translateIdentity(language, id, { ...values, ...more })
  const linkNotes = [translate('lifetime'), translate('not_you')]
  const notYou = translate('not_you_secure')
  /** An email with the texts of `id`. `url`: the target of its button. */
  function email(id: EmailId, { url, notes, more = {} }: { url?: string; notes?: string[]; more?: Record<string, number> } = {}): Email {
    const texts = (part: string) => [`${id}.${part}`].filter(isIdentityMessage).map((text) => translate(text, more))
    const [label] = texts('act')
    const allNotes = notes ?? texts('note')
    return {
      language,
      subject: translate(id),
      paragraphs: ['1', '2', '3'].flatMap(texts),
      ...(url !== undefined && label !== undefined ? { action: { label, url } } : {}),
      ...(allNotes.length > 0 ? { notes: allNotes } : {}),
    }
  }
  /** Sent after a change of how the user signs in, which may be someone else's. */
  function warning(id: EmailId, more: Record<string, number> = {}): Email {
    const { paragraphs, ...rest } = email(id, { more })
    return { ...rest, paragraphs: [...paragraphs, notYou] }
  }
  return {
    signInLink: (url: string) => email('sign_in_link', { url, notes: linkNotes }),
    finishSignUp: (url: string) => email('finish_sign_up', { url, notes: linkNotes }),
    /** Sent instead of a response on the page, which would reveal the account to strangers. */
    accountThere: (origin: string) => email('account_there', { url: `${origin}/login` }),
    resetPassword: (url: string) => email('reset_password', { url, notes: linkNotes }),
    verifyEmail: (url: string) => email('verify_email', { url, notes: linkNotes }),
    changeEmail: (url: string) => email('change_email', { url, notes: linkNotes }),
    /** To a new address that already belongs to another account. */
    addressInUse: () => email('address_in_use'),
    /** To the old address, when a change is requested. */
    emailChangeAsked: () => email('email_change_asked'),
    emailChanged: () => email('email_changed'),
    passwordChanged: (origin: string) => email('password_changed', { url: `${origin}/login` }),
    secondFactorOn: () => warning('second_factor_on'),
    secondFactorOff: () => warning('second_factor_off'),
    recoveryCodeUsed: (left: number) => warning('recovery_code_used', { left }),
    passkeyAdded: () => warning('passkey_added'),
    passkeyRemoved: () => warning('passkey_removed'),
    accountDeleted: () => email('account_deleted'),
  }
}

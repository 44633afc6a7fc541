import { timings } from '#contract/limits.ts'
import { PRODUCT_NAME } from '#contract/product.ts'
import type { Letter } from '#server/platform/mail/letter.ts'

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

const minutes = timings.mailLinkMs / 60_000
const lifetime = `The link is good once, for ${minutes} minutes.`
const notYou = 'If it was not you who asked, do nothing: without the link nothing happens.'

/** Every mail about signing in. Each takes the link it carries, or nothing. */
export const letters = {
  signInLink: (url: string): Letter => ({
    subject: `Your sign-in link for ${PRODUCT_NAME}`,
    paragraphs: [`Somebody asked to sign in to ${PRODUCT_NAME} with this address. If it was you, go on here.`],
    action: { label: 'Sign in', url },
    notes: [lifetime, notYou],
  }),

  finishSignUp: (url: string): Letter => ({
    subject: `Finish signing up for ${PRODUCT_NAME}`,
    paragraphs: [`Welcome to ${PRODUCT_NAME}. One step is left: say that this address is yours.`],
    action: { label: 'Finish signing up', url },
    notes: [lifetime, notYou],
  }),

  /** Instead of an answer on the page: that would tell anybody who asks that there is an account. */
  accountThere: (origin: string): Letter => ({
    subject: `You already have an account at ${PRODUCT_NAME}`,
    paragraphs: [
      `Somebody tried to sign up for ${PRODUCT_NAME} with this address, which has an account already.`,
      'If it was you, sign in instead. If you do not know the password any more, ask for a new one there.',
    ],
    action: { label: 'Go to sign-in', url: `${origin}/login` },
    notes: ['If it was not you, there is nothing to do: nothing was changed.'],
  }),

  resetPassword: (url: string): Letter => ({
    subject: `A new password for ${PRODUCT_NAME}`,
    paragraphs: [`Somebody asked to set a new password for your account at ${PRODUCT_NAME}. If it was you, go on here.`],
    action: { label: 'Set a new password', url },
    notes: [lifetime, notYou],
  }),

  verifyEmail: (url: string): Letter => ({
    subject: `Is this address yours? ${PRODUCT_NAME} asks`,
    paragraphs: [`Confirm that this is the address of your account at ${PRODUCT_NAME}.`],
    action: { label: 'Confirm the address', url },
    notes: [lifetime, notYou],
  }),

  changeEmail: (url: string): Letter => ({
    subject: `Confirm your new address for ${PRODUCT_NAME}`,
    paragraphs: [`Your account at ${PRODUCT_NAME} is to have this address from now on. If you asked for that, go on here.`],
    action: { label: 'Use this address', url },
    notes: [lifetime, notYou],
  }),

  /** To a new address that belongs to another account. */
  addressInUse: (): Letter => ({
    subject: `Somebody wants to use this address at ${PRODUCT_NAME}`,
    paragraphs: [
      `Somebody asked to give this address to their account at ${PRODUCT_NAME}. It belongs to another account already, so nothing was changed.`,
    ],
    notes: ['If it was you, sign in with this address, or delete that account first.'],
  }),

  /** To the old address, as soon as a change is asked for. */
  emailChangeAsked: (): Letter => ({
    subject: `Your address at ${PRODUCT_NAME} is about to change`,
    paragraphs: [
      `Somebody who is signed in to your account at ${PRODUCT_NAME} asked to give it another address. Until that one is confirmed, this one holds.`,
      'If it was not you, change your password and end all other sign-ins in the settings now.',
    ],
  }),

  emailChanged: (): Letter => ({
    subject: `Your address at ${PRODUCT_NAME} was changed`,
    paragraphs: [`Your account at ${PRODUCT_NAME} has another address now; this one signs nobody in any more.`],
  }),

  passwordChanged: (origin: string): Letter => ({
    subject: `Your password at ${PRODUCT_NAME} was changed`,
    paragraphs: [
      `The password of your account at ${PRODUCT_NAME} was changed, and the other sign-ins of the account were ended.`,
      'If it was not you, set a new one now.',
    ],
    action: { label: 'Go to sign-in', url: `${origin}/login` },
  }),

  accountDeleted: (): Letter => ({
    subject: `Your account at ${PRODUCT_NAME} was deleted`,
    paragraphs: [
      `Your account at ${PRODUCT_NAME} and everything in it was deleted, as you asked.`,
      'In conversations, the other side sees "Deleted account" in your place; what you wrote is gone.',
    ],
  }),
} as const

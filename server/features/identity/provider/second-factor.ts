import { randomInt } from 'node:crypto'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { PRODUCT_NAME } from '#contract/base/product.ts'

const RECOVERY_CODES = 10
/** Without letters and digits that look alike on paper. */
const RECOVERY_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const RECOVERY_LENGTH = 10

/** A sign-in in the library's format: its endpoint, or the input of our own `openSession`, which has no path. */
type SignIn = { path?: string; body?: unknown }

/**
 * The library's second factor: codes of an authenticator app, and recovery codes. The library answers a sign-in by password with a
 * challenge, and here also one by emailed link. An issuer (federation) asks for a second factor of its own.
 */
export function secondFactorPlugin() {
  const plugin = twoFactor({ issuer: PRODUCT_NAME, backupCodeOptions: { customBackupCodesGenerate: createRecoveryCodes } })
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (context: Parameters<typeof hook.matcher>[0]) => hook.matcher(context) || asksSecondFactor(context),
  }))
  return { ...plugin, hooks: { after } }
}

const asksSecondFactor = ({ path, body }: SignIn): boolean =>
  path === undefined && typeof body === 'object' && body !== null && 'asksSecondFactor' in body && body.asksSecondFactor === true

function createRecoveryCodes(): string[] {
  const randomLetter = () => RECOVERY_LETTERS[randomInt(RECOVERY_LETTERS.length)] ?? ''
  return Array.from({ length: RECOVERY_CODES }, () => recoveryCode(Array.from({ length: RECOVERY_LENGTH }, randomLetter).join('')))
}

/** A recovery code in the stored form, from what a user typed. */
export function recoveryCode(typed: string): string {
  const letters = typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return `${letters.slice(0, RECOVERY_LENGTH / 2)}-${letters.slice(RECOVERY_LENGTH / 2)}`
}

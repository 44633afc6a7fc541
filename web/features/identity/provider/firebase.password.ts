import { type Auth, type PasswordValidationStatus, validatePassword } from '@firebase/auth'
import { readFirebaseError } from './firebase.errors.ts'
import { IdentityError, type PasswordRule } from './identity.provider.ts'

export type PasswordCheck = ReturnType<typeof createPasswordCheck>

const MIN_LENGTH = 6

/** The project's password policy. The SDK loads it once and validates locally. */
export function createPasswordCheck(auth: Auth) {
  async function check(password: string): Promise<{ ok: boolean; missing: readonly PasswordRule[] }> {
    // The emulator has no password policy and enforces Firebase's minimum.
    if (auth.emulatorConfig) return password.length < MIN_LENGTH ? { ok: false, missing: ['min_length'] } : { ok: true, missing: [] }
    const status = await validatePassword(auth, password).catch((error: unknown) => {
      throw readFirebaseError(error)
    })
    return { ok: status.isValid, missing: missingOf(status) }
  }

  return {
    check,
    /** Runs a command with a new password; an error names the broken rules. */
    async withRules<T>(password: string, work: () => Promise<T>): Promise<T> {
      try {
        return await work()
      } catch (error) {
        const failure = readFirebaseError(error)
        if (failure.code !== 'password-does-not-meet-requirements') throw failure
        const { missing } = await check(password)
        throw new IdentityError(failure.code, { missing, cause: error })
      }
    },
  }
}

function missingOf(status: PasswordValidationStatus): PasswordRule[] {
  const met: [PasswordRule, boolean | undefined][] = [
    ['min_length', status.meetsMinPasswordLength],
    ['max_length', status.meetsMaxPasswordLength],
    ['lowercase', status.containsLowercaseLetter],
    ['uppercase', status.containsUppercaseLetter],
    ['digit', status.containsNumericCharacter],
    ['symbol', status.containsNonAlphanumericCharacter],
  ]
  // A rule that the project lacks is undefined.
  return met.filter(([, isMet]) => isMet === false).map(([rule]) => rule)
}

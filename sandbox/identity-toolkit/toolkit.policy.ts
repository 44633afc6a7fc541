/** A project's password policy. Firebase's default is six characters. */
export type Policy = { minLength: number; maxLength: number; needsDigit: boolean; needsUppercase: boolean }

export const defaultPolicy: Policy = { minLength: 6, maxLength: 4096, needsDigit: false, needsUppercase: false }

/** The service's error message for a password; null when it is valid. */
export function passwordProblem(password: string, policy: Policy): string | null {
  const isDefault = policy.minLength === 6 && !policy.needsDigit && !policy.needsUppercase
  if (isDefault && password.length < 6) return 'WEAK_PASSWORD : Password should be at least 6 characters'
  const missing = [
    ...(password.length < policy.minLength ? [`Password must contain at least ${policy.minLength} characters`] : []),
    ...(password.length > policy.maxLength ? [`Password may contain at most ${policy.maxLength} characters`] : []),
    ...(policy.needsUppercase && !/[A-Z]/.test(password) ? ['Password must contain an upper case character'] : []),
    ...(policy.needsDigit && !/\d/.test(password) ? ['Password must contain a numeric character'] : []),
  ]
  return missing.length ? `PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [${missing.join(', ')}]` : null
}

/** The answer of `GET /v2/passwordPolicy`. */
export const policyResponse = ({ minLength, maxLength, needsDigit, needsUppercase }: Policy) => ({
  customStrengthOptions: {
    minPasswordLength: minLength,
    maxPasswordLength: maxLength,
    ...(needsDigit ? { containsNumericCharacter: true } : {}),
    ...(needsUppercase ? { containsUppercaseCharacter: true } : {}),
  },
  schemaVersion: 1,
  allowedNonAlphanumericCharacters: ['!', '#', '$', '%', '&', '(', ')', '*', '+', '-', '.', '?', '@', '_'],
  enforcementState: 'ENFORCE',
  forceUpgradeOnSignin: false,
})

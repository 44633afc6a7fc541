import * as z from 'zod/mini'
import { type IdentityAccount, IdentityError, type IdentityUser } from './identity.provider.ts'

const userAnswer = z.object({
  /** True: the user is missing because the sign-in needs a code. */
  second_factor: z.optional(z.boolean()),
  user: z.nullable(z.object({ id: z.string(), email: z.string(), emailVerified: z.boolean(), name: z.string() })),
})
const accountAnswer = z.object({ providers: z.array(z.string()), recovery_codes_left: z.nullable(z.int()) })
const tokenAnswer = z.object({ token: z.string() })
const customTokenAnswer = z.object({ custom_token: z.string() })
const signOutAnswer = z.object({ url: z.optional(z.url({ protocol: /^https?$/ })), others: z.optional(z.boolean()) })
const claims = z.object({ sub: z.string(), iat: z.number(), exp: z.number() })

/** Parses an answer. @throws IdentityError for an unknown format */
export function readAs<S extends z.ZodMiniType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw new IdentityError('internal', { cause: parsed.error })
  return parsed.data
}

/** Parses the user in a provider's answer; null when signed out. @throws IdentityError 'second-factor-required', or for an unknown format */
export function readUser(answer: unknown): IdentityUser | null {
  const { user, second_factor: needsCode } = readAs(userAnswer, answer)
  if (needsCode) throw new IdentityError('second-factor-required')
  return user && { subject: user.id, email: user.email, emailVerified: user.emailVerified, displayName: user.name || null }
}

/** Parses the account in a provider's answer. @throws IdentityError for an unknown format */
export function readAccount(answer: unknown): IdentityAccount | null {
  const user = readUser(answer)
  if (!user) return null
  const { providers, recovery_codes_left: recoveryCodesLeft } = readAs(accountAnswer, answer)
  return { ...user, providers, recoveryCodesLeft }
}

/** `url`: the issuer's sign-out page. `hasOthers`: other accounts may be signed in. An unknown format must not keep a user signed in. */
export function readSignOut(answer: unknown): { url: string | null; hasOthers: boolean } {
  const { url = null, others: hasOthers = false } = signOutAnswer.safeParse(answer).data ?? {}
  return { url, hasOthers }
}

/** The token that another provider's client signs in with. @throws IdentityError for an unknown format */
export const readCustomToken = (answer: unknown): string => readAs(customTokenAnswer, answer).custom_token

/** The token of an answer, its account, and its lifetime. Only the server can verify a token; this only reads it. */
export function readToken(answer: unknown): { text: string; subject: string; lifetimeMs: number } {
  try {
    const { token } = tokenAnswer.parse(answer)
    const { sub: subject, iat, exp } = claims.parse(JSON.parse(fromBase64Url(token.split('.')[1] ?? '')))
    return { text: token, subject, lifetimeMs: (exp - iat) * 1000 }
  } catch (cause) {
    throw new IdentityError('internal', { cause })
  }
}

const fromBase64Url = (text: string) => atob(text.replaceAll('-', '+').replaceAll('_', '/'))

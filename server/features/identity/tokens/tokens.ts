import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/platform/db/database.ts'

/** A provider whose tokens we take. There is a short list of them, fixed at start. */
export type TrustedIssuer = {
  /** Matched exactly against `iss`. People are known by it together with their subject, so it must never change. */
  issuer: string
  audience: string
  algorithm: 'ES256' | 'RS256'
  /** Throws AppError 'unavailable' when the keys can't be had. */
  key: JWTVerifyGetKey
  /** Whether the provider still stands by the sign-in behind this token. Asked at first sight and every 30 s. */
  stillHolds(token: VerifiedToken): Promise<boolean>
  /** Whether `stillHolds` knows each sign-in by its id, so that no revocation needs a comparison of times. */
  knowsSignIns?: true
  /**
   * For issuers that can't say so in `stillHolds`: whether the token's account is still there. Asked once, before somebody
   * new is added, because a token outlives its account. Throws AppError 'unavailable' when that can't be told.
   */
  accountExists?(token: string): Promise<boolean>
  /** Ends every sign-in of a subject at the provider. */
  endAll(subject: string): Promise<void>
  /** Deletes the account at the provider, within `tx`; left out where we can't, and the person's own client does it. */
  remove?(subject: string, tx: Db): Promise<void>
}

/** What a token says once it is proven. Times in milliseconds since 1970. */
export type VerifiedToken = {
  issuer: string
  subject: string
  /** The provider's name for the sign-in, when it gives one. */
  sessionId: string | null
  issuedAtMs: number
  expiresAtMs: number
  /** When the person signed in; stays the same while tokens are renewed. */
  authTimeMs: number
}

export const CLOCK_TOLERANCE_S = 30
/** How far a clock may be set back without ending sign-ins: those from before then lie in the future. Whether they are open, their issuer says. */
const MAX_CLOCK_STEP_S = 3_600
const MAX_TOKEN_LENGTH = 8_192
const MAX_SUBJECT_LENGTH = 128

/**
 * Proves a token: one of the trusted issuers, its audience, its one algorithm, its key, and the time.
 * Keys come from the issuer's own list; nothing that a token names is ever fetched.
 * @throws AppError 'unauthenticated' for a token that is not good; 'unavailable' when the keys can't be had
 */
export async function verifyToken(token: string, issuers: readonly TrustedIssuer[], now: Date): Promise<VerifiedToken> {
  try {
    const trusted = issuerOf(token, issuers)
    const { payload } = await jwtVerify(token, trusted.key, {
      algorithms: [trusted.algorithm],
      issuer: trusted.issuer,
      audience: trusted.audience,
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: now,
    })
    return readClaims(payload, trusted.issuer, now)
  } catch (error) {
    if (error instanceof AppError) throw error
    // Whatever jose says about a token is the token's fault. Anything else is ours and goes on as it is.
    if (error instanceof errors.JOSEError) throw new AppError('unauthenticated', { reason: error.code })
    throw error
  }
}

function issuerOf(token: string, issuers: readonly TrustedIssuer[]): TrustedIssuer {
  if (token.length > MAX_TOKEN_LENGTH) throw refusal('too long')
  const claims = read(() => decodeJwt(token))
  const header = read(() => decodeProtectedHeader(token))
  // jose takes a token without `kid` when there is one key only; ours and Firebase's always carry it.
  if (typeof header.kid !== 'string' || !header.kid) throw refusal('no key id')
  const trusted = issuers.find((it) => it.issuer === claims.iss)
  if (!trusted) throw refusal('unknown issuer')
  return trusted
}

/** Text that is no token makes jose's decoders throw errors of several kinds. */
function read<T>(decode: () => T): T {
  try {
    return decode()
  } catch {
    throw refusal('not a token')
  }
}

function readClaims(claims: JWTPayload, issuer: string, now: Date): VerifiedToken {
  const { sub, iat, exp, auth_time: authTime, sid } = claims
  const latest = now.getTime() / 1000 + CLOCK_TOLERANCE_S
  if (!sub || sub.length > MAX_SUBJECT_LENGTH) throw refusal('subject')
  if (typeof iat !== 'number' || typeof exp !== 'number' || iat > latest) throw refusal('issued in the future')
  if (typeof authTime !== 'number' || authTime > latest + MAX_CLOCK_STEP_S) throw refusal('signed in in the future')
  return {
    issuer,
    subject: sub,
    sessionId: typeof sid === 'string' ? sid : null,
    issuedAtMs: iat * 1000,
    expiresAtMs: exp * 1000,
    authTimeMs: Math.round(authTime * 1000),
  }
}

const refusal = (reason: string) => new AppError('unauthenticated', { reason })

import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify, UnsecuredJWT } from 'jose'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/platform/db/database.ts'

/** A provider whose tokens are accepted. The list is fixed at start. */
export type TrustedIssuer = {
  /** Matched exactly against `iss`. It identifies users together with their subject, so it must never change. */
  issuer: string
  audience: string
  /** 'none' accepts unsigned tokens only: those of an emulator on this machine. */
  algorithm: 'ES256' | 'RS256' | 'none'
  /** Throws AppError 'unavailable' when the keys can't be loaded. */
  key: JWTVerifyGetKey
  /** Whether the sign-in behind this token is still open. Checked at first use and every 30 s. */
  isSignInValid(token: VerifiedToken): Promise<boolean>
  /** Set when `isSignInValid` knows each sign-in by its id, so that revocation needs no comparison of times. */
  knowsSignIns?: true
  /**
   * For issuers whose `isSignInValid` can't check it: whether the token's account still exists. Called once, before a new
   * user is created, because a token outlives its account. Throws AppError 'unavailable' on failure.
   */
  accountExists?(token: string): Promise<boolean>
  /** Creates a token with which the provider's client signs a subject in. Omitted where the server can't. */
  customToken?(subject: string): Promise<string>
  /** Ends all sign-ins of a subject at the provider. */
  endAll(subject: string): Promise<void>
  /** Deletes the account at the provider, within `tx`. Omitted where only the user's own client can. */
  remove?(subject: string, tx: Db): Promise<void>
}

/** The claims of a verified token. Times in milliseconds since 1970. */
export type VerifiedToken = {
  issuer: string
  subject: string
  /** The provider's id of the sign-in, if any. */
  sessionId: string | null
  issuedAtMs: number
  expiresAtMs: number
  /** When the user signed in. Renewed tokens have the same time. */
  authTimeMs: number
}

export const CLOCK_TOLERANCE_S = 30
/** How far a clock may be set back without ending sign-ins. Earlier sign-ins are then in the future. */
const MAX_CLOCK_STEP_S = 3_600
const MAX_TOKEN_LENGTH = 8_192
const MAX_SUBJECT_LENGTH = 128

/**
 * Verifies a token: a trusted issuer, its audience, algorithm, and key, and the time.
 * Keys come from the issuer's own list. Nothing that a token names is ever fetched.
 * @throws AppError 'unauthenticated' for an invalid token; 'unavailable' when the keys can't be loaded
 */
export async function verifyToken(token: string, issuers: readonly TrustedIssuer[], now: Date): Promise<VerifiedToken> {
  try {
    const trusted = issuerOf(token, issuers)
    const expected = {
      issuer: trusted.issuer,
      audience: trusted.audience,
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: now,
    }
    const { payload } =
      trusted.algorithm === 'none'
        ? UnsecuredJWT.decode(token, expected)
        : await jwtVerify(token, trusted.key, { ...expected, algorithms: [trusted.algorithm] })
    return readClaims(payload, trusted.issuer, now)
  } catch (error) {
    if (error instanceof AppError) throw error
    // An error of jose means an invalid token. Other errors are bugs.
    if (error instanceof errors.JOSEError) throw new AppError('unauthenticated', { reason: error.code })
    throw error
  }
}

function issuerOf(token: string, issuers: readonly TrustedIssuer[]): TrustedIssuer {
  if (token.length > MAX_TOKEN_LENGTH) throw unauthenticated('too long')
  const claims = read(() => decodeJwt(token))
  const header = read(() => decodeProtectedHeader(token))
  const trusted = issuers.find((entry) => entry.issuer === claims.iss)
  if (!trusted) throw unauthenticated('unknown issuer')
  // jose accepts a token without `kid` when there is only one key. Our tokens and Firebase's always have it.
  if (trusted.algorithm !== 'none' && (typeof header.kid !== 'string' || !header.kid)) throw unauthenticated('no key id')
  return trusted
}

/** For malformed tokens, jose's decoders throw errors of several kinds. */
function read<T>(decode: () => T): T {
  try {
    return decode()
  } catch {
    throw unauthenticated('not a token')
  }
}

function readClaims(claims: JWTPayload, issuer: string, now: Date): VerifiedToken {
  const { sub, iat, exp, auth_time: authTime, sid } = claims
  const latest = now.getTime() / 1000 + CLOCK_TOLERANCE_S
  if (!sub || sub.length > MAX_SUBJECT_LENGTH) throw unauthenticated('subject')
  if (typeof iat !== 'number' || typeof exp !== 'number' || iat > latest) throw unauthenticated('issued in the future')
  if (typeof authTime !== 'number' || authTime > latest + MAX_CLOCK_STEP_S) throw unauthenticated('signed in in the future')
  return {
    issuer,
    subject: sub,
    sessionId: typeof sid === 'string' ? sid : null,
    issuedAtMs: iat * 1000,
    expiresAtMs: exp * 1000,
    authTimeMs: Math.round(authTime * 1000),
  }
}

const unauthenticated = (reason: string) => new AppError('unauthenticated', { reason })

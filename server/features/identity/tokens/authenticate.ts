import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Viewer } from '#server/platform/http/route.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { createTokenCache, KnownToken } from './token-cache.ts'
import type { IdentityStore, Person, SignIn } from '../identity.store.ts'
import { CLOCK_TOLERANCE_S, type TrustedIssuer, type VerifiedToken, verifyToken } from './tokens.ts'

/** The longest time that a revocation goes unnoticed when the bus lost its announcement. */
const RECHECK_MS = 30_000

type AuthenticateDeps = {
  store: Pick<IdentityStore, 'person' | 'addPerson'>
  personOf: (signIn: SignIn) => Promise<Person | undefined>
  cache: ReturnType<typeof createTokenCache>
  issuers: readonly TrustedIssuer[]
  /** When the account behind a sign-in was deleted, if it was. */
  erasedAt: (signIn: SignIn) => Promise<Date | null>
  hasProfile: (uid: Uid) => Promise<boolean>
  isSuspended?: (uid: Uid) => boolean
  hasAcceptedTerms: (uid: Uid) => Promise<boolean>
  clock: Clock
  log: Log
}

/** Verifies a token and returns its user, unless the user or the sign-in is no longer allowed. */
export function createAuthenticate({
  store,
  personOf,
  cache,
  issuers,
  erasedAt,
  hasProfile,
  isSuspended,
  hasAcceptedTerms,
  clock,
  log,
}: AuthenticateDeps) {
  /** @throws AppError 'unauthenticated' for a disabled user, a revoked token, and an ended sign-in */
  async function assertAllowed(person: Person | null, token: VerifiedToken): Promise<void> {
    if (!person || person.disabledAt) throw new AppError('unauthenticated', { reason: 'disabled or gone' })
    const issuer = issuerOf(token)
    const revokedAtMs = person.tokensValidAfter?.getTime() ?? 0
    // After the clock was set back, the revocation is in the future. Then only the issuer's list of sign-ins decides.
    const isComparable = !issuer.knowsSignIns || revokedAtMs <= clock.now().getTime() + CLOCK_TOLERANCE_S * 1000
    if (isComparable && token.authTimeMs < revokedAtMs) throw new AppError('unauthenticated', { reason: 'revoked' })
    if (!(await issuer.isSignInValid(token))) throw new AppError('unauthenticated', { reason: 'sign-in ended' })
  }

  async function accountExists(token: string, verified: VerifiedToken): Promise<boolean> {
    const issuer = issuerOf(verified)
    const deletedAt = await erasedAt(verified)
    if (deletedAt && verified.authTimeMs <= deletedAt.getTime()) return false
    return (await issuer.isSignInValid(verified)) && ((await issuer.accountExists?.(token)) ?? true)
  }

  function issuerOf({ issuer }: { issuer: string }): TrustedIssuer {
    const found = issuers.find((entry) => entry.issuer === issuer)
    if (!found) throw new AppError('unauthenticated', { reason: 'unknown issuer' })
    return found
  }

  async function authenticateNew(token: string): Promise<KnownToken> {
    const now = clock.now()
    const generation = cache.generation()
    const verified = await verifyToken(token, issuers, now)
    const user = await personOf(verified)
    // A token can outlive its deleted account and must not create the user again.
    if (!user && !(await accountExists(token, verified))) throw new AppError('unauthenticated', { reason: 'account gone' })
    const person = user ?? (await store.addPerson({ ...verified, uid: newUuidv7(now.getTime()), now }))
    await assertAllowed(person, verified)
    const entry: KnownToken = { uid: person.uid, token: verified, checkedAtMs: now.getTime(), hasProfile: false, hasAcceptedTerms: false }
    cache.add(token, entry, generation)
    return entry
  }

  async function viewerOf(token: string, recheck: boolean): Promise<Viewer> {
    const nowMs = clock.now().getTime()
    const entry = cache.get(token, nowMs) ?? (await authenticateNew(token))
    if (recheck || Math.abs(nowMs - entry.checkedAtMs) >= RECHECK_MS) {
      await assertAllowed(await store.person(entry.uid), entry.token)
      entry.checkedAtMs = nowMs
    }
    entry.hasProfile ||= await hasProfile(entry.uid)
    if (entry.hasProfile) entry.hasAcceptedTerms ||= await hasAcceptedTerms(entry.uid)
    const { issuedAtMs, expiresAtMs, authTimeMs, sessionId } = entry.token
    const suspended = isSuspended?.(entry.uid) ? ({ isSuspended: true } as const) : {}
    const terms = entry.hasProfile && !entry.hasAcceptedTerms ? ({ mustAcceptTerms: true } as const) : {}
    return {
      uid: entry.uid,
      hasProfile: entry.hasProfile,
      ...suspended,
      ...terms,
      token: { issuedAtMs, expiresAtMs, authTimeMs, sessionId },
    }
  }

  /** See `Identity['authenticate']`. */
  return async (token: string, { recheck }: { recheck: boolean } = { recheck: false }): Promise<Viewer> => {
    try {
      return await viewerOf(token, recheck)
    } catch (error) {
      if (error instanceof AppError) throw error
      log.error({ err: error }, 'token check failed')
      throw new AppError('unavailable', { reason: 'identity' })
    }
  }
}

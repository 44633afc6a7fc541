import { hkdfSync } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Capabilities, Revocation, Session } from '#contract/identity.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { AppLanguage } from '#contract/languages/languages.ts'
import { timings } from '#contract/limits.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createBatcher } from '#server/platform/concurrency/batcher.ts'
import type { Viewer } from '#server/platform/http/route.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Mailer } from '#server/platform/mail/outbox.ts'
import { createAttempts, defaultLimits, type Limits } from './provider/attempts.ts'
import { createBackground } from './provider/background.ts'
import { type AttemptLimits, BUILTIN_PATH, createBuiltinProvider, defaultAttempts, DONE_PATH } from './provider/builtin.ts'
import { createTokenCache } from './tokens/token-cache.ts'
import { createCodes } from './provider/codes.ts'
import { mintCustomToken } from './tokens/custom-token.ts'
import { createDevices } from './provider/devices.ts'
import { createDoor } from './http/auth-endpoints.ts'
import { createFederation, type FederatedIssuer } from './federation/federation.ts'
import { createFileSessions } from './tokens/file-session.ts'
import { createLeaving } from './account/account-deletion.ts'
import { builtinOffer } from './provider/offer.ts'
import { createSessions } from './account/sessions.ts'
import { identityStore, type Person, type SignIn } from './identity.store.ts'
import { CLOCK_TOLERANCE_S, type TrustedIssuer } from './tokens/tokens.ts'
import { createViewers } from './tokens/authenticate.ts'

/** Announced with a uid when every sign-in of that person was ended; open sockets of theirs are to be closed. */
export const SIGN_INS_REVOKED = 'identity.revoked'
/** Announced with a provider's subject when one of their sign-ins has ended. */
const SIGN_IN_ENDED = 'identity.ended'

export type IdentityOptions = {
  db: Db
  bus: Pick<Bus, 'announce' | 'onAnnouncement'>
  clock: Clock
  log: Log
  /** The installation's secret; keys for each purpose are derived from it. */
  secret: string
  /** Where people reach us, without a trailing slash. */
  origin: string
  /** Further origins of this same server, for example http://localhost:8000. */
  alsoTrusted?: readonly string[]
  /** Whether somebody has a profile; profiles are a higher feature, so the app brings it. */
  hasProfile: (uid: Uid) => Promise<boolean>
  /** Whether somebody may do nothing for now; moderation, a higher feature, knows it without asking a store. */
  isSuspended?: (uid: Uid) => boolean
  attempts?: AttemptLimits
  /** Tests, which make people by the hundred, bring one that remembers; see `createPasswords`. */
  hashPassword?: (password: string) => Promise<string>
  limits?: Partial<Limits>
  mailer: Mailer
  /** Closes sockets on every process: those of one sign-in, or with null all of the person's. */
  closeSockets: (uid: Uid, authTimeMs: number | null) => void
  /** Issuers besides the built-in one. */
  otherIssuers?: readonly TrustedIssuer[]
  /** Issuers of OpenID Connect that sign people in to the built-in provider. */
  federated?: readonly FederatedIssuer[]
  /** Takes the place of the built-in provider's offer; then nobody can sign in to that one. */
  offer?: Capabilities['identity']
}

const signInKey = ({ issuer, subject }: SignIn): string => JSON.stringify([issuer, subject])

export type Identity = ReturnType<typeof createIdentity>

/**
 * Who somebody is: the built-in provider, the proof of tokens, and the people they belong to.
 * Migration 0001 must have run. It does not know profiles; a person here is a uid and the right to come in.
 */
export function createIdentity(options: IdentityOptions) {
  const { bus, clock, log } = options
  const store = identityStore(options.db)
  // After a restart everybody comes back at once.
  const personOf = createBatcher<SignIn, Person>({
    keyOf: signInKey,
    run: async (signIns) => new Map((await store.personsOf(signIns)).map((person) => [signInKey(person), person])),
  })
  const cache = createTokenCache()
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', options.secret, '', purpose, 32))
  const isSecure = options.origin.startsWith('https:')
  const files = createFileSessions({ store, clock, key: key('file-session'), secure: isSecure })
  const federation = createFederation({ issuers: options.federated ?? [], log, donePage: `${options.origin}${DONE_PATH}` })
  const builtin = createBuiltinProvider({
    federation,
    db: options.db,
    clock,
    log,
    secret: key('builtin-provider').toString('base64url'),
    origin: options.origin,
    alsoTrusted: options.alsoTrusted ?? [],
    attempts: options.attempts ?? defaultAttempts,
    hashPassword: options.hashPassword,
    onSignInEnded: signInEnded,
  })
  const background = createBackground(log)
  const codes = createCodes({ db: options.db, clock })
  const attempts = createAttempts({ db: options.db, clock, key: key('attempts'), limits: { ...defaultLimits, ...options.limits } })
  const devices = createDevices({ key: key('devices'), secure: isSecure, path: BUILTIN_PATH })
  const { accounts, passwords } = builtin
  const door = createDoor({
    accounts,
    passwords,
    codes,
    attempts,
    devices,
    background,
    clock,
    log,
    mailer: options.mailer,
    origin: options.origin,
    languageOf: (subject) => store.languageOf({ issuer: builtin.issuer.issuer, subject }),
    revokeAll: async (subject) => {
      const person = await personOf({ issuer: builtin.issuer.issuer, subject })
      if (person) await revokeAll(person.uid)
    },
  })
  const sessions = createSessions({ accounts, subjectOf, revokeAll, clock })
  const issuers: readonly TrustedIssuer[] = [builtin.issuer, ...(options.otherIssuers ?? [])]
  const leaving = createLeaving({
    db: options.db,
    accounts,
    issuers,
    builtinIssuer: builtin.issuer.issuer,
    mailer: options.mailer,
    revokeAll,
    clock,
  })
  const viewers = createViewers({ ...options, store, personOf, cache, issuers, erasedAt: leaving.erasedAt })

  bus.onAnnouncement(SIGN_INS_REVOKED, (uid) => cache.forget((entry) => entry.uid === uid))
  bus.onAnnouncement(SIGN_IN_ENDED, (subject) => cache.forget((entry) => entry.token.subject === subject))

  async function signInEnded({ subject, authTimeMs }: { subject: string; authTimeMs: number }): Promise<void> {
    const person = await personOf({ issuer: builtin.issuer.issuer, subject })
    if (person) await files.end({ uid: person.uid, authTimeMs })
    cache.forget((entry) => entry.token.subject === subject)
    bus.announce(SIGN_IN_ENDED, subject)
    if (person) options.closeSockets(person.uid, authTimeMs)
  }

  /** The built-in provider's account behind a person; null for people of another provider. */
  async function subjectOf(uid: Uid): Promise<string | null> {
    const person = await store.person(uid)
    return person?.issuer === builtin.issuer.issuer ? person.subject : null
  }

  async function revokeAll(uid: Uid): Promise<void> {
    const person = await store.person(uid)
    if (!person) return
    await store.revokeTokens(uid, clock.now())
    cache.forget((entry) => entry.uid === uid)
    await issuers.find((it) => it.issuer === person.issuer)?.endAll(person.subject)
    bus.announce(SIGN_INS_REVOKED, uid)
    options.closeSockets(uid, null)
  }

  /** Somebody comes back from another issuer. Whoever was signed in at this browser before is so no longer. */
  async function comeBack(request: Request): Promise<Response> {
    const before = await accounts.present(request.headers)
    const answer = await builtin.handle(request)
    const hasEntered = answer.headers.getSetCookie().some((cookie) => /session_token=[^;]/.test(cookie))
    if (before && hasEntered) await accounts.end(before.account.subject, { only: before.session.id })
    return answer
  }

  return {
    /** The provider's endpoints, for `registerIdentityRoutes`. */
    handle: (request: Request): Promise<Response> => builtin.handle(request),
    /** The way in through other issuers, for `registerFederationRoutes`. */
    federation: { ready: (id: string) => federation.ready(id), logError: federation.logError, comeBack },
    readyToSignOut: () => federation.readyToSignOut(),

    /** What the sign-in pages may show. */
    offer: options.offer ?? builtinOffer({ mailer: options.mailer, popup: federation.offered }),

    /**
     * Who holds this token. Makes the person at first sight.
     * @throws AppError 'unauthenticated' for a token that is not good, is revoked, or belongs to somebody disabled;
     *   'unavailable' when that can't be told right now, so that nobody is signed out by an outage
     * @param options.recheck looks at the person and the sign-in even when the token was good a moment ago
     */
    authenticate: viewers.authenticate,

    /** What can be done at the provider besides, for `registerIdentityRoutes`. */
    door,

    /** Ends every sign-in of a person at once: provider sessions, tokens, sockets, file sessions. Announces `SIGN_INS_REVOKED`. */
    revokeAll,
    /** See sessions.ts. */
    sessionsOf: (viewer: Viewer): Promise<Session[]> => sessions.list(viewer),
    revoke: (viewer: Viewer, revocation: Revocation): Promise<void> => sessions.revoke(viewer, revocation),

    /** See custom-token.ts. */
    mintCustomToken: (viewer: Viewer, challenge: string) => mintCustomToken(viewer, challenge, { codes, subjectOf }),

    /** @throws AppError 'recent_sign_in_required' when the sign-in behind the viewer's token is older than 5 minutes */
    assertRecent(viewer: Viewer): void {
      const ageMs = clock.now().getTime() - viewer.token.authTimeMs
      // One in the future is from before the clock was set back, and of unknown age.
      if (ageMs > timings.recentSignInMs || ageMs < -CLOCK_TOLERANCE_S * 1000) throw new AppError('recent_sign_in_required')
    },

    /** Where mails to that person go; null for people of another provider, and for an address that nobody has confirmed. */
    async addressOf(uid: Uid): Promise<string | null> {
      const subject = await subjectOf(uid)
      const account = subject === null ? null : await accounts.of(subject)
      return account?.emailVerified ? account.email : null
    },

    /** What that person reads the product and its mails in; null until one is known. */
    languageOf: (uid: Uid): Promise<AppLanguage | null> => store.language(uid),
    setLanguage: (uid: Uid, language: AppLanguage): Promise<void> => store.setLanguage(uid, language),

    /** See account-deletion.ts. */
    leaving,
    /** Addresses of exports: issued for a person, and taken once. */
    exportCodes: {
      /** @throws AppError 'rate_limited' */
      async issue(uid: Uid, lifeMs: number): Promise<{ code: string; expiresAt: Date }> {
        await attempts.assert('export', uid)
        return codes.issue({ purpose: 'export', lifeMs, uid })
      },
      /** Whose it is, without using it up; null for one that is no good. */
      look: async (code: string): Promise<Uid | null> => (await codes.look(code, 'export'))?.uid ?? null,
      take: async (code: string): Promise<Uid | null> => (await codes.take(code, 'export'))?.uid ?? null,
    },

    /** Resolves when no mail is being written any more. */
    idle: (): Promise<void> => background.idle(),

    /** The name of the cookie that a file session travels in. */
    fileCookie: files.cookieName,
    /** @throws AppError 'token_too_old' when the viewer's token was issued more than 5 minutes ago */
    startFileSession: (viewer: Viewer) => files.start(viewer),
    /** Who sends this Cookie header with a request for a file, or null. */
    async viewerOfFileCookie(cookieHeader: string | undefined): Promise<Uid | null> {
      const uid = await files.viewer(cookieHeader)
      return uid !== null && options.isSuspended?.(uid) ? null : uid
    },
    /** Ends the file sessions of the viewer's sign-in. */
    endFileSession: (viewer: Viewer): Promise<void> => files.end({ uid: viewer.uid, authTimeMs: viewer.token.authTimeMs }),

    /**
     * Makes an account of the built-in provider and the person behind it.
     * @throws AppError 'wrong_state' when the e-mail address has an account already
     */
    async createAccount(account: { email: string; password: string; name: string }): Promise<{ uid: Uid }> {
      const { subject } = await builtin.createAccount(account)
      return addPerson({ issuer: builtin.issuer.issuer, subject })
    },

    addPerson,
  }

  /** Adds somebody of another issuer, or finds them. Nobody can sign in as a person whose issuer is not trusted. */
  async function addPerson(who: { issuer: string; subject: string }): Promise<{ uid: Uid }> {
    const now = clock.now()
    const { uid } = await store.addPerson({ ...who, uid: newUuidv7(now.getTime()), now })
    return { uid }
  }
}

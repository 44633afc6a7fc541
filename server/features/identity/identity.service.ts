import { hkdfSync } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Capabilities, Revocation, Session } from '#contract/identity/identity.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { AppLanguage } from '#contract/languages/languages.ts'
import { timings } from '#contract/limits.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Resealer } from '#server/platform/crypto/sealed-columns.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createBatcher } from '#server/platform/concurrency/batcher.ts'
import type { Viewer } from '#server/platform/http/route.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Mailer } from '#server/platform/mail/outbox.ts'
import { type AttemptLimits, createAttempts, defaultAttemptLimits } from './provider/attempts.ts'
import { createBackground } from './provider/background.ts'
import {
  BUILTIN_ISSUER,
  BUILTIN_PATH,
  createBuiltinProvider,
  defaultRequestLimits,
  DONE_PATH,
  type RequestLimits,
} from './provider/builtin.ts'
import { createTokenCache } from './tokens/token-cache.ts'
import { createCodes, createExportCodes } from './provider/codes.ts'
import { mintCustomToken } from './tokens/custom-token.ts'
import { createDevices } from './provider/devices.ts'
import { createAuthEndpoints } from './http/auth-endpoints.ts'
import { createFederation, type FederatedIssuer } from './federation/federation.ts'
import { createFileSessions } from './tokens/file-session.ts'
import { createAccountDeletion } from './account/account-deletion.ts'
import { accountLookup } from './account/find-user.ts'
import { createRevocation } from './account/revocation.ts'
import { builtinCapabilities } from './provider/capabilities.ts'
import type { Hashing } from './provider/passwords.ts'
import { createLibraryResealer, libraryKey } from './provider/sealed-by-library.ts'
import { createTerms } from './account/terms.ts'
import { createSessions } from './account/sessions.ts'
import { identityStore, type Person, type SignIn } from './identity.store.ts'
import { CLOCK_TOLERANCE_S, type TrustedIssuer } from './tokens/tokens.ts'
import { createAuthenticate } from './tokens/authenticate.ts'

export type IdentityOptions = {
  db: Db
  bus: Pick<Bus, 'announce' | 'onAnnouncement'>
  clock: Clock
  log: Log
  /** The installation's secret; keys for each purpose are derived from it. */
  secret: string
  /** The public origin, without a trailing slash. */
  origin: string
  /** Further origins of this same server, for example http://localhost:8000. */
  alsoTrusted?: readonly string[]
  /** Profiles are a higher feature, so the app injects this. */
  hasProfile: (uid: Uid) => Promise<boolean>
  /** From moderation, a higher feature. It answers from memory. */
  isSuspended?: (uid: Uid) => boolean
  requestLimits?: RequestLimits
  /** Tests with hundreds of sign-ins pass one that caches; see `createPasswords`. */
  hashing?: Hashing
  limits?: Partial<AttemptLimits>
  mailer: Mailer
  /** Closes the sockets of one sign-in in every process; with null, all sockets of the user. */
  closeSockets: (uid: Uid, authTimeMs: number | null) => void
  /** Issuers besides the built-in one. */
  otherIssuers?: readonly TrustedIssuer[]
  /** OpenID Connect issuers that sign users in to the built-in provider. */
  federated?: readonly FederatedIssuer[]
  /** Replaces the built-in provider's sign-in options; that provider then accepts no sign-ins. */
  capabilities?: Capabilities['identity']
}

export type Identity = ReturnType<typeof createIdentity>

/**
 * The built-in identity provider, token verification, and the users behind tokens.
 * Migration 0001 must have run. Profiles are a higher feature: a person here is a uid that may sign in.
 */
export function createIdentity(options: IdentityOptions) {
  const { clock } = options
  const { store, files, builtin, federation, background, codes, attempts, authEndpoints, sessions, ...parts } = createParts(options)
  const { accounts } = builtin
  const { revokeAll, subjectOf, hasProviderToken } = parts

  /** @throws AppError 'recent_sign_in_required' when the sign-in behind the viewer's token is older than 5 minutes */
  function assertRecent(viewer: Viewer): void {
    const ageMs = clock.now().getTime() - viewer.token.authTimeMs
    // A time in the future precedes a clock that was set back, so its age is unknown.
    if (ageMs > timings.recentSignInMs || ageMs < -CLOCK_TOLERANCE_S * 1000) throw new AppError('recent_sign_in_required')
  }

  /** Creates or finds the user of an issuer's subject. A user whose issuer is not trusted can't sign in. */
  async function addPerson(who: SignIn): Promise<{ uid: Uid }> {
    const now = clock.now()
    const { uid } = await store.addPerson({ ...who, uid: newUuidv7(now.getTime()), now })
    return { uid }
  }

  return {
    /** The provider's endpoints, for `registerIdentityRoutes`. */
    handle: (request: Request): Promise<Response> => builtin.handle(request),
    /** Sign-in with other issuers, for `registerFederationRoutes`. */
    federation: {
      ensureReady: (id: string) => federation.ensureReady(id),
      logError: federation.logError,
      completeSignIn: (request: Request) => completeFederatedSignIn(builtin, request),
    },
    prepareSignOut: () => federation.prepareSignOut(),
    authEndpoints,
    /** The sign-in options of this installation. */
    capabilities: options.capabilities ?? builtinCapabilities({ mailer: options.mailer, popup: federation.providers }),

    /**
     * Returns the user of a token and creates the user on the first request.
     * @throws AppError 'unauthenticated' for an invalid or revoked token and for a disabled user; 'unavailable' when the check
     *   itself fails, so that an outage signs no user out
     * @param options.recheck loads the user and the sign-in even for a cached token
     */
    authenticate: parts.authenticate,

    revokeAll,
    sessionsOf: (viewer: Viewer): Promise<Session[]> => sessions.list(viewer),
    revoke: (viewer: Viewer, revocation: Revocation): Promise<void> => sessions.revoke(viewer, revocation),
    mintCustomToken: (viewer: Viewer, challenge: string) =>
      mintCustomToken(viewer, challenge, { codes, subjectOf, hasProviderToken, assertRecent }),

    assertRecent,

    /** The verified email address of a user; null when there is none, and for users of another provider. */
    async addressOf(uid: Uid): Promise<string | null> {
      const subject = await subjectOf(uid)
      const account = subject === null ? null : await accounts.bySubject(subject)
      return account?.emailVerified ? account.email : null
    },

    /** Finds users for the operator's commands. */
    ...accountLookup(options.db),

    /** The language of a user's pages and emails; null until it is known. */
    languageOf: (uid: Uid): Promise<AppLanguage | null> => store.language(uid),
    setLanguage: (uid: Uid, language: AppLanguage): Promise<void> => store.setLanguage(uid, language),

    /** Turns off the second factor of a user who can't answer it. */
    async removeSecondFactor(uid: Uid): Promise<void> {
      const subject = await subjectOf(uid)
      if (subject !== null) await accounts.removeSecondFactor(subject)
    },

    deletion: parts.deletion,
    terms: parts.terms,
    exportCodes: createExportCodes(codes, attempts),

    /** Seals the columns of `sealedByLibrary` again after a change of the installation's secret. */
    resealer: (previousSecrets: readonly string[]): Resealer =>
      createLibraryResealer({ secret: libraryKey(options.secret), previous: previousSecrets.map(libraryKey) }),

    /** Resolves when no background task is running. */
    idle: (): Promise<void> => background.idle(),

    fileCookie: files.cookieName,
    /** @throws AppError 'token_too_old' when the viewer's token was issued more than 5 minutes ago */
    startFileSession: (viewer: Viewer) => files.start(viewer),
    /** The user of a file request's Cookie header, or null. */
    async viewerOfFileCookie(cookieHeader: string | undefined): Promise<Uid | null> {
      const uid = await files.viewer(cookieHeader)
      return uid !== null && options.isSuspended?.(uid) ? null : uid
    },
    endFileSession: (viewer: Viewer): Promise<void> => files.end({ uid: viewer.uid, authTimeMs: viewer.token.authTimeMs }),

    /**
     * Creates an account of the built-in provider and its user.
     * @throws AppError 'wrong_state' when the email address has an account already
     */
    async createAccount(account: { email: string; password: string; name: string }): Promise<{ uid: Uid }> {
      const { subject } = await builtin.createAccount(account)
      return addPerson({ issuer: BUILTIN_ISSUER, subject })
    },

    addPerson,
  }
}

const deriveKey = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

function createParts(options: IdentityOptions) {
  const { db, bus, clock, log, mailer, origin } = options
  const key = (purpose: string) => deriveKey(options.secret, purpose)
  const secure = origin.startsWith('https:')
  const store = identityStore(db)
  // After a restart all clients reconnect at once.
  const personOf = createBatcher<SignIn, Person>({
    keyOf: signInKey,
    run: async (signIns) => new Map((await store.personsOf(signIns)).map((person) => [signInKey(person), person])),
  })
  const cache = createTokenCache()
  const files = createFileSessions({ store, clock, key: key('file-session'), secure })
  const { revokeAll, revokeSubject, signInEnded } = createRevocation({
    store,
    personOf,
    cache,
    files,
    issuers: () => issuers,
    bus,
    clock,
    closeSockets: options.closeSockets,
  })
  const federation = createFederation({ issuers: options.federated ?? [], log, donePage: `${origin}${DONE_PATH}` })
  const builtin = createBuiltinProvider({
    federation,
    db,
    clock,
    log,
    secret: libraryKey(options.secret),
    origin,
    alsoTrusted: options.alsoTrusted ?? [],
    requestLimits: options.requestLimits ?? defaultRequestLimits,
    hashing: options.hashing,
    onSignInEnded: signInEnded,
  })
  const { accounts, passwords } = builtin
  const issuers: readonly TrustedIssuer[] = [builtin.issuer, ...(options.otherIssuers ?? [])]
  const background = createBackground(log)
  const codes = createCodes({ db, clock })
  const attempts = createAttempts({ db, clock, key: key('attempts'), limits: { ...defaultAttemptLimits, ...options.limits } })
  const devices = createDevices({ key: key('devices'), secure, path: BUILTIN_PATH })
  const languageOf = (subject: string) => store.languageOf({ issuer: BUILTIN_ISSUER, subject })
  const uidOf = async (subject: string) => (await store.personsOf([{ issuer: BUILTIN_ISSUER, subject }]))[0]?.uid ?? null
  const commandDeps = { accounts, passwords, codes, attempts, devices, background, clock, mailer, origin, languageOf, uidOf }

  /** The built-in provider's account of a user; null for users of another provider. */
  async function subjectOf(uid: Uid): Promise<string | null> {
    const person = await store.person(uid)
    return person?.issuer === BUILTIN_ISSUER ? person.subject : null
  }

  /** A token that signs the user in at their own provider; null if it accepts none, or if the requesting sign-in has ended. */
  async function providerToken(uid: Uid, signedInAt: Date): Promise<string | null> {
    const person = await store.person(uid)
    if (!person || person.disabledAt || signedInAt.getTime() < (person.tokensValidAfter?.getTime() ?? 0)) return null
    return (await issuers.find((entry) => entry.issuer === person.issuer)?.customToken?.(person.subject)) ?? null
  }

  async function hasProviderToken(uid: Uid): Promise<boolean> {
    const person = await store.person(uid)
    return issuers.some((entry) => entry.issuer === person?.issuer && entry.customToken !== undefined)
  }

  const terms = createTerms({ db, clock })
  const deletion = createAccountDeletion({ db, accounts, issuers, mailer, revokeAll, clock, terms })
  return {
    store,
    files,
    federation,
    builtin,
    background,
    codes,
    attempts,
    authEndpoints: createAuthEndpoints({ ...commandDeps, revokeAll: revokeSubject, providerToken }),
    sessions: createSessions({ accounts, subjectOf, revokeAll, clock }),
    deletion,
    terms,
    authenticate: createAuthenticate({
      ...options,
      hasAcceptedTerms: terms.hasAccepted,
      store,
      personOf,
      cache,
      issuers,
      erasedAt: deletion.erasedAt,
    }),
    revokeAll,
    subjectOf,
    hasProviderToken,
  }
}

const signInKey = ({ issuer, subject }: SignIn): string => JSON.stringify([issuer, subject])

/** A user returns from another issuer. The account's earlier sign-in at this browser ends. */
async function completeFederatedSignIn(builtin: ReturnType<typeof createBuiltinProvider>, request: Request): Promise<Response> {
  const previous = await builtin.accounts.currentSession(request.headers)
  const response = await builtin.handle(request)
  const session = response.headers.getSetCookie().find((cookie) => /session_token=[^;]/.test(cookie))
  if (!previous || !session) return response
  const now = await builtin.accounts.currentSession(new Headers({ cookie: session.split(';', 1)[0] ?? '' }))
  if (now) await builtin.accounts.inBrowser.endPrevious(previous, now.account.subject, request.headers)
  return response
}

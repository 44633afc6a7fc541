import { betterAuth } from 'better-auth'
import { APIError, createAuthEndpoint, createAuthMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { jwt } from 'better-auth/plugins'
import { multiSession } from 'better-auth/plugins/multi-session'
import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createBatcher } from '#server/platform/concurrency/batcher.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { createAccounts } from './accounts.ts'
import { MAX_BROWSER_ACCOUNTS } from './browser-accounts.ts'
import { type BuiltinSession, builtinStore } from './builtin.store.ts'
import type { Federation } from '../federation/federation.ts'
import { createKeys } from '../tokens/keys.ts'
import { passkeyPlugin } from './passkeys.ts'
import { createPasswords, type Hashing, passwordPolicy } from './passwords.ts'
import { secondFactorPlugin } from './second-factor.ts'
import type { TrustedIssuer } from '../tokens/tokens.ts'

/** The path of the provider's endpoints and of its cookie. */
export const BUILTIN_PATH = '/identity'
/** The page on which a sign-in window of another provider ends. */
export const DONE_PATH = `${BUILTIN_PATH}/done`
/** Carries the caller's address from our endpoints to the library's rate limits. A client's own header is dropped. */
export const CLIENT_ADDRESS_HEADER = 'x-app-client-ip'

/** Not the server's address: users are identified by it, and an installation may move to another address. */
export const BUILTIN_ISSUER = 'builtin'
const AUDIENCE = 'app'
const TOKEN_LIFETIME = '5m'
const DAY_S = 86_400
/** Each use extends a sign-in by 30 days, up to this maximum age. */
const MAX_SIGN_IN_MS = 180 * DAY_S * 1000
/** The precision of "last seen" in the list of sign-ins. */
const SEEN_PRECISION_MS = 15 * 60_000

export type RequestLimits = { signIn: number; signUp: number; windowSeconds: number }
const PASSKEY_OPTIONS_PER_SIGN_IN = 5
export const defaultRequestLimits: RequestLimits = { signIn: 20, signUp: 10, windowSeconds: 60 }

export type BuiltinOptions = {
  db: Db
  clock: Clock
  log: Log
  /** Encrypts the signing keys and signs the session cookie. Without it, neither can be read again. */
  secret: string
  /** The public origin, without a trailing slash. */
  origin: string
  /** Further origins whose pages may sign in, for example http://localhost:8000 beside http://127.0.0.1:8000. */
  alsoTrusted: readonly string[]
  requestLimits: RequestLimits
  /** Sign-in with other issuers. */
  federation?: Federation
  /** See `createPasswords`. */
  hashing?: Hashing | undefined
  /** Fires after a sign-in has ended at the provider (sign-out, expiry, ended from elsewhere). */
  onSignInEnded: (signIn: { subject: string; authTimeMs: number }) => Promise<void>
}

/** The options of Better Auth. Exported so that the schema test checks exactly these. */
export function builtinAuthOptions(options: BuiltinOptions, passwords = createPasswords()) {
  const { db, secret, origin, requestLimits, log } = options
  const perAddress = (max: number) => ({ window: requestLimits.windowSeconds, max })
  return {
    baseURL: origin,
    basePath: BUILTIN_PATH,
    secret,
    trustedOrigins: [...options.alsoTrusted],
    telemetry: { enabled: false },
    logger: { log: libraryLogger(log) },
    database: { db, type: 'postgres' as const, schemaName: 'identity', transaction: true },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordPolicy.minLength,
      maxPasswordLength: passwordPolicy.maxLength,
      password: passwords,
    },
    session: { expiresIn: 30 * DAY_S, updateAge: DAY_S, freshAge: 300 },
    rateLimit: {
      enabled: true,
      storage: 'database' as const,
      customRules: {
        '/sign-in/email': perAddress(requestLimits.signIn),
        '/sign-in/social': perAddress(requestLimits.signIn),
        '/sign-up/email': perAddress(requestLimits.signUp),
        '/two-factor/*': perAddress(requestLimits.signIn),
        // The login page requests these whenever it opens.
        '/passkey/generate-authenticate-options': perAddress(requestLimits.signIn * PASSKEY_OPTIONS_PER_SIGN_IN),
        '/passkey/*': perAddress(requestLimits.signIn),
      },
    },
    advanced: {
      cookiePrefix: 'wl',
      defaultCookieAttributes: { path: BUILTIN_PATH },
      database: { generateId: 'uuid' as const },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // The library turns these off in tests; our tests need them on.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    databaseHooks: {
      session: {
        delete: {
          after: (session: { userId: string; createdAt: Date }) =>
            options.onSignInEnded({ subject: session.userId, authTimeMs: session.createdAt.getTime() }),
        },
      },
    },
    hooks: {
      // Runs after the rate limit and before the sign-up transaction.
      before: createAuthMiddleware(async (ctx) => {
        const password: unknown = ctx.path === '/sign-up/email' ? ctx.body?.password : undefined
        if (typeof password === 'string' && hasValidLength(password)) await passwords.prepare(password)
      }),
    },
    onAPIError: {
      onError: (error: unknown) => {
        // An APIError becomes a response. Other errors go to our error handler instead of the library's empty 500.
        if (!(error instanceof APIError)) throw error
      },
    },
    plugins: [
      tokenPlugin(),
      sessionPlugin(),
      secondFactorPlugin(),
      passkeyPlugin(options),
      ...(options.federation ? [options.federation.plugin] : []),
      // Last: it must not see a session that the second factor has just replaced by a challenge.
      multiSession({ maximumSessions: MAX_BROWSER_ACCOUNTS }),
    ],
  }
}

const hasValidLength = (password: string) => password.length >= passwordPolicy.minLength && password.length <= passwordPolicy.maxLength

function tokenPlugin() {
  return jwt({
    disableSettingJwtHeader: true,
    jwks: { keyPairConfig: { alg: 'ES256' }, rotationInterval: 90 * DAY_S, gracePeriod: DAY_S },
    jwt: {
      issuer: BUILTIN_ISSUER,
      audience: AUDIENCE,
      expirationTime: TOKEN_LIFETIME,
      // With milliseconds, so that a sign-in right after a revocation counts as later.
      definePayload: ({ session }) => ({ auth_time: session.createdAt.getTime() / 1000, sid: session.id }),
    },
  })
}

/**
 * Opens the library's session, with its cookie, for an account that our own commands authenticated.
 * The endpoint has no path, so only our code can call it.
 */
function sessionPlugin() {
  return {
    id: 'session',
    endpoints: {
      openSession: createAuthEndpoint.serverOnly(
        {
          method: 'POST',
          body: z.object({ subject: z.string(), signedInAt: z.optional(z.date()), asksSecondFactor: z.optional(z.boolean()) }),
        },
        async (ctx) => {
          const { internalAdapter } = ctx.context
          const user = await internalAdapter.findUserById(ctx.body.subject)
          if (!user) return ctx.json({ opened: false })
          const { signedInAt } = ctx.body
          // The last argument overrides all fields, including the library's own creation time.
          const session = await internalAdapter.createSession(user.id, false, signedInAt ? { createdAt: signedInAt } : {}, true)
          await setSessionCookie(ctx, { session, user })
          return ctx.json({ opened: true })
        },
      ),
      removeCookies: createAuthEndpoint.serverOnly({ method: 'POST', body: z.object({ names: z.array(z.string()) }) }, async (ctx) => {
        const { attributes } = ctx.context.authCookies.sessionToken
        for (const name of ctx.body.names) ctx.setCookie(name, '', { ...attributes, maxAge: 0 })
        return ctx.json({})
      }),
    },
  }
}

/**
 * The identity provider inside our server. Its tables (migration 0001) must exist.
 * The rest of the server treats it as one more issuer of tokens.
 */
export function createBuiltinProvider(options: BuiltinOptions) {
  const { clock } = options
  const passwords = createPasswords(options.hashing)
  const auth = betterAuth(builtinAuthOptions(options, passwords))
  const store = builtinStore(options.db)
  const accounts = createAccounts({
    store,
    onSignInEnded: options.onSignInEnded,
    library: {
      internal: async () => (await auth.$context).internalAdapter,
      openSession: async (body, headers) => auth.api.openSession({ body, headers, asResponse: true }),
      // Reading a session must not extend it.
      getSession: async (headers) => auth.api.getSession({ headers, query: { disableRefresh: true } }),
      browserSessions: async (headers) => auth.api.listDeviceSessions({ headers }),
      activate: async (token, headers) => auth.api.setActiveSession({ body: { sessionToken: token }, headers, asResponse: true }),
      removeCookies: async (names) => auth.api.removeCookies({ body: { names: [...names] }, asResponse: true }),
      recoveryCodes: async (subject) => (await auth.api.viewBackupCodes({ body: { userId: subject } })).backupCodes,
    },
  })
  // After a restart all clients reconnect at once.
  const openSession = createBatcher<string, BuiltinSession>({
    keyOf: (id) => id,
    run: async (ids) => new Map((await store.openSessionsById(ids, clock.now())).map((session) => [session.id, session])),
  })
  const readKeys = () => auth.api.getJwks()
  const ready = once(readKeys)

  const issuer: TrustedIssuer = {
    issuer: BUILTIN_ISSUER,
    audience: AUDIENCE,
    algorithm: 'ES256',
    key: createKeys({ read: readKeys, clock }),
    knowsSignIns: true,
    isSignInValid: async ({ sessionId }) => sessionId !== null && isOpen(sessionId),
    endAll: async (subject) => void (await accounts.end(subject)),
    remove: (subject, tx) => builtinStore(tx).remove(subject),
  }

  async function isOpen(sessionId: string): Promise<boolean> {
    const now = clock.now()
    const session = await openSession(sessionId)
    if (session && now.getTime() - session.createdAt.getTime() > MAX_SIGN_IN_MS) {
      await accounts.end(session.subject, { only: sessionId })
      return false
    }
    // Runs for each new token, about every 5 minutes, so writing "last seen" here is cheap.
    if (session && now.getTime() - session.seenAt.getTime() >= SEEN_PRECISION_MS) await store.markSeen(sessionId, now)
    return session !== undefined
  }

  return {
    issuer,
    accounts,
    passwords,

    /** Handles one request to the provider's endpoints. */
    async handle(request: Request): Promise<Response> {
      // The first read creates the signing key. Two concurrent first requests would create two.
      await ready()
      return passwords.forRequest(() => auth.handler(request))
    },

    /**
     * Creates an account with a password, without signing it in.
     * @returns the provider's id of the account
     * @throws AppError 'wrong_state' when the address has an account; 'invalid_input' for an invalid address or password
     */
    async createAccount(account: { email: string; password: string; name: string }): Promise<{ subject: string }> {
      try {
        const { user } = await passwords.forRequest(() => auth.api.signUpEmail({ body: account }))
        await accounts.end(user.id)
        return { subject: user.id }
      } catch (error) {
        if (!(error instanceof APIError)) throw error
        const code = String(error.body?.code)
        throw new AppError(code.startsWith('USER_ALREADY_EXISTS') ? 'wrong_state' : 'invalid_input', { reason: code })
      }
    },
  }
}

/** Runs `work` once for all callers. After a failure the next caller tries again. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work().catch((error: unknown) => {
      running = undefined
      throw error
    })
    return running
  }
}

/** An error response of an issuer's token endpoint (RFC 6749, section 5.2). */
const issuerError = z.object({ error: z.string(), error_description: z.optional(z.string()), status: z.optional(z.number()) })

/** The library logs wrong passwords and foreign origins as errors. In our log they are not. */
function libraryLogger(log: Log) {
  return (level: 'debug' | 'info' | 'warn' | 'error', message: string, ...details: unknown[]): void => {
    const err = details.find((detail) => detail instanceof Error)
    const answer = issuerError.safeParse(details[0]).data
    if (level === 'error') log.warn(err ? { err } : { ...answer }, message || 'the identity library reported an error')
    else log.debug(message)
  }
}

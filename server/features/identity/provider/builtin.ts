import { betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { jwt } from 'better-auth/plugins'
import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createBatcher } from '#server/platform/concurrency/batcher.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { createAccounts } from './accounts.ts'
import { type BuiltinSession, builtinStore } from './builtin.store.ts'
import { entrance } from './session-plugin.ts'
import type { Federation } from '../federation/federation.ts'
import { createKeys } from '../tokens/keys.ts'
import { createPasswords, passwordPolicy } from './passwords.ts'
import type { TrustedIssuer } from '../tokens/tokens.ts'

/** Where the provider's own endpoints live; its cookie is sent nowhere else. */
export const BUILTIN_PATH = '/identity'
/** Where the window of another provider ends. */
export const DONE_PATH = `${BUILTIN_PATH}/done`
/** The header that carries the caller's address from our door to the provider's rate limits. A client's own is dropped. */
export const CLIENT_ADDRESS_HEADER = 'x-app-client-ip'

/** Not the address of the server: people are known by it, and an installation may move to another address. */
const ISSUER = 'builtin'
const AUDIENCE = 'app'
const TOKEN_LIFETIME = '5m'
const DAY_S = 86_400
/** A sign-in that is used goes on for 30 days each time, but never longer than this in all. */
const LONGEST_SIGN_IN_MS = 180 * DAY_S * 1000
/** How exactly the list of sign-ins tells when each was last seen. */
const SEEN_EVERY_MS = 15 * 60_000

/** How often one address may try before it has to pause for `windowSeconds`. */
export type AttemptLimits = { signIn: number; signUp: number; windowSeconds: number }
export const defaultAttempts: AttemptLimits = { signIn: 20, signUp: 10, windowSeconds: 60 }

export type BuiltinOptions = {
  db: Db
  clock: Clock
  log: Log
  /** Encrypts the signing keys and signs the session cookie; without it neither can be read again. */
  secret: string
  /** Where people reach us, without a trailing slash. */
  origin: string
  /** Further origins whose pages may sign in, for example http://localhost:8000 beside http://127.0.0.1:8000. */
  alsoTrusted: readonly string[]
  attempts: AttemptLimits
  /** Other issuers that sign people in here. */
  federation?: Federation
  /** See `createPasswords`. */
  hashPassword?: ((password: string) => Promise<string>) | undefined
  /** Fires after a sign-in has ended at the provider (sign-out, expiry, ended from elsewhere). */
  onSignInEnded: (signIn: { subject: string; authTimeMs: number }) => Promise<void>
}

/** The options of Better Auth, apart so that the test of its tables sees exactly what runs. */
export function builtinAuthOptions(options: BuiltinOptions, passwords = createPasswords()) {
  const { db, secret, origin, attempts, log } = options
  const perAddress = (max: number) => ({ window: attempts.windowSeconds, max })
  return {
    baseURL: origin,
    basePath: BUILTIN_PATH,
    secret,
    trustedOrigins: [...options.alsoTrusted],
    telemetry: { enabled: false },
    logger: { log: writeTo(log) },
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
        '/sign-in/email': perAddress(attempts.signIn),
        '/sign-in/social': perAddress(attempts.signIn),
        '/sign-up/email': perAddress(attempts.signUp),
      },
    },
    advanced: {
      cookiePrefix: 'wl',
      defaultCookieAttributes: { path: BUILTIN_PATH },
      database: { generateId: 'uuid' as const },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // Off by default when tests run; ours shall see what people see.
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
      // Runs after the rate limit and before the transaction of the sign-up.
      before: createAuthMiddleware(async (ctx) => {
        const password: unknown = ctx.path === '/sign-up/email' ? ctx.body?.password : undefined
        if (typeof password === 'string' && fits(password)) await passwords.prepare(password)
      }),
    },
    onAPIError: {
      onError: (error: unknown) => {
        // A refusal is an answer. Anything else belongs to our own error handler, not to the library's empty 500.
        if (!(error instanceof APIError)) throw error
      },
    },
    plugins: [tokens(), entrance(), ...(options.federation ? [options.federation.plugin] : [])],
  }
}

const fits = (password: string) => password.length >= passwordPolicy.minLength && password.length <= passwordPolicy.maxLength

function tokens() {
  return jwt({
    disableSettingJwtHeader: true,
    jwks: { keyPairConfig: { alg: 'ES256' }, rotationInterval: 90 * DAY_S, gracePeriod: DAY_S },
    jwt: {
      issuer: ISSUER,
      audience: AUDIENCE,
      expirationTime: TOKEN_LIFETIME,
      // A fraction of a second is kept: a sign-in right after a revocation must not count as one before it.
      definePayload: ({ session }) => ({ auth_time: session.createdAt.getTime() / 1000, sid: session.id }),
    },
  })
}

/**
 * The identity provider inside our server. Its tables (migration 0001) must exist before this is called.
 * The rest of the server meets it only as one more issuer of tokens.
 */
export function createBuiltinProvider(options: BuiltinOptions) {
  const { clock } = options
  const passwords = createPasswords(options.hashPassword)
  const auth = betterAuth(builtinAuthOptions(options, passwords))
  const store = builtinStore(options.db)
  const accounts = createAccounts({
    store,
    onSignInEnded: options.onSignInEnded,
    library: {
      internal: async () => (await auth.$context).internalAdapter,
      openSession: async (body, headers) => auth.api.openSession({ body, headers, asResponse: true }),
      // Looking at a session to see who is there must not prolong it.
      getSession: async (headers) => auth.api.getSession({ headers, query: { disableRefresh: true } }),
    },
  })
  // After a restart everybody comes back at once.
  const openSession = createBatcher<string, BuiltinSession>({
    keyOf: (id) => id,
    run: async (ids) => new Map((await store.stillOpen(ids, clock.now())).map((session) => [session.id, session])),
  })
  const readKeys = () => auth.api.getJwks()
  const ready = once(readKeys)

  const issuer: TrustedIssuer = {
    issuer: ISSUER,
    audience: AUDIENCE,
    algorithm: 'ES256',
    key: createKeys({ read: readKeys, clock }),
    knowsSignIns: true,
    stillHolds: async ({ sessionId }) => sessionId !== null && isOpen(sessionId),
    endAll: async (subject) => void (await accounts.end(subject)),
    remove: (subject, tx) => builtinStore(tx).remove(subject),
  }

  async function isOpen(sessionId: string): Promise<boolean> {
    const now = clock.now()
    const session = await openSession(sessionId)
    if (session && now.getTime() - session.createdAt.getTime() > LONGEST_SIGN_IN_MS) {
      await accounts.end(session.subject, { only: sessionId })
      return false
    }
    // Asked with every fresh token: often enough to tell when somebody was last here, and rarely enough to write it down.
    if (session && now.getTime() - session.seenAt.getTime() >= SEEN_EVERY_MS) await store.markSeen(sessionId, now)
    return session !== undefined
  }

  return {
    issuer,
    accounts,
    passwords,

    /** Answers one request to the provider's endpoints. */
    async handle(request: Request): Promise<Response> {
      // The first reader makes the signing key; two first requests side by side would make two.
      await ready()
      return passwords.during(() => auth.handler(request))
    },

    /**
     * Makes an account that signs in by password, without signing it in.
     * @returns the provider's name for it
     * @throws AppError 'wrong_state' when the address has an account; 'invalid_input' when it or the password is not acceptable
     */
    async createAccount(account: { email: string; password: string; name: string }): Promise<{ subject: string }> {
      try {
        const { user } = await passwords.during(() => auth.api.signUpEmail({ body: account }))
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

/** Runs `work` once for everybody; a failure is forgotten, so that the next caller tries again. */
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

/** How an issuer's token endpoint says what is wrong (RFC 6749, section 5.2). */
const issuerError = z.object({ error: z.string(), error_description: z.optional(z.string()), status: z.optional(z.number()) })

/** Wrong passwords and foreign origins are everyday news for the library's log; they must not look like faults in ours. */
function writeTo(log: Log) {
  return (level: 'debug' | 'info' | 'warn' | 'error', message: string, ...details: unknown[]): void => {
    const err = details.find((it) => it instanceof Error)
    const answer = issuerError.safeParse(details[0]).data
    if (level === 'error') log.warn(err ? { err } : { ...answer }, message || 'the identity library reported an error')
    else log.debug(message)
  }
}

import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Capabilities } from '#contract/identity/identity.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createHttpServer } from '#server/platform/http/http-server.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { StoredMail } from '#server/platform/mail/outbox.store.ts'
import { createOutbox } from '#server/platform/mail/outbox.ts'
import { testDatabase } from './database.ts'
import { manualJobs } from './jobs.ts'
import type { AttemptLimits } from '#server/features/identity/provider/attempts.ts'
import { createAccountData } from '#server/features/identity/account/account-data.ts'
import { accountDataRoutes, registerExportRoute } from '#server/features/identity/account/account-data.routes.ts'
import { createTombstones } from '#server/features/identity/account/tombstones.ts'
import type { RequestLimits } from '#server/features/identity/provider/builtin.ts'
import type { FederatedIssuer } from '#server/features/identity/federation/federation.ts'
import { registerFederationRoutes } from '#server/features/identity/federation/federation.mount.ts'
import { registerIdentityRoutes } from '#server/features/identity/http/mount.ts'
import { identityRoutes } from '#server/features/identity/identity.routes.ts'
import { createIdentity } from '#server/features/identity/identity.service.ts'
import type { TrustedIssuer } from '#server/features/identity/tokens/tokens.ts'

export const ORIGIN = 'http://127.0.0.1:8000'
const HOST = '127.0.0.1:8000'

export type IdentityWorld = Awaited<ReturnType<typeof identityWorld>>

/** The real results, computed once each: tests need hundreds, and each takes a tenth of a second of a core. */
const hashes = new Map<string, Promise<string>>()
const verdicts = new Map<string, Promise<boolean>>()
function remembered<T>(results: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const result = results.get(key) ?? make()
  results.set(key, result)
  return result
}

const unlimited = { limit: 1_000, windowMs: 60_000 }

export type WorldOptions = {
  requestLimits?: RequestLimits
  limits?: Partial<AttemptLimits>
  /** The target of emails: the dev inbox of the server (the default), real mailboxes, or nowhere. */
  mail?: 'dev-inbox' | 'real' | 'none'
  /** Emails are stored after this promise resolves. */
  mailGate?: Promise<void>
  otherIssuers?: readonly TrustedIssuer[]
  federated?: readonly FederatedIssuer[]
  /** Another provider's options instead of the built-in one's. */
  capabilities?: Capabilities['identity']
  /** Adds the routes of a higher feature. */
  extend?: (parts: { db: Db; clock: Clock; log: Log }) => Route[]
}

/** The identity feature as the server runs it, behind the real HTTP server, on its own database. */
export async function identityWorld(options: WorldOptions = {}) {
  const database = await testDatabase()
  let isLost = false
  const clock = movableClock()
  const people = new Set<Uid>()
  const calls = { hasProfile: 0, passwords: 0 }
  const logged: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
  const bus = memoryBus()
  const outbox = createOutbox({ db: database.db, jobs: manualJobs(), clock, newId: randomUUID, log, route: { kind: 'dev-inbox' } })
  const mail = options.mail ?? 'dev-inbox'
  const closedSockets: { uid: Uid; authTimeMs: number | null }[] = []
  const identity = createIdentity({
    db: database.db,
    bus,
    clock,
    log,
    secret: 'a secret of the tests that is long enough',
    origin: ORIGIN,
    hasProfile: async (uid) => {
      calls.hasProfile++
      return people.has(uid)
    },
    hashing: {
      hash: (password) => remembered(hashes, password, () => hashPassword(password)),
      verify: (input) => {
        calls.passwords++
        return remembered(verdicts, `${input.hash} ${input.password}`, () => verifyPassword(input))
      },
    },
    requestLimits: options.requestLimits ?? { signIn: 1_000, signUp: 1_000, windowSeconds: 60 },
    otherIssuers: options.otherIssuers ?? [],
    federated: options.federated ?? [],
    ...(options.capabilities ? { capabilities: options.capabilities } : {}),
    limits: { emailFromNetwork: unlimited, code: unlimited, emailToAddress: unlimited, ...options.limits },
    mailer: {
      ...outbox,
      send: async (letter) => {
        await options.mailGate
        await outbox.send(letter)
      },
      isAvailable: mail !== 'none',
      isReal: mail === 'real',
    },
    closeSockets: (uid, authTimeMs) => void closedSockets.push({ uid, authTimeMs }),
  })
  const capabilities = () => ({ product: 'Test', identity: identity.capabilities, sources: [], minimum_age: 16, preview: false })
  const dataDir = mkdtempSync(join(tmpdir(), 'wavelength-identity-'))
  const accountData = createAccountData({
    identity,
    features: [],
    filesPending: async () => 0,
    hiddenFrom: async () => new Set(),
    beforeDeletion: async () => async () => undefined,
    tombstones: createTombstones({ dataDir }),
    jobs: manualJobs(),
    clock,
    log,
  })
  const app = await createHttpServer({
    routes: [
      ...identityRoutes({ identity, capabilities, setDeviceTimeZone: async () => undefined }),
      ...accountDataRoutes(accountData),
      ...(options.extend?.({ db: database.db, clock, log }) ?? []),
    ],
    authenticate: (token) => identity.authenticate(token),
    log,
    isOwnHost: (host) => host === HOST,
    trustedProxies: [],
    secure: false,
    extraFrameOrigins: [],
    development: false,
  })
  registerIdentityRoutes(app, { identity, log, origin: ORIGIN })
  registerFederationRoutes(app, { identity, origin: ORIGIN })
  registerExportRoute(app, { accountData })
  return {
    db: database.db,
    app,
    identity,
    clock,
    bus,
    log,
    logged,
    outbox,
    /** The requested socket closures: of one sign-in, or of all sockets of a user. */
    closedSockets,
    /** Every email so far, oldest first. */
    async mails(): Promise<StoredMail[]> {
      await identity.idle()
      return (await outbox.latest()).toReversed()
    },
    /** The link in the latest email. */
    async lastLink(): Promise<MailedLink> {
      await identity.idle()
      const [latest] = await outbox.latest()
      return readLink(latest)
    },
    /** The users with a profile, how often that was queried, and how often a password was checked. */
    people,
    calls,
    browser: (address?: string) => browser(app, address),
    /** Removes all users; the keys stay. */
    async empty() {
      clock.reset()
      bus.isDown = false
      people.clear()
      logged.length = 0
      closedSockets.length = 0
      await identity.idle()
      // In an embedded database, a truncation recreates the files of every table: a hundred times slower than deleting a few rows.
      const tables = [
        'people',
        'identity."user"',
        'identity."rateLimit"',
        'identity.verification',
        'identity_codes',
        'identity_attempts',
        'mail_outbox',
      ]
      await database.script(tables.map((table) => `delete from ${table}`).join(';'))
    },
    async loseDatabase() {
      isLost = true
      await database.close()
    },
    async close() {
      rmSync(dataDir, { recursive: true, force: true })
      await app.close()
      if (!isLost) await database.close()
    },
  }
}

export type MailedLink = { url: string; to: string; mode: string | null; code: string; returnTo: string | null }

function readLink(mail: StoredMail | undefined): MailedLink {
  const url = mail?.text.match(/^http\S+$/m)?.[0]
  if (!mail || !url) throw new Error(`There is no link in "${mail?.subject ?? 'no mail'}".`)
  const { searchParams, hash } = new URL(url)
  return { url, to: mail.to, mode: searchParams.get('mode'), code: hash.slice(1), returnTo: searchParams.get('return_to') }
}

/** The real time plus an offset: the provider's library reads the real clock, so ours can't stand still. */
function movableClock() {
  let aheadMs = 0
  return {
    now: () => new Date(Date.now() + aheadMs),
    pass: (ms: number) => void (aheadMs += ms),
    reset: () => void (aheadMs = 0),
  }
}

function memoryBus(): Pick<Bus, 'announce' | 'onAnnouncement'> & { isDown: boolean } {
  const listeners: { topic: string; listener: (payload: string) => void }[] = []
  return {
    isDown: false,
    announce(topic, payload) {
      if (this.isDown) return
      for (const entry of listeners) if (entry.topic === topic) entry.listener(payload)
    },
    onAnnouncement: (topic, listener) => void listeners.push({ topic, listener }),
  }
}

type Call = { body?: unknown; headers?: Record<string, string>; token?: string }

/** A browser reduced to its cookies: stores them by path, and sends an Origin with each POST. */
function browser(app: FastifyInstance, remoteAddress = '127.0.0.1') {
  const cookies = new Map<string, { pair: string; path: string }>()
  const cookieFor = (url: string) =>
    [...cookies.values()]
      .filter(({ path }) => url === path || url.startsWith(`${path}/`))
      .map(({ pair }) => pair)
      .join('; ')

  function storeCookies(response: LightMyRequestResponse): void {
    for (const { name, value, path = '/', maxAge } of response.cookies) {
      if (maxAge === 0) cookies.delete(`${name} ${path}`)
      else cookies.set(`${name} ${path}`, { pair: `${name}=${encodeURIComponent(value)}`, path })
    }
  }

  async function call(method: 'GET' | 'POST' | 'DELETE' | 'HEAD', url: string, { body, headers = {}, token }: Call = {}) {
    const cookie = cookieFor(url)
    const response = await app.inject({
      method,
      url,
      remoteAddress,
      headers: {
        host: HOST,
        ...(method === 'POST' ? { origin: ORIGIN } : {}),
        ...(cookie ? { cookie } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body) }),
    })
    storeCookies(response)
    return response
  }

  return {
    call,
    cookieFor,
    signUp: (email: string, password = 'correct horse') => call('POST', '/identity/sign-up/email', { body: { email, password, name: '' } }),
    signIn: (email: string, password = 'correct horse') => call('POST', '/identity/sign-in/email', { body: { email, password } }),
    post: (path: string, body: object = {}) => call('POST', `/identity${path}`, { body }),
    signOut: () => call('POST', '/identity/sign-out', { body: {} }),
    /** A token of the session; throws when there is none. */
    async token(): Promise<string> {
      const response = await call('GET', '/identity/token')
      if (response.statusCode !== 200) throw new Error(`no token: ${response.statusCode}`)
      return response.json<{ token: string }>().token
    },
  }
}

/** The result of a sign-in. */
export const verdict = (answer: { statusCode: number; json(): { code?: string } }) =>
  answer.statusCode === 200 ? 'signed in' : answer.json().code

/** The number of each result. */
export const tally = (outcomes: (string | undefined)[]) =>
  Object.fromEntries([...Map.groupBy(outcomes, (outcome) => outcome ?? 'nothing')].map(([name, all]) => [name, all.length]))

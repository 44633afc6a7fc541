import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { freeText } from '#contract/base/text.ts'
import { isNestedTooDeep } from '#server/platform/json-depth.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { type Caller, SECOND_FACTOR } from '../provider/commands.ts'
import { isChallenge, isSessionCookie } from '../provider/accounts.ts'
import { onlyActiveAccount } from '../provider/browser-accounts.ts'
import { parseInput } from './auth-endpoints.ts'
import { passkeyEndpoints, presentPasskeys } from './passkey-endpoints.ts'
import { SECOND_FACTOR_DISABLE, secondFactorEndpoints } from './second-factor-endpoints.ts'
import { BUILTIN_PATH, CLIENT_ADDRESS_HEADER } from '../provider/builtin.ts'
import { assertPolicy } from '../provider/passwords.ts'
import type { Identity } from '../identity.service.ts'

const BODY_LIMIT_BYTES = 64 * 1024

const email = z.email().check(z.maxLength(254))
const password = z.string()

/** `all`: all accounts in this browser; otherwise the active one. */
const signOutInput = z.object({ all: z._default(z.boolean(), false) })

/** The library's endpoints that exist here, with their input. Its many others stay unreachable. */
const libraryEndpoints = [
  { method: 'POST', path: '/sign-up/email', body: z.object({ email, password, name: freeText({ max: limits.name.max }) }) },
  { method: 'POST', path: '/sign-in/email', body: z.object({ email, password }) },
  { method: 'POST', path: '/sign-out', body: signOutInput },
  { method: 'GET', path: '/get-session', body: undefined },
  { method: 'GET', path: '/token', body: undefined },
  ...secondFactorEndpoints,
  ...passkeyEndpoints,
] as const

/** The only headers that reach the provider. A client's own address headers do not. */
const forwardedHeaders = [
  'cookie',
  'origin',
  'referer',
  'user-agent',
  'accept-language',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
] as const

const userResponse = z.object({
  user: z.object({ id: z.string(), email: z.string(), emailVerified: z.boolean(), name: z.string() }),
})
/** `url`: the issuer's sign-out page, where the browser goes next. */
const signOutResponse = z.object({ url: z.optional(z.url({ protocol: /^https?$/ })) })
const tokenResponse = z.object({ token: z.string() })
const newRecoveryCodes = z.object({ backupCodes: z.array(z.string()) })
const newSecondFactor = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) })
const outcomeShape = z.object({
  code: z.optional(z.string()),
  second_factor: z.optional(z.boolean()),
  user: z.optional(z.nullable(z.object({ id: z.string() }))),
})
const errorResponse = z.object({ code: z.optional(z.string()), message: z.optional(z.string()) })

/** @returns the responses of our own calls, keyed by path, and the cookies that they set */
export type FirstResponses = (visit: {
  page: string
  timeZone: string
  token: string
  request: FastifyRequest
}) => Promise<{ answers: Record<string, unknown>; cookies: readonly string[] }>

const startInput = z.object({
  page: z._default(z.string().check(z.maxLength(1_000)), ''),
  zone: z._default(z.string().check(z.maxLength(64)), ''),
})

export type IdentityMount = {
  identity: Pick<Identity, 'handle' | 'authEndpoints' | 'capabilities' | 'prepareSignOut'>
  /** Logs each sign-in, sign-out, and account change with its outcome, without names or addresses. */
  log: Log
  /** The public origin. The provider sees only this one, whatever the Host header says. */
  origin: string
  /** Further origins whose pages may sign in. */
  alsoTrusted?: readonly string[]
  /** The first reads of a page, answered with the session. */
  firstResponses?: FirstResponses
}

type Answer = { status?: number; body: unknown; cookies: readonly string[]; retryAfter?: string | null }

/**
 * Registers the built-in provider's endpoints under /identity. Another provider that replaces it needs at most the exchange of
 * custom tokens.
 * Call it once, on an instance that has its error handler.
 */
export function registerIdentityRoutes(
  app: FastifyInstance,
  { identity, log, origin, alsoTrusted = [], firstResponses }: IdentityMount,
): void {
  const { authEndpoints, capabilities } = identity
  const isBuiltin = capabilities.kind === 'builtin'
  if (!isBuiltin && !capabilities.methods.includes('custom_token')) return
  const ownEndpoints = isBuiltin ? authEndpoints.endpoints : authEndpoints.exchange
  const own = [origin, ...alsoTrusted]

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const add = (method: 'GET' | 'POST', path: string, answer: (request: FastifyRequest) => Promise<Answer>) =>
      scope.route({
        method,
        url: `${BUILTIN_PATH}${path}`,
        bodyLimit: BODY_LIMIT_BYTES,
        exposeHeadRoute: false,
        handler: (request, reply) => respond(reply, () => logged(log, request, path, () => answer(request))),
      })

    for (const { method, path, run } of ownEndpoints) {
      add(method, path, async (request) => {
        assertOwnPage(request, own)
        return run(method === 'POST' ? readJson(request) : {}, callerOf(request))
      })
    }
    for (const { method, path, body } of isBuiltin ? libraryEndpoints : []) {
      if (ownEndpoints.some((ours) => ours.path === path)) continue
      add(method, path, async (request) => callLibrary(path, body ? parseRequest(request, body) : undefined, request))
    }
    if (isBuiltin) add('GET', '/start', startVisit)
  })

  /** Session, token, and what the page reads first in one answer. */
  async function startVisit(request: FastifyRequest): Promise<Answer> {
    assertOwnSite(request, own)
    const { page, zone: timeZone } = parseInput(startInput, request.query)
    const session = await callLibrary('/get-session', undefined, request)
    if (!userResponse.safeParse(session.body).success) return session
    const issued = await callLibrary('/token', undefined, request)
    const token = tokenResponse.safeParse(issued.body).data?.token
    if (token === undefined) return session
    const { answers, cookies } = (await firstResponses?.({ page, timeZone, token, request })) ?? { answers: {}, cookies: [] }
    return {
      ...session,
      body: { ...userResponse.parse(session.body), token, answers },
      cookies: [...session.cookies, ...issued.cookies, ...cookies],
    }
  }

  async function callLibrary(path: string, body: unknown, request: FastifyRequest): Promise<Answer> {
    const caller = callerOf(request)
    if (path === '/sign-out') await identity.prepareSignOut()
    const sendAs = (input: unknown, as: Caller) => identity.handle(requestFor(`${origin}${BUILTIN_PATH}${path}`, as, input))
    const send = (input: unknown) => sendAs(input, caller)
    if (path === '/sign-out') {
      // The library ends the session of each account whose cookie it gets.
      const isAll = signOutInput.parse(body).all
      const leaving = isAll ? caller : { ...caller, headers: onlyActiveAccount(caller.headers) }
      const response = await readResponse(path, await sendAs({ callbackURL: `${origin}/`, disableRedirect: true }, leaving))
      if ((response.status ?? 200) >= 400) return response
      const others = leaving.headers.get('cookie') !== caller.headers.get('cookie')
      return { ...response, body: { ...signOutResponse.safeParse(response.body).data, others } }
    }
    if (path.startsWith('/passkey/')) {
      const { response, cookies } = await authEndpoints.runPasskey(path, body, caller, send)
      return readResponse(path, response, cookies)
    }
    if (path.startsWith('/two-factor/')) {
      const { response, cookies } = path.startsWith('/two-factor/verify-')
        ? await authEndpoints.proveSecondFactor(path, body, caller, sendAs)
        : await authEndpoints.changeSecondFactor(path, caller, () => send(body))
      return readResponse(path, response, cookies)
    }
    if (path !== '/sign-in/email' && path !== '/sign-up/email') return readResponse(path, await send(body))
    // The schemas of both endpoints checked these fields.
    const { email: address, password: typed } = body as { email: string; password: string }
    if (path === '/sign-in/email') {
      const { response, cookies } = await authEndpoints.signIn(address, caller, () => send(body))
      return readResponse(path, response, cookies)
    }
    await assertPolicy(typed, address)
    await authEndpoints.assertRoom(caller)
    const reply = await send(body)
    if (reply.ok) return readResponse(path, reply, [await authEndpoints.rememberDevice(address, caller)])
    const { code } =
      errorResponse.safeParse(
        await reply
          .clone()
          .json()
          .catch(() => null),
      ).data ?? {}
    return code?.startsWith('USER_ALREADY_EXISTS') ? signInInstead({ identity, origin }, address, typed, caller) : readResponse(path, reply)
  }
}

/** Logs the outcome of a command. */
async function logged(log: Log, request: FastifyRequest, path: string, handle: () => Promise<Answer>): Promise<Answer> {
  if (request.method === 'GET') return handle()
  const logOutcome = (outcome: unknown, subject?: string) =>
    log.info({ request_id: request.id, endpoint: path, outcome, ...(subject ? { subject } : {}) }, 'auth request handled')
  try {
    const response = await handle()
    const body = outcomeShape.safeParse(response.body).data
    if (body?.second_factor) logOutcome('second factor asked')
    else logOutcome((response.status ?? 200) < 400 ? 'done' : (body?.code ?? response.status), body?.user?.id)
    return response
  } catch (error) {
    logOutcome(error instanceof AppError ? error.code : 'internal')
    throw error
  }
}

/** A sign-up with the address of an existing account: the right password signs in; other callers get no information (decision 0008). */
async function signInInstead(
  { identity, origin }: Pick<IdentityMount, 'identity' | 'origin'>,
  address: string,
  typed: string,
  caller: Caller,
): Promise<Answer> {
  const path = '/sign-in/email'
  const send = () => identity.handle(requestFor(`${origin}${BUILTIN_PATH}${path}`, caller, { email: address, password: typed }))
  const { response, cookies } = await identity.authEndpoints.signIn(address, caller, send).catch((error: unknown) => {
    // The rate limit would reveal that the account exists.
    throw error instanceof AppError && error.code === 'rate_limited' ? new AppError('sign_up_rejected') : error
  })
  if (!response.ok) throw new AppError('sign_up_rejected')
  return readResponse(path, response, cookies)
}

export function requestFor(url: string, { headers }: Caller, body: unknown): Request {
  return new Request(url, body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) })
}

/** The caller of a request, with the headers that the provider reads. */
export function callerOf(request: FastifyRequest): Caller {
  const headers = new Headers({ [CLIENT_ADDRESS_HEADER]: request.ip })
  if (request.method === 'POST') headers.set('content-type', 'application/json')
  for (const name of forwardedHeaders) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return { address: request.ip, headers }
}

/** Rejects a foreign Origin header. Requests with cookies must name one of our own origins. */
export function assertOwnPage({ method, headers }: FastifyRequest, own: readonly string[]): void {
  if (method === 'GET') return
  const { origin, cookie } = headers
  if (origin === undefined ? cookie !== undefined : !own.includes(origin)) throw new AppError('forbidden', { reason: 'foreign origin' })
}

/** Rejects reads that a page of another site has started, as the browser reports it. */
function assertOwnSite({ headers }: FastifyRequest, own: readonly string[]): void {
  if (headers['sec-fetch-site'] === 'cross-site' && !own.includes(headers.origin ?? ''))
    throw new AppError('forbidden', { reason: 'foreign site' })
}

/** @throws AppError 'invalid_input', 'unsupported_media' */
export const parseRequest = <S extends z.ZodMiniType>(request: FastifyRequest, schema: S): z.output<S> =>
  parseInput(schema, readJson(request))

function readJson({ headers, body }: FastifyRequest): unknown {
  // A foreign page's form can send other types without a preflight.
  if (!headers['content-type']?.startsWith('application/json')) throw new AppError('unsupported_media')
  if (body instanceof Buffer && isNestedTooDeep(body)) throw new AppError('invalid_input', { reason: 'nested too deeply' })
  try {
    return body instanceof Buffer ? JSON.parse(body.toString('utf8')) : undefined
  } catch {
    throw new AppError('invalid_input', { reason: 'not JSON' })
  }
}

async function respond(reply: FastifyReply, work: () => Promise<Answer>): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store')
  const {
    status = 200,
    body,
    cookies,
    retryAfter,
  } = await work().catch((error: unknown) => {
    const wait = error instanceof AppError ? error.context['retryAfterSeconds'] : undefined
    if (typeof wait === 'number') reply.header('retry-after', wait)
    throw error
  })
  for (const cookie of cookies) reply.header('set-cookie', cookie)
  if (retryAfter) reply.header('retry-after', retryAfter)
  return reply.code(status).send(body)
}

async function readResponse(path: string, answer: Response, cookies: readonly string[] = []): Promise<Answer> {
  const body: unknown = await answer.json().catch(() => null)
  return {
    status: answer.status,
    body: answer.ok ? present(path, body) : (errorResponse.safeParse(body).data ?? {}),
    cookies: [...answer.headers.getSetCookie().filter((cookie) => !isChallenge(body) || !isSessionCookie(cookie)), ...cookies],
    retryAfter: answer.headers.get('x-retry-after'),
  }
}

/** Drops the session's secret from the provider's responses: it belongs in the HttpOnly cookie only. */
function present(path: string, body: unknown): unknown {
  if (path === '/sign-out') return signOutResponse.parse(body)
  if (path === '/token') return tokenResponse.parse(body)
  const passkeys = path.startsWith('/passkey/') ? presentPasskeys(path, body) : null
  if (passkeys) return passkeys
  if (path === SECOND_FACTOR_DISABLE) return {}
  if (path === '/two-factor/generate-backup-codes') return { recovery_codes: newRecoveryCodes.parse(body).backupCodes }
  if (path === '/two-factor/enable') {
    const { totpURI: uri, backupCodes: codes } = newSecondFactor.parse(body)
    return { uri, recovery_codes: codes }
  }
  if (isChallenge(body)) return SECOND_FACTOR
  return body === null ? { user: null } : userResponse.parse(body)
}

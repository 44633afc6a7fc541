import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { freeText } from '#contract/base/text.ts'
import { isNestedTooDeep } from '#server/platform/json-depth.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Caller } from '../provider/commands.ts'
import { BUILTIN_PATH, CLIENT_ADDRESS_HEADER } from '../provider/builtin.ts'
import { assertPolicy } from '../provider/passwords.ts'
import type { Identity } from '../identity.service.ts'

const BODY_LIMIT_BYTES = 64 * 1024

const email = z.email().check(z.maxLength(254))
const password = z.string()

/** The library's endpoints that we offer, and what they take. It has many more; those do not exist here. */
const libraryEndpoints = [
  { method: 'POST', path: '/sign-up/email', body: z.object({ email, password, name: freeText({ max: limits.name.max }) }) },
  { method: 'POST', path: '/sign-in/email', body: z.object({ email, password }) },
  { method: 'POST', path: '/sign-out', body: z.object({}) },
  { method: 'GET', path: '/get-session', body: undefined },
  { method: 'GET', path: '/token', body: undefined },
] as const

/** Of what a browser sends, only this reaches the provider; above all nothing that names another client address. */
const passedOn = [
  'cookie',
  'origin',
  'referer',
  'user-agent',
  'accept-language',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
] as const

const userAnswer = z.object({
  user: z.object({ id: z.string(), email: z.string(), emailVerified: z.boolean(), name: z.string() }),
})
/** `url`: the issuer's sign-out page, where the browser goes next. */
const signOutAnswer = z.object({ url: z.optional(z.url({ protocol: /^https?$/ })) })
const tokenAnswer = z.object({ token: z.string() })
const outcomeShape = z.object({ code: z.optional(z.string()), user: z.optional(z.nullable(z.object({ id: z.string() }))) })
const refusal = z.object({ code: z.optional(z.string()), message: z.optional(z.string()) })

export type IdentityMount = {
  identity: Pick<Identity, 'handle' | 'door' | 'offer' | 'readyToSignOut'>
  /** Hears of every sign-in, sign-out and change of an account, whether it went well or not; never who by name. */
  log: Log
  /** Where people reach us; the provider sees no other address, whatever the Host header says. */
  origin: string
  /** Further origins whose pages may sign in. */
  alsoTrusted?: readonly string[]
}

type Answer = { status?: number; body: unknown; cookies: readonly string[]; retryAfter?: string | null }

/**
 * Puts the built-in provider's door under /identity, unless another provider signs people in here.
 * Call it once, on an instance that has its error handler.
 */
export function registerIdentityRoutes(app: FastifyInstance, { identity, log, origin, alsoTrusted = [] }: IdentityMount): void {
  if (identity.offer.kind !== 'builtin') return
  const { door } = identity
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
        handler: (request, reply) => send(reply, () => heard(request, path, () => answer(request))),
      })

    for (const { method, path, run } of door.entries) {
      add(method, path, async (request) => {
        assertOwnPage(request, own)
        return run(method === 'POST' ? json(request) : {}, callerOf(request))
      })
    }
    for (const { method, path, body } of libraryEndpoints) {
      if (door.entries.some((ours) => ours.path === path)) continue
      add(method, path, async (request) => answerOfLibrary(path, body ? parsed(request, body) : undefined, request))
    }
  })

  async function heard(request: FastifyRequest, path: string, act: () => Promise<Answer>): Promise<Answer> {
    if (request.method === 'GET') return act()
    const note = (outcome: unknown, subject?: string) =>
      log.info({ request_id: request.id, act: path, outcome, ...(subject ? { subject } : {}) }, 'at the door')
    try {
      const answer = await act()
      const body = outcomeShape.safeParse(answer.body).data
      note((answer.status ?? 200) < 400 ? 'done' : (body?.code ?? answer.status), body?.user?.id)
      return answer
    } catch (error) {
      note(error instanceof AppError ? error.code : 'internal')
      throw error
    }
  }

  async function answerOfLibrary(path: string, body: unknown, request: FastifyRequest): Promise<Answer> {
    const caller = callerOf(request)
    if (path === '/sign-out') await identity.readyToSignOut()
    const ask = (given: unknown) => identity.handle(requestFor(`${origin}${BUILTIN_PATH}${path}`, caller, given))
    if (path === '/sign-out') return readAnswer(path, await ask({ callbackURL: `${origin}/`, disableRedirect: true }))
    if (path !== '/sign-in/email' && path !== '/sign-up/email') return readAnswer(path, await ask(body))
    // Both bodies name the address, which their schemas have read.
    const { email: address, password: typed } = body as { email: string; password: string }
    if (path === '/sign-in/email') {
      const { answer, cookies } = await door.signIn(address, caller, () => ask(body))
      return readAnswer(path, answer, cookies)
    }
    await assertPolicy(typed, address)
    const answer = await ask(body)
    if (answer.ok) return readAnswer(path, answer, [await door.remember(address, caller)])
    const { code } =
      refusal.safeParse(
        await answer
          .clone()
          .json()
          .catch(() => null),
      ).data ?? {}
    return code?.startsWith('USER_ALREADY_EXISTS') ? signInInstead(address, typed, caller) : readAnswer(path, answer)
  }

  /** A sign-up with an address that has an account: its owner, who knows the password, is signed in; anybody else learns nothing (decision 0008). */
  async function signInInstead(address: string, typed: string, caller: Caller): Promise<Answer> {
    const path = '/sign-in/email'
    const ask = () => identity.handle(requestFor(`${origin}${BUILTIN_PATH}${path}`, caller, { email: address, password: typed }))
    const { answer, cookies } = await door.signIn(address, caller, ask).catch((error: unknown) => {
      // That somebody tries this account's password too often would tell as much.
      throw error instanceof AppError && error.code === 'rate_limited' ? new AppError('sign_up_rejected') : error
    })
    if (!answer.ok) throw new AppError('sign_up_rejected')
    return readAnswer(path, answer, cookies)
  }
}

/** A request as the library gets it. */
export function requestFor(url: string, { headers }: Caller, body: unknown): Request {
  return new Request(url, body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) })
}

/** Who calls; of what a browser sends, only what the provider looks at. */
export function callerOf(request: FastifyRequest): Caller {
  const headers = new Headers({ [CLIENT_ADDRESS_HEADER]: request.ip })
  if (request.method === 'POST') headers.set('content-type', 'application/json')
  for (const name of passedOn) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return { address: request.ip, headers }
}

/** Whoever brings cookies must come from a page of ours; whoever names another page is refused in any case. */
export function assertOwnPage({ method, headers }: FastifyRequest, own: readonly string[]): void {
  if (method === 'GET') return
  const { origin, cookie } = headers
  if (origin === undefined ? cookie !== undefined : !own.includes(origin)) throw new AppError('forbidden', { reason: 'foreign origin' })
}

/** @throws AppError 'invalid_input', 'unsupported_media' */
export function parsed<S extends z.ZodMiniType>(request: FastifyRequest, schema: S): z.output<S> {
  const result = schema.safeParse(json(request))
  if (result.success) return result.data
  const fields = result.error.issues.map((issue) => ({ field: issue.path.join('.') || 'body', message: issue.message }))
  throw new AppError('invalid_input', {}, fields)
}

function json({ headers, body }: FastifyRequest): unknown {
  // Anything but JSON could be sent by a foreign page's form without a preflight.
  if (!headers['content-type']?.startsWith('application/json')) throw new AppError('unsupported_media')
  if (body instanceof Buffer && isNestedTooDeep(body)) throw new AppError('invalid_input', { reason: 'nested too deeply' })
  try {
    return body instanceof Buffer ? JSON.parse(body.toString('utf8')) : undefined
  } catch {
    throw new AppError('invalid_input', { reason: 'not JSON' })
  }
}

async function send(reply: FastifyReply, work: () => Promise<Answer>): Promise<FastifyReply> {
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

async function readAnswer(path: string, answer: Response, cookies: readonly string[] = []): Promise<Answer> {
  const body: unknown = await answer.json().catch(() => null)
  return {
    status: answer.status,
    body: answer.ok ? present(path, body) : (refusal.safeParse(body).data ?? {}),
    cookies: [...answer.headers.getSetCookie(), ...cookies],
    retryAfter: answer.headers.get('x-retry-after'),
  }
}

/** The provider puts the session's secret into its answers; it belongs into the HttpOnly cookie alone. */
function present(path: string, body: unknown): unknown {
  if (path === '/sign-out') return signOutAnswer.parse(body)
  if (path === '/token') return tokenAnswer.parse(body)
  return body === null ? { user: null } : userAnswer.parse(body)
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { BUILTIN_PATH, CLIENT_ADDRESS_HEADER } from './identity.builtin.ts'
import type { Identity } from './identity.service.ts'

const BODY_LIMIT_BYTES = 64 * 1024

const email = z.email().check(z.maxLength(254))
const password = z.string()

/** The provider's endpoints that we offer, and what they take. It has many more; those do not exist here. */
const endpoints = [
  { method: 'POST', path: '/sign-up/email', body: z.object({ email, password, name: z.string().check(z.maxLength(limits.name.max)) }) },
  { method: 'POST', path: '/sign-in/email', body: z.object({ email, password }) },
  { method: 'POST', path: '/sign-out', body: z.object({}) },
  { method: 'GET', path: '/get-session', body: undefined },
  { method: 'GET', path: '/token', body: undefined },
] as const

/** Of what a browser sends, only this reaches the provider; above all nothing that names another client address. */
const passedOn = ['cookie', 'origin', 'referer', 'user-agent', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'] as const

const userAnswer = z.object({
  user: z.object({ id: z.string(), email: z.string(), emailVerified: z.boolean(), name: z.string() }),
})
const tokenAnswer = z.object({ token: z.string() })
const refusal = z.object({ code: z.optional(z.string()), message: z.optional(z.string()) })

/**
 * Puts the built-in provider's endpoints under /identity. Call it once, on an instance that has its error handler.
 * @param origin where people reach us; the provider sees no other address, whatever the Host header says
 */
export function registerIdentityRoutes(
  app: FastifyInstance,
  { identity, origin }: { identity: Pick<Identity, 'handle'>; origin: string },
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const { method, path, body } of endpoints) {
      scope.route({
        method,
        url: `${BUILTIN_PATH}${path}`,
        bodyLimit: BODY_LIMIT_BYTES,
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          const answer = await identity.handle(
            new Request(`${origin}${BUILTIN_PATH}${path}`, {
              method,
              headers: headersOf(request),
              ...(body ? { body: JSON.stringify(bodyOf(request, body)) } : {}),
            }),
          )
          return send(reply, path, answer)
        },
      })
    }
  })
}

function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers({ [CLIENT_ADDRESS_HEADER]: request.ip })
  if (request.method === 'POST') headers.set('content-type', 'application/json')
  for (const name of passedOn) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return headers
}

function bodyOf(request: FastifyRequest, schema: z.ZodMiniType): unknown {
  // Anything but JSON could be sent by a foreign page's form without a preflight.
  if (!request.headers['content-type']?.startsWith('application/json')) throw new AppError('unsupported_media')
  const parsed = schema.safeParse(json(request.body))
  if (parsed.success) return parsed.data
  throw new AppError(
    'invalid_input',
    {},
    parsed.error.issues.map((issue) => ({ field: issue.path.join('.') || 'body', message: issue.message })),
  )
}

function json(body: unknown): unknown {
  try {
    return body instanceof Buffer ? JSON.parse(body.toString('utf8')) : undefined
  } catch {
    throw new AppError('invalid_input', { reason: 'not JSON' })
  }
}

async function send(reply: FastifyReply, path: string, answer: Response): Promise<FastifyReply> {
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
  const wait = answer.headers.get('x-retry-after')
  if (wait) reply.header('retry-after', wait)
  const body: unknown = await answer.json().catch(() => null)
  return reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .send(answer.ok ? present(path, body) : (refusal.safeParse(body).data ?? {}))
}

/** The provider puts the session's secret into its answers; it belongs into the HttpOnly cookie alone. */
function present(path: string, body: unknown): unknown {
  if (path === '/sign-out') return {}
  if (path === '/token') return tokenAnswer.parse(body)
  return body === null ? { user: null } : userAnswer.parse(body)
}

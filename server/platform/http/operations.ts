import { randomBytes } from 'node:crypto'
import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import type { CallDefinition } from '#contract/base/call.ts'
import { AppError } from '#contract/errors.ts'
import { networkOf } from '../rate-limit/network.ts'
import { DOCS_COOKIE, DOCS_SESSION_SECONDS, docsSignInPage, hasDocsSession, isSame, makeDocsSession } from './docs-session.ts'
import { openApiDocument } from './openapi.ts'

const DOCS_PATH = '/docs'
const SIGN_IN_PATH = `${DOCS_PATH}/sign-in`

export type OperationsOptions = {
  /** Where users reach the server, for the document of the calls. */
  origin: string
  calls: Record<string, CallDefinition>
  registry: Registry
  /** Rejects when the server can't do its work, because the store does not answer, or soon won't, because it stops. */
  readiness: () => Promise<void>
  /** Null: open, because only this machine can reach us. Otherwise the bearer token that opens /metrics and /docs. */
  adminToken: string | null
  isPublic: boolean
}

/**
 * Prometheus and orchestrators ask a pod or container at its own address. /healthz and /readyz tell nothing else; /metrics needs the
 * token then, so that no page in a browser reads it under a name that leads to this machine (DNS rebinding).
 */
export function answersAnyHost({ adminToken }: Pick<OperationsOptions, 'adminToken'>): (request: FastifyRequest) => boolean {
  return ({ routeOptions: { url: route }, headers }) =>
    route === '/healthz' ||
    route === '/readyz' ||
    (route === '/metrics' && adminToken !== null && isToken(headers.authorization, adminToken))
}

/** What the operator looks at: /healthz (alive), /readyz (able to work), /metrics (Prometheus), /docs (the calls). */
export async function addOperations(app: FastifyInstance, options: OperationsOptions): Promise<void> {
  const { adminToken } = options
  const hasToken = ({ headers }: FastifyRequest) => adminToken !== null && isToken(headers.authorization, adminToken)
  const guard = (request: FastifyRequest, _reply: FastifyReply, next: (error?: Error) => void) =>
    next(!options.isPublic || hasToken(request) ? undefined : new AppError('not_found'))
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    await options.readiness()
    return { status: 'ready' }
  })
  app.get('/metrics', { onRequest: guard }, async (_request, reply) =>
    reply.type(options.registry.contentType).send(await options.registry.metrics()),
  )

  // The document is plain JSON made by us; the plugin's own type for it is a large union that adds nothing here.
  const document = openApiDocument(options.calls, options.origin) as never
  await app.register(fastifySwagger, { mode: 'static', specification: { document } })
  await app.register(fastifySwaggerUi, { routePrefix: DOCS_PATH, uiHooks: { onRequest: guardDocs }, staticCSP: false })
  if (options.isPublic && adminToken !== null) addDocsSignIn(app, adminToken)

  /** A browser can't send the token as a header, so it gets a form and then a cookie. */
  function guardDocs(request: FastifyRequest, reply: FastifyReply, next: (error?: Error) => void): void {
    if (!options.isPublic || hasToken(request)) return next()
    if (adminToken !== null && hasDocsSession(request.headers.cookie, adminToken, Date.now())) return next()
    if (adminToken === null || !request.headers.accept?.includes('text/html')) return next(new AppError('not_found'))
    void sendForm(reply.code(401), false)
  }
}

function addDocsSignIn(app: FastifyInstance, adminToken: string): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 4_096 }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    scope.post<{ Body: URLSearchParams }>(
      SIGN_IN_PATH,
      // A count of its own: nobody guesses a token, and few type it often.
      { config: { rateLimit: { max: 10, keyGenerator: ({ ip }) => `docs ${networkOf(ip)}`, allowList: [] } } },
      async ({ body }, reply) => {
        if (!isSame(body.get('token') ?? '', adminToken)) return sendForm(reply.code(401), true)
        const session = makeDocsSession(adminToken, Date.now())
        return reply
          .header(
            'set-cookie',
            `${DOCS_COOKIE}=${session}; Path=${DOCS_PATH}; Max-Age=${DOCS_SESSION_SECONDS}; HttpOnly; Secure; SameSite=Strict`,
          )
          .redirect(DOCS_PATH, 303)
      },
    )
  })
}

function sendForm(reply: FastifyReply, isWrong: boolean): FastifyReply {
  reply.styleNonce = randomBytes(16).toString('base64')
  return reply
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(docsSignInPage({ nonce: reply.styleNonce, action: SIGN_IN_PATH, isWrong }))
}

function isToken(header: string | undefined, token: string): boolean {
  return isSame(header?.replace(/^Bearer /, '') ?? '', token)
}

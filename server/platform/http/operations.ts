import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { type CallDefinition, callPattern } from '#contract/base/call.ts'
import { AppError, errorCatalog } from '#contract/errors.ts'
import { networkOf } from '../rate-limit/network.ts'
import * as z from 'zod/mini'
import { PRODUCT_NAME } from '#contract/base/product.ts'

const DOCS_PATH = '/docs'
const SIGN_IN_PATH = `${DOCS_PATH}/sign-in`

export type OperationsOptions = {
  /** The public origin, for the OpenAPI document. */
  origin: string
  calls: Record<string, CallDefinition>
  registry: Registry
  /** Rejects when the server can't serve requests: the database does not answer, or the server is stopping. */
  readiness: () => Promise<void>
  /** The bearer token for /metrics and /docs. Null: no protection, because the server listens on loopback only. */
  adminToken: string | null
  isPublic: boolean
}

/**
 * Prometheus and orchestrators address a pod or container directly. /healthz and /readyz reveal nothing; /metrics then requires
 * the token, so that no web page can read it through a name that resolves to this machine (DNS rebinding).
 */
export function answersAnyHost({ adminToken }: Pick<OperationsOptions, 'adminToken'>): (request: FastifyRequest) => boolean {
  return ({ routeOptions: { url: route }, headers }) =>
    route === '/healthz' ||
    route === '/readyz' ||
    (route === '/metrics' && adminToken !== null && isToken(headers.authorization, adminToken))
}

/** Endpoints for operators: /healthz (alive), /readyz (ready), /metrics (Prometheus), /docs (OpenAPI). */
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

  // The document is plain JSON; the plugin's type for it is a large union that adds nothing here.
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
      // A separate rate limit prevents guessing of the token; operators rarely enter it.
      { config: { rateLimit: { max: 10, keyGenerator: ({ ip }) => `docs ${networkOf(ip)}`, allowList: [] } } },
      async ({ body }, reply) => {
        if (!isEqualInConstantTime(body.get('token') ?? '', adminToken)) return sendForm(reply.code(401), true)
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
  return isEqualInConstantTime(header?.replace(/^Bearer /, '') ?? '', token)
}

/** The cookie of an operator who entered the admin token in the form at /docs. */
const DOCS_COOKIE = 'wl_docs'
const DOCS_SESSION_SECONDS = 8 * 3_600

/** A session token: its expiry time and a signature with the admin token. It does not contain the token. */
function makeDocsSession(adminToken: string, nowMs: number): string {
  const end = Math.floor(nowMs / 1000) + DOCS_SESSION_SECONDS
  return `${end}.${sign(adminToken, end)}`
}

/** Whether the `Cookie` header contains a valid session for this admin token. */
function hasDocsSession(cookies: string | undefined, adminToken: string, nowMs: number): boolean {
  const [, end, signature] = new RegExp(`(?:^|; )${DOCS_COOKIE}=(\\d{1,12})\\.([\\w-]{43})(?:;|$)`).exec(cookies ?? '') ?? []
  if (!end || !signature || Number(end) * 1000 <= nowMs) return false
  return isEqualInConstantTime(signature, sign(adminToken, Number(end)))
}

function isEqualInConstantTime(received: string, expected: string): boolean {
  const [first, other] = [received, expected].map((text) => createHmac('sha256', 'compare').update(text).digest())
  return first !== undefined && other !== undefined && timingSafeEqual(first, other)
}

const sign = (adminToken: string, end: number) => createHmac('sha256', adminToken).update(`docs session until ${end}`).digest('base64url')

/** The form that asks for the token. */
function docsSignInPage({ nonce, action, isWrong }: { nonce: string; action: string; isWrong: boolean }): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>Sign in to the API documentation</title>
<style nonce="${nonce}">
body{margin:0;background:#0b0c0f;color:#f2f3f5;font:16px/1.5 system-ui,sans-serif}
form{max-width:24rem;margin:15vh auto 0;padding:0 1rem;display:grid;gap:1rem}
h1{font-size:1.5rem;line-height:1.25;margin:0}
label{display:grid;gap:.25rem}
input,button{font:inherit;padding:.6rem .8rem;border-radius:8px;border:1px solid #6b7280;background:#15171c;color:inherit}
button{background:#f4d35e;color:#1b1700;border:0;font-weight:600;cursor:pointer}
input:focus-visible,button:focus-visible{outline:3px solid #7fd4ff;outline-offset:2px}
[role=alert]{margin:0;color:#ffb4a9}
</style></head>
<body><form method="post" action="${action}">
<h1>API documentation</h1>
${isWrong ? '<p role="alert">That is not the admin token of this installation.</p>' : ''}
<label>Admin token (ADMIN_TOKEN) <input name="token" type="password" required autocomplete="current-password" autofocus></label>
<button>Sign in</button>
</form></body></html>
`
}

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of all calls, generated from the contract. @param origin the server's public origin */
export function openApiDocument(calls: Record<string, CallDefinition>, origin: string): Json {
  let paths: Record<string, Json> | null = null
  return {
    openapi: '3.1.0',
    info: {
      title: PRODUCT_NAME,
      version: '1',
      description: 'Errors are problem details (RFC 9457) with a `code`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    // Generated when it is first read, because it takes a twentieth of a start.
    get paths() {
      return (paths ??= pathsOf(calls))
    },
  }
}

function pathsOf(calls: Record<string, CallDefinition>): Record<string, Json> {
  const paths: Record<string, Json> = {}
  for (const [name, call] of Object.entries(calls)) {
    const path = callPattern(call).replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call) }
  }
  return paths
}

function operation(name: string, call: CallDefinition): Json {
  return {
    operationId: name,
    summary: call.summary,
    tags: [call.path.split('/')[1]],
    security: call.area === 'auth' ? [{ bearer: [] }] : [],
    parameters: [...parameters(call.params, 'path'), ...parameters(call.query, 'query')],
    ...(call.body ? { requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(call.body, 'input') } } } } : {}),
    ...(call.form ? { requestBody: { required: true, content: { 'multipart/form-data': { schema: formSchema } } } } : {}),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: jsonSchema(call.response, 'output') } } },
      '4XX': { description: 'Rejected', content: problemContent },
      default: { description: 'Failed', content: problemContent },
    },
  }
}

function parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }))
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

const formSchema = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } }

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code'],
  properties: {
    type: { const: 'about:blank' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { enum: Object.keys(errorCatalog) },
    request_id: { type: 'string' },
    errors: { type: 'array', items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } } },
  },
}

const problemContent = { 'application/problem+json': { schema: problemSchema } }

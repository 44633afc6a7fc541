import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type CallDefinition, callPattern, PAGE_ID_HEADER } from '#contract/base/call.ts'
import * as z from 'zod/mini'
import { AppError, errorCatalog, type Problem } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Log } from '../observability/log.ts'
import { createByteLimit } from '../concurrency/byte-limit.ts'
import { isNestedTooDeep } from '../json-depth.ts'
import { networkOf } from '../rate-limit/network.ts'
import { type IncrementSharedCounter, createSharedRateLimitStore } from '../rate-limit/shared-store.ts'
import { contentPolicy, type ExternalSources } from './content-policy.ts'
import { problemOf, STOPPING } from './problem.ts'
import type { CookieOptions, Route, UploadedFile, Viewer } from './route.ts'

export type HttpServerOptions = {
  routes: readonly Route[]
  /** @throws AppError 'unauthenticated' for an invalid token, 'unavailable' when it can't be checked */
  authenticate: (token: string) => Promise<Viewer>
  log: Log
  /** Hosts (with port where it matters) of this server; a request for another host gets 421. */
  isOwnHost: (host: string) => boolean
  /** Requests that are answered for any Host header, such as a scrape of one pod at its own address. */
  answersAnyHost?: (request: FastifyRequest) => boolean
  /** Counts requests over all server processes. When missing, each process counts separately. */
  incrementSharedCounter?: IncrementSharedCounter | undefined
  trustedProxies: readonly string[]
  /** Whether clients reach the server by https. */
  secure: boolean
  /** Further origins for frames and connections (fake services of the demo). */
  extraFrameOrigins: readonly string[]
  /** Origins that pages need for sign-in with Firebase. */
  externalSources?: ExternalSources
  /** Vite's client needs inline module scripts in development. */
  development: boolean
  /** How long a request may take to arrive; shorter in tests. */
  timeouts?: RequestTimeouts
  onRequestDone?: (route: string, status: number, seconds: number) => void
}

/** Milliseconds for the headers, for the whole request, and between two checks for timeouts. */
export type RequestTimeouts = { headersMs: number; requestMs: number; checkIntervalMs: number }
/** The 4 MB of a part of an import take 112 s at 300 kbit/s. A request that is sent byte by byte ends after 20 s (headers) or 125 s (body). */
const defaultTimeouts: RequestTimeouts = { headersMs: 15_000, requestMs: 120_000, checkIntervalMs: 5_000 }

/**
 * Requests per minute and network (`networkOf`) before 429. A page loads dozens of pictures at once, and many users may share a
 * network, so pictures have their own limit.
 */
const PER_MINUTE = { write: 240, read: 1_200, picture: 6_000 }

/** The maximum size of a form without its file: names, boundaries, four short fields. */
const FORM_BYTES = 64 * 1024
const LARGEST_FORM = limits.imageBytes + FORM_BYTES
/** The memory limit of uploads: of all together, and of one user. */
const UPLOADS_IN_MEMORY = { total: 4 * LARGEST_FORM, each: 2 * LARGEST_FORM }

const COMPRESSED = /^(?:application\/(?:problem\+)?json|text\/html)\b/

/** Pages record voice messages; embedded players get no microphone, and no page gets a camera or a place. */
const PERMISSIONS = 'microphone=(self), camera=(), geolocation=()'

/**
 * The HTTP server: security headers, limits, error handling, and the routes of the features.
 * Features never see Fastify: they get parsed input and return what the contract declares.
 */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = options.log
  const { headersMs, requestMs, checkIntervalMs } = options.timeouts ?? defaultTimeouts
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies.length ? [...options.trustedProxies] : false,
    genReqId: () => randomUUID(),
    bodyLimit: limits.jsonBodyBytes,
    clientErrorHandler: respondToMalformedRequest,
    http: { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: checkIntervalMs },
    requestTimeout: requestMs,
    // Later than both timeouts, so that a late request gets its response.
    connectionTimeout: requestMs + 2 * checkIntervalMs,
    // Node limits the header size first; the contract limits each parameter.
    routerOptions: { maxParamLength: 16_384 },
    rewriteUrl: ({ url = '/' }) => decodableTarget(url),
    // Fastify's own 503 gives no reason and no Retry-After; ours below does.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  })

  let isClosing = false
  app.addHook('preClose', async () => void (isClosing = true))
  app.addHook('onRequest', async (request) => {
    if (isClosing) throw new AppError('unavailable', { reason: STOPPING })
    if (!options.isOwnHost(request.host) && !options.answersAnyHost?.(request)) throw new AppError('foreign_host', { host: request.host })
    // Node uses the first header; a proxy may have checked the other one.
    const names = request.raw.rawHeaders.filter((_, index) => index % 2 === 0)
    if (names.filter((name) => name.toLowerCase() === 'authorization').length > 1) {
      throw new AppError('invalid_input', {}, [{ field: 'authorization', message: 'must be sent once' }])
    }
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const fields = { request_id: request.id, method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (route.startsWith('/app/')) options.log.debug(fields, 'request answered')
    options.onRequestDone?.(measuredRoute(route), reply.statusCode, reply.elapsedTime / 1000)
  })
  app.setErrorHandler((error, request, reply) => {
    const { problem, retryAfterSeconds } = problemOf(error, request, options.log)
    if (retryAfterSeconds && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfterSeconds)
    return reply.code(problem.status).type('application/problem+json').send(problem)
  })

  await app.register(helmet, {
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: options.secure ? { maxAge: 31_536_000 } : false,
    frameguard: { action: 'deny' },
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS)
    if (!reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', contentPolicy(options, { nonce: reply.styleNonce, inlineScripts: reply.inlineScripts }))
  })
  app.decorateReply('styleNonce', '')
  app.decorateReply('inlineScripts', '')
  // Files are compressed by the build. Requests are not decompressed: their limits count what is sent.
  await app.register(compress, { encodings: ['zstd', 'br', 'gzip'], customTypes: COMPRESSED, globalDecompression: false })
  await app.register(rateLimit, {
    global: true,
    timeWindow: 60_000,
    max: (request) => PER_MINUTE[rateLimitGroup(request) ?? 'read'],
    keyGenerator: (request) => `${rateLimitGroup(request)} ${networkOf(request.ip)}`,
    allowList: (request) => rateLimitGroup(request) === null,
    errorResponseBuilder: () => new AppError('rate_limited'),
    ...(options.incrementSharedCounter ? { store: createSharedRateLimitStore(options.incrementSharedCounter) } : {}),
  })
  // Only for setting cookies; the readers parse the header themselves.
  await app.register(cookie, { hook: false })
  await app.register(multipart, { limits: { files: 1, fileSize: limits.imageBytes, fields: 4, parts: 5 } })

  addJsonParser(app)
  app.decorateRequest('viewer', null)
  const uploadLimit = createByteLimit(UPLOADS_IN_MEMORY)
  for (const route of options.routes) addRoute(app, route, { ...options, uploadLimit })
  return app
}

/** The route of all pages (pages.ts). */
export const PAGES = '/*'

/** The web files have hundreds of routes; one common label keeps /metrics small. */
function measuredRoute(route: string): string {
  if (/^\/(?:app|identity|export|files|art|players)\//.test(route) || ['/metrics', '/healthz', '/readyz', 'none'].includes(route))
    return route
  return route.startsWith('/docs') ? '/docs' : 'web'
}

/**
 * The rate limit of a request; null for web files, which cost almost nothing, and for `/healthz`. Decided by route, because a path
 * can be encoded in many ways (`/%61pp/`). The head of a page may query the database.
 */
function rateLimitGroup({ method, routeOptions: { url: route } }: FastifyRequest): keyof typeof PER_MINUTE | null {
  if (route === undefined || route === PAGES) return 'read'
  if (/^\/(?:art|files)\//.test(route)) return 'picture'
  if (!/^\/(?:(?:app|identity|export)\/|unsubscribe$)/.test(route)) return null
  return method === 'GET' ? 'read' : 'write'
}

const isForbiddenBeforeTerms = ({ method, whileSuspended, beforeTerms }: CallDefinition): boolean =>
  method !== 'GET' && !whileSuspended && !beforeTerms

type RouteOptions = HttpServerOptions & { uploadLimit: ReturnType<typeof createByteLimit> }

function addRoute(app: FastifyInstance, { call, handle }: Route, options: RouteOptions): void {
  const respond = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const viewer = request.viewer ?? undefined
    const input = await parseInput(call, request)
    const cookies = {
      set: (name: string, value: string, { path, maxAgeSeconds: maxAge }: CookieOptions) =>
        void reply.setCookie(name, value, { path, maxAge, httpOnly: true, sameSite: 'lax', secure: options.secure }),
      clear: (name: string, { path }: Pick<CookieOptions, 'path'>) =>
        void reply.clearCookie(name, { path, httpOnly: true, sameSite: 'lax', secure: options.secure }),
    }
    const traceparent = request.headers['traceparent'] ?? null
    const page = pageIdOf(request.headers[PAGE_ID_HEADER])
    // `input` was parsed with this call's schemas, and `viewer` follows its area: exactly what the handler expects.
    const context = { ...input, viewer, cookies, requestId: request.id, pageId: page, traceparent } as unknown as Parameters<
      typeof handle
    >[0]
    const result = (await handle(context)) ?? {}
    reply.header('cache-control', 'no-store')
    // Crawlers may read what a page reads, but a response is not a page: it has no head with a robots tag.
    reply.header('x-robots-tag', 'noindex')
    // Parsing the response drops every field that the contract does not declare.
    return call.response.parse(result)
  }
  app.route({
    method: call.method,
    url: callPattern(call),
    ...(call.bodyBytes ? { bodyLimit: call.bodyBytes } : {}),
    // Before the body is read: the server must not buffer and parse bodies of unauthenticated requests.
    preParsing: async (request) => {
      const viewer = call.area === 'auth' ? await viewerOf(request, options) : null
      if (viewer?.isSuspended && !call.whileSuspended) throw new AppError('suspended', { uid: viewer.uid })
      if (viewer && !viewer.hasProfile && !call.withoutProfile) throw new AppError('profile_required')
      if (viewer?.mustAcceptTerms && isForbiddenBeforeTerms(call)) throw new AppError('terms_changed', { uid: viewer.uid })
      request.viewer = viewer
      if (call.form) rejectLargeForm(request)
    },
    // A file is read only once there is memory for it. The memory is reserved until the response.
    handler: (request, reply) =>
      call.form
        ? options.uploadLimit(request.viewer?.uid ?? '', formBytes(request), () => respond(request, reply))
        : respond(request, reply),
  })
}

const pageId = z.uuid()

/** An id of another format would fail in the frame that contains it. */
const pageIdOf = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && pageId.safeParse(header).success ? header : null

/**
 * Parses the input of a call.
 * @throws AppError 'invalid_input' with the names of the invalid fields; 'unsupported_media' for another content type
 */
async function parseInput(call: CallDefinition, request: FastifyRequest) {
  return {
    params: parse(call.params, request.params, 'params'),
    query: parse(call.query, request.query, 'query'),
    body: call.form ? undefined : parse(call.body, jsonBody(call, request), 'body'),
    file: call.form ? await fileOf(request) : undefined,
  }
}

function jsonBody(call: CallDefinition, request: FastifyRequest): unknown {
  if (!call.body) return undefined
  if (request.body === undefined || request.body === null) return {}
  // A form of another site can send every other content type without a preflight.
  if (!request.headers['content-type']?.startsWith('application/json')) throw new AppError('unsupported_media')
  return request.body
}

function parse(schema: z.ZodMiniType | undefined, value: unknown, part: string): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.slice(0, 10).map((issue) => ({ field: issue.path.join('.') || part, message: issue.message }))
  throw new AppError('invalid_input', { part }, fields)
}

/** Rejects a file by the length that its request declares: reading many that are too large at once would take all memory. */
function rejectLargeForm(request: FastifyRequest): void {
  const bytes = formBytes(request)
  if (bytes > LARGEST_FORM) throw new AppError('too_large', { bytes })
}

/** The length of a form; the largest one when its request declares none. */
const formBytes = (request: FastifyRequest): number => Number(request.headers['content-length'] ?? LARGEST_FORM)

async function fileOf(request: FastifyRequest): Promise<UploadedFile> {
  if (!request.isMultipart()) throw new AppError('unsupported_media')
  const file = await readForm(request)
  if (!file) throw new AppError('invalid_input', {}, [{ field: 'file', message: 'A file is needed.' }])
  return file
}

async function readForm(request: FastifyRequest): Promise<UploadedFile | null> {
  try {
    const part = await request.file()
    return part ? { bytes: await part.toBuffer(), mimeType: part.mimetype } : null
  } catch (error) {
    // The parser's errors about a malformed form have no status.
    if (error instanceof Error && 'statusCode' in error) throw error
    throw new AppError('invalid_input', { reason: String(error) }, [{ field: 'file', message: 'The form is malformed or incomplete.' }])
  }
}

async function viewerOf(request: FastifyRequest, options: HttpServerOptions): Promise<Viewer> {
  const header = request.headers.authorization
  // The Firebase emulator leaves the signature empty. Every other issuer rejects that.
  const token = header?.match(/^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/)?.[1]
  if (!token) throw new AppError('unauthenticated')
  return options.authenticate(token)
}

/** The request target. Escapes `%` where the path can't be decoded: the router's own error for that has another format. */
function decodableTarget(target: string): string {
  const path = target.split('?', 1)[0] ?? ''
  try {
    decodeURIComponent(path)
    return target
  } catch {
    return path.replaceAll('%', '%25') + target.slice(path.length)
  }
}

/** Parses JSON bodies like Fastify, but checks their depth first. */
function addJsonParser(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // `parseAs` makes it a Buffer.
    const bytes = body as Buffer
    if (isNestedTooDeep(bytes)) done(new AppError('invalid_input', {}, [{ field: 'body', message: 'is nested too deeply' }]))
    // The type allows a promise; this parser calls `done`.
    else void parseJson(request, bytes.toString('utf8'), done)
  })
}

/** Answers connections without a valid request: a timeout, oversized headers, or not HTTP. */
function respondToMalformedRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const code = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too_slow' : error.code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'invalid_input'
  const status = code === 'too_large' ? 431 : errorCatalog[code].status
  const body = JSON.stringify({ type: 'about:blank', title: errorCatalog[code].sentence, status, code } satisfies Problem)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  if (socket.writable) socket.write([...head, 'Connection: close', '', body].join('\r\n'))
  socket.destroy(error)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user; set on `auth` calls once the token is verified. */
    viewer: Viewer | null
  }
  interface FastifyReply {
    /** Set on pages: the nonce of their style elements. */
    styleNonce: string
    /** Set on pages: their inline scripts as sources of the content policy. */
    inlineScripts: string
  }
}

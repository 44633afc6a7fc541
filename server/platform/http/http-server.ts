import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { callPattern } from '#contract/base/call.ts'
import { AppError, errorCatalogue, type Problem } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Log } from '../observability/log.ts'
import { isNestedTooDeep } from '../json-depth.ts'
import { networkOf } from '../rate-limit/network.ts'
import { type CountTogether, sharedLimitStore } from './shared-limit-store.ts'
import { contentPolicy, type OutsideSources } from './content-policy.ts'
import { inputOf } from './input.ts'
import { problemOf, STOPPING } from './problem.ts'
import type { CookieOptions, Route, Viewer } from './route.ts'

export type HttpServerOptions = {
  routes: readonly Route[]
  /** Throws AppError 'unauthenticated' for a token that is not good, 'unavailable' when that can't be told. */
  authenticate: (token: string) => Promise<Viewer>
  log: Log
  /** Hosts (with port where it matters) this server answers for; a request for any other gets 421. */
  isOwnHost: (host: string) => boolean
  /** Requests that are answered under any host, such as a scrape of one pod at its own address. */
  answersAnyHost?: (request: FastifyRequest) => boolean
  /** Counts over all server processes; left out, each counts alone. */
  countTogether?: CountTogether | undefined
  trustedProxies: readonly string[]
  /** Whether the outside world reaches us by https. */
  secure: boolean
  /** Origins that frames and connections may use besides our own (fake services of the demo). */
  extraFrameOrigins: readonly string[]
  /** What the pages need besides, for example where Firebase signs people in. */
  outside?: OutsideSources
  /** Vite's client needs eval-free but inline module scripts; only in development. */
  development: boolean
  /** How long a request may take to arrive; tests are less patient. */
  patience?: Patience
  onRequestDone?: (route: string, status: number, seconds: number) => void
}

/** Milliseconds for the header lines, for all of a request, and between two looks at who is late. */
export type Patience = { headersMs: number; requestMs: number; lookEveryMs: number }
/** A request that is sent by the byte ends after 20 s (headers) or 30 s (body) at the latest. */
const usualPatience: Patience = { headersMs: 15_000, requestMs: 25_000, lookEveryMs: 5_000 }

/**
 * Requests a minute and network (`networkOf`) before 429. A page brings dozens of pictures at once, and many people may share a
 * network, so pictures have a count of their own.
 */
const PER_MINUTE = { write: 240, read: 1_200, picture: 6_000 }

/**
 * The HTTP side of the server: security headers, limits, one place for errors, and the routes of the features.
 * Features never see Fastify; they get parsed input and return what the contract promises.
 */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = options.log
  const { headersMs, requestMs, lookEveryMs } = options.patience ?? usualPatience
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies.length ? [...options.trustedProxies] : false,
    genReqId: () => randomUUID(),
    bodyLimit: limits.jsonBodyBytes,
    clientErrorHandler: answerBrokenRequest,
    http: { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: lookEveryMs },
    requestTimeout: requestMs,
    // Later than both, so that a late request gets its answer.
    connectionTimeout: requestMs + 2 * lookEveryMs,
    // Node's limit of the header lines comes first; what is too long for a parameter the contract says.
    routerOptions: { maxParamLength: 16_384 },
    rewriteUrl: ({ url = '/' }) => readableTarget(url),
    // Its own 503 says neither why nor when to come back: ours does, below.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  })

  let isClosing = false
  app.addHook('preClose', async () => void (isClosing = true))
  app.addHook('onRequest', async (request) => {
    if (isClosing) throw new AppError('unavailable', { reason: STOPPING })
    if (!options.isOwnHost(request.host) && !options.answersAnyHost?.(request)) throw new AppError('foreign_host', { host: request.host })
    // Node keeps the first one, a proxy in front may have checked the other.
    const names = request.raw.rawHeaders.filter((_, at) => at % 2 === 0)
    if (names.filter((name) => name.toLowerCase() === 'authorization').length > 1) {
      throw new AppError('invalid_input', {}, [{ field: 'authorization', message: 'must be sent once' }])
    }
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const facts = { request_id: request.id, method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (route.startsWith('/app/')) options.log.debug(facts, 'answered')
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
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', contentPolicy(options, reply.styleNonce))
  })
  app.decorateReply('styleNonce', '')
  await app.register(rateLimit, {
    global: true,
    timeWindow: 60_000,
    max: (request) => PER_MINUTE[countedAs(request) ?? 'read'],
    keyGenerator: (request) => `${countedAs(request)} ${networkOf(request.ip)}`,
    allowList: (request) => countedAs(request) === null,
    errorResponseBuilder: () => new AppError('rate_limited'),
    ...(options.countTogether ? { store: sharedLimitStore(options.countTogether) } : {}),
  })
  // Only sets cookies: whoever reads one is given the header.
  await app.register(cookie, { hook: false })
  await app.register(multipart, { limits: { files: 1, fileSize: limits.imageBytes, fields: 4, parts: 5 } })

  addJsonParser(app)
  app.decorateRequest('viewer', null)
  for (const it of options.routes) addRoute(app, it, options)
  return app
}

/** The files of the web have a route each, hundreds in all; as one they keep /metrics small. */
function measuredRoute(route: string): string {
  if (/^\/(?:app|identity|export|files|art)\//.test(route) || ['/metrics', '/healthz', '/readyz', 'none'].includes(route)) return route
  return route.startsWith('/docs') ? '/docs' : 'web'
}

/**
 * How a request is counted; null for what costs next to nothing (files of the web) or must always be answered (`/healthz`). By its
 * route, because one address can be written in many ways (`/%61pp/`); what has none is a page, whose head may ask the database.
 */
function countedAs({ method, routeOptions: { url: route } }: FastifyRequest): keyof typeof PER_MINUTE | null {
  if (route === undefined) return 'read'
  if (/^\/(?:art|files)\//.test(route)) return 'picture'
  if (!/^\/(?:(?:app|identity|export)\/|unsubscribe$)/.test(route)) return null
  return method === 'GET' ? 'read' : 'write'
}

function addRoute(app: FastifyInstance, { call, handle }: Route, options: HttpServerOptions): void {
  app.route({
    method: call.method,
    url: callPattern(call),
    ...(call.bodyBytes ? { bodyLimit: call.bodyBytes } : {}),
    // Before the body is read: nobody who isn't signed in makes us hold and parse one.
    preParsing: async (request) => {
      const viewer = call.area === 'auth' ? await viewerOf(request, options) : null
      if (viewer?.isSuspended && !call.whileSuspended) throw new AppError('suspended', { uid: viewer.uid })
      if (viewer && !viewer.hasProfile && !call.withoutProfile) throw new AppError('profile_required')
      request.viewer = viewer
    },
    handler: async (request, reply) => {
      const viewer = request.viewer ?? undefined
      const input = await inputOf(call, request)
      const cookies = {
        set: (name: string, value: string, { path, maxAgeSeconds: maxAge }: CookieOptions) =>
          void reply.setCookie(name, value, { path, maxAge, httpOnly: true, sameSite: 'lax', secure: options.secure }),
        clear: (name: string, { path }: Pick<CookieOptions, 'path'>) =>
          void reply.clearCookie(name, { path, httpOnly: true, sameSite: 'lax', secure: options.secure }),
      }
      const traceparent = request.headers['traceparent'] ?? null
      // `input` was parsed by this call's schemas and `viewer` follows its area: exactly what its handler expects.
      const given = { ...input, viewer, cookies, requestId: request.id, traceparent } as unknown as Parameters<typeof handle>[0]
      const answer = await handle(given)
      reply.header('cache-control', 'no-store')
      // Parsing the answer keeps fields that the contract does not name from ever leaving.
      return call.answer.parse(answer)
    },
  })
}

async function viewerOf(request: FastifyRequest, options: HttpServerOptions): Promise<Viewer> {
  const header = request.headers.authorization
  const token = header?.match(/^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/)?.[1]
  if (!token) throw new AppError('unauthenticated')
  return options.authenticate(token)
}

/** The target of a request, with `%` as text where its path can't be decoded: the router's own error for that is none of ours. */
function readableTarget(target: string): string {
  const path = target.split('?', 1)[0] ?? ''
  try {
    decodeURIComponent(path)
    return target
  } catch {
    return path.replaceAll('%', '%25') + target.slice(path.length)
  }
}

/** Parses JSON bodies as Fastify does, but checks their depth first. */
function addJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // `parseAs` makes it a Buffer.
    const bytes = body as Buffer
    if (isNestedTooDeep(bytes)) done(new AppError('invalid_input', {}, [{ field: 'body', message: 'is nested too deeply' }]))
    // Typed as if it could return a promise; it calls `done`.
    else void parse(request, bytes.toString('utf8'), done)
  })
}

/** Answers what never became a request: it took too long, its headers are too large, or it isn't HTTP. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const code = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too_slow' : error.code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'invalid_input'
  const status = code === 'too_large' ? 431 : errorCatalogue[code].status
  const body = JSON.stringify({ type: 'about:blank', title: errorCatalogue[code].sentence, status, code } satisfies Problem)
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
    /** Who asks; set on `auth` calls once their token was checked. */
    viewer: Viewer | null
  }
  interface FastifyReply {
    /** Set on pages: the nonce that their style elements carry. */
    styleNonce: string
  }
}

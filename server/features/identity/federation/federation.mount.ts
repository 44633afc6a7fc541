import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { type AppLanguage, directionOf, knownLanguage } from '#contract/languages/languages.ts'
import { preferredLanguage } from '#server/platform/http/accept-language.ts'
import { BUILTIN_PATH, DONE_PATH } from '../provider/builtin.ts'
import { assertOwnPage, callerOf, parseRequest, requestFor } from '../http/mount.ts'
import { translateIdentity } from '../emails/messages.ts'
import type { Identity } from '../identity.service.ts'

const SOCIAL = '/sign-in/social'

const startInput = z.object({
  provider: z.string().check(z.regex(/^[a-z]{1,20}$/)),
  /** Chosen by the waiting page, to recognize the message of its own window. */
  flow: z.string().check(z.regex(/^[\w-]{16,64}$/)),
  /** For re-authentication: the only account that may sign in. */
  subject: z.optional(z.uuid()),
})
/** The query that issuers redirect back with. RFC 9207 added `iss`. */
const callbackQuery = z.object({ code: short(), state: short(), error: short(), error_description: short(), iss: short() })
function short() {
  return z.optional(z.string().check(z.maxLength(2_000)))
}
const startAnswer = z.object({ url: z.url() })

export type FederationMount = {
  identity: Pick<Identity, 'handle' | 'federation' | 'capabilities' | 'authEndpoints'>
  /** The public origin. Issuers redirect to it, so only its own pages may start a sign-in. */
  origin: string
}

/** Sign-in with other issuers in a popup window: start, callback, done. Call it once, on an instance that has its error handler. */
export function registerFederationRoutes(app: FastifyInstance, mount: FederationMount): void {
  if (mount.identity.capabilities.kind !== 'builtin') return
  const get = { exposeHeadRoute: false }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(`${BUILTIN_PATH}${SOCIAL}`, { bodyLimit: 4_096 }, (request, reply) => startSignIn(mount, request, reply))
    scope.get<CallbackRequest>(`${BUILTIN_PATH}/callback/:provider`, get, (request, reply) => handleCallback(mount, request, reply))
    scope.get<DoneRequest>(DONE_PATH, get, async ({ headers, query }, reply) => {
      reply.styleNonce = randomBytes(16).toString('base64')
      return allowOpener(reply)
        .type('text/html; charset=utf-8')
        .send(popupPage(reply.styleNonce, knownLanguage(String(query.language)) ?? preferredLanguage(headers['accept-language'])))
    })
    scope.get(`${DONE_PATH}.js`, get, async (_request, reply) =>
      reply.header('cache-control', 'no-store').type('text/javascript; charset=utf-8').send(popupScript),
    )
  })
}

async function startSignIn({ identity, origin }: FederationMount, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  assertOwnPage(request, [origin])
  const { provider, flow, subject } = parseRequest(request, startInput)
  const caller = callerOf(request)
  if (subject === undefined) await identity.authEndpoints.assertRoom(caller)
  await identity.federation.ensureReady(provider)
  // The language of the requesting page. The popup itself knows only its browser's preference.
  const page = `${origin}${DONE_PATH}?flow=${flow}&language=${preferredLanguage(request.headers['accept-language'])}`
  // All other options are set here, so even a compromised page on our origin can't redirect users elsewhere.
  const options = {
    provider,
    callbackURL: page,
    errorCallbackURL: page,
    disableRedirect: true,
    requestSignUp: subject === undefined,
    additionalData: { expected: subject ?? null },
  }
  const response = await identity.handle(requestFor(`${origin}${BUILTIN_PATH}${SOCIAL}`, caller, options))
  const body: unknown = await response.json().catch(() => null)
  copyCookies(reply, response)
  return response.ok ? reply.send({ url: startAnswer.parse(body).url }) : reply.code(response.status).send(errorAnswer.parse(body))
}

type DoneRequest = { Querystring: { language?: unknown } }
type CallbackRequest = { Params: { provider: string } }

async function handleCallback(
  { identity, origin }: FederationMount,
  request: FastifyRequest<CallbackRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { provider } = request.params
  // After a restart, the issuer is not loaded yet.
  await identity.federation.ensureReady(provider)
  const query = callbackQuery.safeParse(request.query).data
  identity.federation.logError(provider, query ?? {})
  const search = new URLSearchParams(withoutUndefined(query))
  const url = `${origin}${BUILTIN_PATH}/callback/${provider}?${search.toString()}`
  const response = await identity.federation.completeSignIn(requestFor(url, callerOf(request), undefined))
  const next = response.headers.get('location') ?? ''
  if (!next.startsWith(`${origin}${DONE_PATH}`)) throw new AppError('internal', { reason: 'foreign redirect', status: response.status })
  copyCookies(reply, response)
  return allowOpener(reply).redirect(next, 303)
}

const errorAnswer = z.object({ code: z.optional(z.string()), message: z.optional(z.string()) })

/**
 * Our pages' opener policy cuts off windows of other sites. The sign-in window returns from one and needs its opener to
 * close itself, so these two responses, which contain no secrets, allow it.
 */
function allowOpener(reply: FastifyReply): FastifyReply {
  return reply.header('cross-origin-opener-policy', 'unsafe-none').header('cache-control', 'no-store')
}

function copyCookies(reply: FastifyReply, answer: Response): void {
  reply.header('cache-control', 'no-store')
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
}

function withoutUndefined(query: Record<string, string | undefined> | undefined): Record<string, string> {
  const entries = Object.entries(query ?? {})
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** The channel to the page that opened the window; `web/features/identity/provider/popup.ts` listens. */
const POPUP_CHANNEL = 'wl.popup'

/**
 * The last page of a sign-in window. It reports the result on a channel, which works even when the issuer's pages removed
 * the opener, and closes itself where the browser allows it. It shows nothing from the URL.
 */
const popupPage = (nonce: string, language: AppLanguage): string => `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light"><meta name="robots" content="noindex"><title>${translateIdentity(language, 'popup')}</title>
<style nonce="${nonce}">body{margin:0;display:grid;place-items:center;min-height:100vh;font:16px/1.5 Inter,system-ui,sans-serif;text-align:center}p{padding:1.5rem}</style>
<script src="/identity/done.js" defer></script></head>
<body><p>${translateIdentity(language, 'popup.1')}</p></body></html>`

/** The message of a window that closes at once may get lost. */
const CLOSE_AFTER_MS = 300

const popupScript = `const query = new URLSearchParams(location.search)
const channel = new BroadcastChannel('${POPUP_CHANNEL}')
channel.postMessage({ flow: query.get('flow'), error: query.get('error') })
history.replaceState(null, '', location.pathname)
setTimeout(() => window.close(), ${CLOSE_AFTER_MS})
`

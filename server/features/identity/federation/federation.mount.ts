import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { knownLanguage } from '#contract/languages/languages.ts'
import { askedLanguage } from '#server/platform/http/asked-language.ts'
import { BUILTIN_PATH, DONE_PATH } from '../provider/builtin.ts'
import { assertOwnPage, callerOf, parsed, requestFor } from '../http/mount.ts'
import { popupPage, popupScript } from './popup-page.ts'
import type { Identity } from '../identity.service.ts'

const SOCIAL = '/sign-in/social'

const begin = z.object({
  provider: z.string().check(z.regex(/^[a-z]{1,20}$/)),
  /** Made by the page that waits, so that it knows its own window's message. */
  flow: z.string().check(z.regex(/^[\w-]{16,64}$/)),
  /** The account that is to prove itself; any other is refused and signs nobody in. */
  subject: z.optional(z.uuid()),
})
/** What issuers send people back with; `RFC 9207` added `iss`. */
const back = z.object({ code: short(), state: short(), error: short(), error_description: short(), iss: short() })
function short() {
  return z.optional(z.string().check(z.maxLength(2_000)))
}
const began = z.object({ url: z.url() })

export type FederationMount = {
  identity: Pick<Identity, 'handle' | 'federation' | 'offer'>
  /** Where people reach us; the issuers send people back there, so only its own pages may begin. */
  origin: string
}

/**
 * The way in through other issuers, in a window of its own: begin, come back, done.
 * Call it once, on an instance that has its error handler.
 */
export function registerFederationRoutes(app: FastifyInstance, mount: FederationMount): void {
  if (mount.identity.offer.kind !== 'builtin') return
  const get = { exposeHeadRoute: false }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(`${BUILTIN_PATH}${SOCIAL}`, { bodyLimit: 4_096 }, (request, reply) => beginAt(mount, request, reply))
    scope.get<ComingBack>(`${BUILTIN_PATH}/callback/:provider`, get, (request, reply) => comeBack(mount, request, reply))
    scope.get<Done>(DONE_PATH, get, async ({ headers, query }, reply) => {
      reply.styleNonce = randomBytes(16).toString('base64')
      return openFor(reply)
        .type('text/html; charset=utf-8')
        .send(popupPage(reply.styleNonce, knownLanguage(String(query.language)) ?? askedLanguage(headers['accept-language'])))
    })
    scope.get(`${DONE_PATH}.js`, get, async (_request, reply) =>
      reply.header('cache-control', 'no-store').type('text/javascript; charset=utf-8').send(popupScript),
    )
  })
}

async function beginAt({ identity, origin }: FederationMount, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  assertOwnPage(request, [origin])
  const { provider, flow, subject } = parsed(request, begin)
  await identity.federation.ready(provider)
  // What the page that asks is read in: a window that comes back from elsewhere knows only what its browser prefers.
  const page = `${origin}${DONE_PATH}?flow=${flow}&language=${askedLanguage(request.headers['accept-language'])}`
  // Everything but these three comes from us: a page of ours that was taken over could lead nobody elsewhere.
  const wanted = {
    provider,
    callbackURL: page,
    errorCallbackURL: page,
    disableRedirect: true,
    requestSignUp: subject === undefined,
    additionalData: { expected: subject ?? null },
  }
  const answer = await identity.handle(requestFor(`${origin}${BUILTIN_PATH}${SOCIAL}`, callerOf(request), wanted))
  const said: unknown = await answer.json().catch(() => null)
  keepCookies(reply, answer)
  return answer.ok ? reply.send({ url: began.parse(said).url }) : reply.code(answer.status).send(refusal.parse(said))
}

type Done = { Querystring: { language?: unknown } }
type ComingBack = { Params: { provider: string } }

async function comeBack(
  { identity, origin }: FederationMount,
  request: FastifyRequest<ComingBack>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { provider } = request.params
  // After a restart in between, the issuer is not known yet.
  await identity.federation.ready(provider)
  const said = back.safeParse(request.query).data
  identity.federation.logError(provider, said ?? {})
  const query = new URLSearchParams(given(said))
  const url = `${origin}${BUILTIN_PATH}/callback/${provider}?${query.toString()}`
  const answer = await identity.federation.comeBack(requestFor(url, callerOf(request), undefined))
  const next = answer.headers.get('location') ?? ''
  if (!next.startsWith(`${origin}${DONE_PATH}`)) throw new AppError('internal', { reason: 'a foreign way back', status: answer.status })
  keepCookies(reply, answer)
  return openFor(reply).redirect(next, 303)
}

const refusal = z.object({ code: z.optional(z.string()), message: z.optional(z.string()) })

/**
 * Our pages keep windows of other sites at arm's length (opener policy); the sign-in window comes back from one, and
 * would lose its opener here, and with it the right to close itself. These two answers hold nothing worth guarding.
 */
function openFor(reply: FastifyReply): FastifyReply {
  return reply.header('cross-origin-opener-policy', 'unsafe-none').header('cache-control', 'no-store')
}

function keepCookies(reply: FastifyReply, answer: Response): void {
  reply.header('cache-control', 'no-store')
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
}

/** Without what was left out. */
function given(query: Record<string, string | undefined> | undefined): Record<string, string> {
  const entries = Object.entries(query ?? {})
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

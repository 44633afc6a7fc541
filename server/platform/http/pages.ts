import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { appLanguages, type AppLanguage } from '#contract/languages/languages.ts'
import { isPagePath } from '#contract/pages.ts'
import { askedLanguage } from './asked-language.ts'
import { readPageLinks } from './page-files.ts'
import { type PageHead, withHead } from './page-head.ts'

/** What the page template carries in place of its nonce; Vite writes it there. */
export const NONCE_MARK = '__STYLE_NONCE__'
const A_YEAR_SECONDS = 31_536_000
/** Where, in the folder of the built web, the landing page lies drawn: a template for each language. */
export const PRERENDERED = '.prerendered'

/** Turns the template of the page into one answer's page. */
export type PageSource = (address: string, language: AppLanguage) => Promise<string> | string

/** What an address tells those who do not run its page. */
export type HeadOf = (address: string, language: AppLanguage) => Promise<PageHead>

/** Addresses that never are a page; the service worker and the bundler's configuration know the same list. */
export const serverPaths = /^\/(app\/(auth|public)|identity|export|files|art|docs|ws|metrics|healthz|readyz|__mail)(\/|$|\?)/
/** Those of them that hold nothing for search engines. */
export const serverPrefixes = ['app', 'identity', 'export', 'files', 'art', 'docs', '__auth', '__mail'] as const

/**
 * Serves the built web: files as they are, and the page for every other address, so that a deep link works.
 * @param origin the one address of the pages: other names of this server lead there, because a sign-in belongs to one
 * @throws Error when the web was not built
 */
export async function servePages(app: FastifyInstance, folder: string, origin: string, headOf: HeadOf | null = null): Promise<void> {
  const template = join(folder, 'index.html')
  if (!existsSync(template)) throw new Error(`The web is not built: ${template} is missing.`)
  const page = readFileSync(template, 'utf8')
  const drawn = readPrerendered(join(folder, PRERENDERED))
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isNamedByContent = path.includes('/assets/')
      reply.header('cache-control', isNamedByContent ? `public, max-age=${A_YEAR_SECONDS}, immutable` : 'no-cache')
    },
    // What was compressed ahead is found beside its file and needs no address of its own.
    globIgnore: ['index.html', '.vite/**', `${PRERENDERED}/**`, '**/*.{br,gz}'],
  })
  app.addHook('onRequest', async (request, reply) => {
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html') && !serverPaths.test(request.url)
    if (isPage && request.host !== new URL(origin).host) return reply.redirect(atOrigin(origin, request.url))
  })
  const linksOf = readPageLinks(folder)
  const source: PageSource = (address, language) =>
    (isFront(address) ? drawn.get(language) : null) ?? page.replace('</head>', `${linksOf(address)}</head>`)
  answerWithPage(app, source, headOf && { of: headOf, origin })
}

/**
 * The same page at `origin`. What was asked for is put behind it as text: read as an address of its own, `//another.example`
 * leads to another server, and so does a target that names its server (RFC 9112, 3.2.2).
 */
function atOrigin(origin: string, target: string): string {
  const path = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')
  return new URL(`${origin}${path.startsWith('/') ? '' : '/'}${path}`).href
}

/** `/` itself, whatever brought somebody there. The page that the service worker keeps for every address is not. */
const isFront = (address: string) => /^\/(?:\?(?!shell$)|$)/.test(address)

function readPrerendered(folder: string): ReadonlyMap<AppLanguage, string> {
  const files = appLanguages.map((language) => [language, join(folder, `${language}.html`)] as const)
  return new Map(files.filter(([, file]) => existsSync(file)).map(([language, file]) => [language, readFileSync(file, 'utf8')]))
}

/** Answers every GET that nothing else took with the page, with 404 where no page has that address, counted like other reads; anything else is a problem. */
export function answerWithPage(app: FastifyInstance, source: PageSource, head: { of: HeadOf; origin: string } | null = null): void {
  // The limits hang on routes, and what no route took has none.
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, async (request, reply) => {
    if ((request.method === 'GET' || request.method === 'HEAD') && !serverPaths.test(request.url) && wantsPage(request))
      return sendPage(
        reply.code(isPagePath(request.url.split('?', 1)[0] ?? '') ? 200 : 404),
        await source(request.url, languageOf(request)),
        head && ((page) => headed(page, request, head)),
      )
    if (app.hasRoute({ url: request.url.split('?')[0] ?? '', method: request.method === 'GET' ? 'POST' : 'GET' }))
      throw new AppError('method_not_allowed')
    throw new AppError('not_found')
  })
}

/** A missing script or picture must be a 404, not a page. */
function wantsPage(request: FastifyRequest): boolean {
  return !/\.[a-z0-9]{2,5}$/i.test(request.url.split('?')[0] ?? '') || /text\/html/.test(request.headers.accept ?? '')
}

const languageOf = (request: FastifyRequest) => askedLanguage(request.headers['accept-language'])

async function headed(page: string, request: FastifyRequest, head: { of: HeadOf; origin: string }): Promise<string> {
  return withHead(page, await head.of(request.url, languageOf(request)), head.origin)
}

async function sendPage(reply: FastifyReply, page: string, finish: ((page: string) => Promise<string>) | null): Promise<FastifyReply> {
  reply.styleNonce = randomBytes(16).toString('base64')
  // The nonce first: somebody whose name is the mark must not get one.
  const marked = page.replaceAll(NONCE_MARK, reply.styleNonce)
  return reply
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-language')
    .type('text/html; charset=utf-8')
    .send(finish ? await finish(marked) : marked)
}

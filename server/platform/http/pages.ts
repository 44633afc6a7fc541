import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { appLanguages, type AppLanguage } from '#contract/languages/languages.ts'
import { isPagePath } from '#contract/pages.ts'
import { preferredLanguage } from './accept-language.ts'
import { readPageLinks } from './page-files.ts'
import { PAGES } from './http-server.ts'
import { type PageHead, insertHead } from './page-head.ts'

/** The placeholder of the nonce in the page template, written by Vite. */
export const NONCE_PLACEHOLDER = '__STYLE_NONCE__'
/** The folder in the web build with the files that have a hash of their content in the name. */
const ASSETS = 'assets'
const A_YEAR_SECONDS = 31_536_000
/** The folder in the web build with the prerendered landing page: one template per language. */
export const PRERENDERED = '.prerendered'

/** Returns the page template for a URL. */
export type PageSource = (address: string, language: AppLanguage) => Promise<string> | string

/** Returns the head of the page at a URL. */
export type GetPageHead = (address: string, language: AppLanguage) => Promise<PageHead>

/** URLs that never are pages; the service worker and the bundler's configuration have the same list. */
export const serverPaths = /^\/(app\/(auth|public)|identity|export|files|art|players|docs|ws|metrics|healthz|readyz|__mail)(\/|$|\?)/
/** The pages that search engines need not crawl. */
export const serverPrefixes = ['app', 'identity', 'export', 'files', 'art', 'docs', '__auth', '__mail'] as const

/**
 * Serves the web build: its files, and the page for every other URL, so that deep links work.
 * @param origin the canonical origin: requests for other hosts redirect there, because a session belongs to one origin
 * @throws Error when the web was not built
 */
export async function servePages(app: FastifyInstance, folder: string, origin: string, headOf: GetPageHead | null = null): Promise<void> {
  const template = join(folder, 'index.html')
  if (!existsSync(template)) throw new Error(`The web is not built: ${template} is missing.`)
  const page = readFileSync(template, 'utf8')
  const prerendered = readPrerendered(join(folder, PRERENDERED))
  const files = { index: false, preCompressed: true, cacheControl: false } as const
  await serveAssets(app, [join(folder, ASSETS), `${folder}.old`, `${folder}.replaced`], files)
  await app.register(fastifyStatic, {
    ...files,
    root: folder,
    decorateReply: false,
    wildcard: false,
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
    // Compressed files are served with their originals and need no separate URL.
    globIgnore: ['index.html', '.vite/**', `${ASSETS}/**`, `${PRERENDERED}/**`, '**/*.{br,gz}'],
  })
  app.addHook('onRequest', async (request, reply) => {
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html') && !serverPaths.test(request.url)
    if (isPage && request.host !== new URL(origin).host) return reply.redirect(atOrigin(origin, request.url))
  })
  const linksOf = readPageLinks(folder)
  const source: PageSource = (address, language) =>
    (isLandingPage(address) ? prerendered.get(language) : null) ?? page.replace('</head>', `${linksOf(address)}</head>`)
  respondWithPage(app, source, headOf && { of: headOf, origin })
}

/**
 * One route for all of the many hashed files. The library's own would read the whole folder at each request, to compare the spelling.
 * @param folders of this build; of the files that it replaced less than a day ago, which open tabs still request; and of a build that is
 * running. A newer build moves this server's files from the first folder through the last one to the second.
 */
async function serveAssets(
  app: FastifyInstance,
  folders: readonly [string, string, string],
  files: Pick<FastifyStaticOptions, 'preCompressed' | 'cacheControl'>,
): Promise<void> {
  const names = new Set(folders.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : [])))
  await app.register(fastifyStatic, {
    ...files,
    root: folders[0],
    serve: false,
    setHeaders: (reply) => void reply.header('cache-control', `public, max-age=${A_YEAR_SECONDS}, immutable`),
  })
  app.get<{ Params: { '*': string } }>(`/${ASSETS}/*`, ({ params: { '*': name } }, reply) => {
    const folder = names.has(name) ? folders.find((entry) => existsSync(join(entry, name))) : undefined
    return folder ? reply.sendFile(name, folder) : reply.callNotFound()
  })
}

/**
 * The same page at `origin`. The target is appended as text: parsed as a URL, `//another.example` would redirect to another server,
 * as would a target with a host (RFC 9112, 3.2.2).
 */
function atOrigin(origin: string, target: string): string {
  const path = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')
  return new URL(`${origin}${path.startsWith('/') ? '' : '/'}${path}`).href
}

/** `/` with any query, except the app shell that the service worker caches for every URL. */
const isLandingPage = (address: string) => /^\/(?:\?(?!shell$)|$)/.test(address)

function readPrerendered(folder: string): ReadonlyMap<AppLanguage, string> {
  const files = appLanguages.map((language) => [language, join(folder, `${language}.html`)] as const)
  return new Map(files.filter(([, file]) => existsSync(file)).map(([language, file]) => [language, readFileSync(file, 'utf8')]))
}

/** Answers every unhandled GET with the page, with 404 for unknown page URLs. Counted as a read; other methods are errors. */
export function respondWithPage(app: FastifyInstance, source: PageSource, head: { of: GetPageHead; origin: string } | null = null): void {
  // A route, because its responses are compressed and counted. Brotli makes the landing page small enough for the first packets of a connection.
  app.get(PAGES, { compress: { encodings: ['br', 'gzip'] } }, async (request, reply) => {
    if (serverPaths.test(request.url) || !wantsPage(request)) throw notFoundError(app, request)
    return sendPage(
      reply.code(isPagePath(request.url.split('?', 1)[0] ?? '') ? 200 : 404),
      await source(request.url, languageOf(request)),
      head && ((page) => addPageHead(page, request, head)),
    )
  })
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request) => {
    throw notFoundError(app, request)
  })
}

function notFoundError(app: FastifyInstance, request: FastifyRequest): AppError {
  const hasOther = app.hasRoute({ url: request.url.split('?')[0] ?? '', method: request.method === 'GET' ? 'POST' : 'GET' })
  return new AppError(hasOther ? 'method_not_allowed' : 'not_found')
}

/** A missing script or picture must be a 404, not a page. */
function wantsPage(request: FastifyRequest): boolean {
  return !/\.[a-z0-9]{2,5}$/i.test(request.url.split('?')[0] ?? '') || /text\/html/.test(request.headers.accept ?? '')
}

const languageOf = (request: FastifyRequest) => preferredLanguage(request.headers['accept-language'])

async function addPageHead(page: string, request: FastifyRequest, head: { of: GetPageHead; origin: string }): Promise<string> {
  return insertHead(page, await head.of(request.url, languageOf(request)), head.origin)
}

async function sendPage(reply: FastifyReply, page: string, finish: ((page: string) => Promise<string>) | null): Promise<FastifyReply> {
  reply.styleNonce = randomBytes(16).toString('base64')
  reply.inlineScripts = inlineScriptsOf(page)
  // The nonce first: a user whose name is the placeholder must not get one.
  const marked = page.replaceAll(NONCE_PLACEHOLDER, reply.styleNonce)
  return reply
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-language')
    .type('text/html; charset=utf-8')
    .send(finish ? await finish(marked) : marked)
}

/** Sources of a template's inline scripts for the content policy. Not of the finished page, which has texts of users. */
function inlineScriptsOf(template: string): string {
  const scripts = [...template.matchAll(/<script(?: nonce="[^"]*")?>(.*?)<\/script>/gs)].map(([, code = '']) => code)
  return scripts.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`).join(' ')
}

import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { APP_ID } from '#contract/base/product.ts'
import { serverPrefixes } from './pages.ts'

/** Public pages, for search engines. */
const OPEN_PAGES = ['/', '/sign-up', '/login', '/social_connect', '/shortcuts', '/privacy-policy', '/terms-of-service']

/** How long the sitemap is cached: it reads the database, and anyone may request it. */
const SITEMAP_MS = 3_600_000

/** Serves robots.txt and the sitemap. @param listPaths paths of further public pages */
export function registerSiteFiles(app: FastifyInstance, origin: string, listPaths: () => Promise<readonly string[]>): void {
  const robots = [
    'User-agent: *',
    // The data of public pages, and pictures of link previews, are below paths that are otherwise disallowed.
    'Allow: /app/public/',
    'Allow: /identity/get-session',
    ...serverPrefixes.map((path) => `Disallow: /${path}/`),
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
  let sitemap: { text: Promise<string>; atMs: number } | null = null
  const write = async () => {
    const paths = [...OPEN_PAGES, ...(await listPaths())]
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...paths.map((path) => `  <url><loc>${new URL(path, origin).href}</loc></url>`),
      '</urlset>',
      '',
    ].join('\n')
  }
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots))
  app.get('/sitemap.xml', async (_request, reply) => {
    const nowMs = performance.now()
    if (!sitemap || nowMs - sitemap.atMs > SITEMAP_MS) sitemap = { text: write(), atMs: nowMs }
    const { text } = sitemap
    // Errors are not cached.
    void text.catch(() => (sitemap = null))
    return reply.type('application/xml; charset=utf-8').send(await text)
  })
}

/**
 * Serves the files that let the Android and iOS apps open links of this installation; 404 without an app.
 * @param androidFingerprints SHA-256 fingerprints of the certificates that sign the Android app
 */
export function registerAppLinks(
  app: FastifyInstance,
  { androidFingerprints, iosTeamId }: { androidFingerprints: readonly string[]; iosTeamId: string | null },
): void {
  app.get('/.well-known/assetlinks.json', () => {
    if (androidFingerprints.length === 0) throw new AppError('not_found')
    const target = { namespace: 'android_app', package_name: APP_ID, sha256_cert_fingerprints: androidFingerprints }
    return [{ relation: ['delegate_permission/common.handle_all_urls'], target }]
  })
  app.get('/.well-known/apple-app-site-association', () => {
    if (iosTeamId === null) throw new AppError('not_found')
    // Server-only URLs open in the browser, as does the log-in page, which hands over sessions.
    const excluded = [...serverPrefixes.map((path) => ({ '/': `/${path}/*`, exclude: true })), { '/': '/login', exclude: true }]
    return { applinks: { details: [{ appIDs: [`${iosTeamId}.${APP_ID}`], components: [...excluded, { '/': '/*' }] }] } }
  })
}

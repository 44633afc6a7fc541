import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { APP_ID } from '#contract/base/product.ts'
import { serverPrefixes } from './pages.ts'

/** Public pages, for search engines. */
const OPEN_PAGES = ['/', '/sign-up', '/login', '/social_connect', '/shortcuts', '/privacy-policy', '/terms-of-service']

/** Serves robots.txt and the sitemap. */
export function registerSiteFiles(app: FastifyInstance, origin: string): void {
  const robots = [
    'User-agent: *',
    // Pictures of link previews are below a path that is otherwise disallowed.
    'Allow: /app/public/previews/',
    ...serverPrefixes.map((path) => `Disallow: /${path}/`),
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
  const entries = OPEN_PAGES.map((path) => `  <url><loc>${new URL(path, origin).href}</loc></url>`)
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots))
  app.get('/sitemap.xml', (_request, reply) => reply.type('application/xml; charset=utf-8').send(sitemap))
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

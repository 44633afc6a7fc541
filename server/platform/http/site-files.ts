import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { APP_ID } from '#contract/base/product.ts'
import { serverPrefixes } from './pages.ts'

/** Pages that anybody can read, for search engines. */
const OPEN_PAGES = ['/', '/sign-up', '/login', '/social_connect', '/shortcuts', '/privacy-policy', '/terms-of-service']

/** What crawlers ask for first: where they may go, and what there is. */
export function registerSiteFiles(app: FastifyInstance, origin: string): void {
  const robots = [
    'User-agent: *',
    // Pictures of link previews lie below a path that is closed otherwise.
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
 * Whose apps may open links of this installation, as Android and iOS ask for it. Without an app there is no such file.
 * @param androidFingerprints SHA-256 fingerprints of the certificates the Android app is signed with
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
    // What belongs to the server alone opens in the browser, as do the pages where a sign-in is handed over.
    const excluded = [...serverPrefixes.map((path) => ({ '/': `/${path}/*`, exclude: true })), { '/': '/login', exclude: true }]
    return { applinks: { details: [{ appIDs: [`${iosTeamId}.${APP_ID}`], components: [...excluded, { '/': '/*' }] }] } }
  })
}

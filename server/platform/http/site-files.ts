import type { FastifyInstance } from 'fastify'
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

import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { createServer } from 'vite'
import { respondWithPage, serverPaths } from '#server/platform/http/pages.ts'

const SERVICE_WORKER = '/sw.js'

/** Puts Vite into our own server, so that page, calls and socket share one origin while developing, with hot reload. */
export async function serveDevelopmentPages(app: FastifyInstance): Promise<void> {
  const vite = await createServer({
    appType: 'custom',
    // Vite takes only upgrades of its own protocol; the product's socket has its own path.
    server: { middlewareMode: true, ws: { server: app.server } },
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, next) => {
    if (serverPaths.test(request.url) || request.url === SERVICE_WORKER || request.headers.accept?.includes('text/html')) return next()
    // Vite answers for modules and styles; for unknown ones our own not-found answer follows.
    reply.hijack()
    vite.middlewares(request.raw, reply.raw, () => {
      reply.raw.statusCode = 404
      reply.raw.end()
    })
  })
  // There is none while developing. The page removes one of another time, as for a missing script, but the browser logs no error.
  app.get(SERVICE_WORKER, (_request, reply) => reply.code(204).send())
  respondWithPage(app, async (address) => vite.transformIndexHtml(address, readFileSync('web/index.html', 'utf8')))
}

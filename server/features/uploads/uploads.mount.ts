import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Uploads } from './uploads.service.ts'

/** Exactly the names we give. */
const fileName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(-640)?\.webp$/

export type FileRoutesOptions = {
  uploads: Pick<Uploads, 'read'>
  /** Who sends this Cookie header; a picture tag has no bearer. */
  viewerOfFileCookie: (cookieHeader: string | undefined) => Promise<Uid | null>
}

/**
 * Serves `GET /files/*` to people with a file session; without one only what hangs on something for everyone.
 * No session, no such picture and no right to see it all give the same 404.
 */
export function registerFileRoutes(app: FastifyInstance, { uploads, viewerOfFileCookie }: FileRoutesOptions): void {
  app.get<{ Params: { '*': string } }>('/files/*', async (request, reply) => {
    const viewer = await viewerOfFileCookie(request.headers.cookie)
    const [, id, small] = request.params['*'].match(fileName) ?? []
    if (!id) throw new AppError('not_found')
    const bytes = await uploads.read(viewer, id, small ? 'small' : 'full')
    return (
      reply
        .type('image/webp')
        .header('cache-control', 'private, max-age=86400')
        // Another person at the same browser must not get this from its cache.
        .header('vary', 'Cookie')
        .header('x-content-type-options', 'nosniff')
        // Whatever a browser should take it for: it runs nothing, and has no origin of ours to act in (A48).
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cross-origin-resource-policy', 'same-origin')
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    )
  })
}

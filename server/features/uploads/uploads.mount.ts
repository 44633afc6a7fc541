import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Uploads } from './uploads.service.ts'

const fileName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(-640)?\.webp$/

export type FileRoutesOptions = {
  uploads: Pick<Uploads, 'read'>
  /** The user of a Cookie header. An `<img>` sends no bearer token. */
  viewerOfFileCookie: (cookieHeader: string | undefined) => Promise<Uid | null>
}

/**
 * Serves `GET /files/*` to users with a file session, and public pictures to all visitors.
 * A missing session, picture, or permission gives the same 404.
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
        // Another user of the same browser must not get this from its cache.
        .header('vary', 'Cookie')
        .header('x-content-type-options', 'nosniff')
        // Whatever type a browser assumes, it runs no script and has no access to our origin (A48).
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cross-origin-resource-policy', 'same-origin')
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    )
  })
}

import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Art } from './art.service.ts'

export type ArtRoutesOptions = {
  art: Pick<Art, 'picture'>
  /** The user of this Cookie header; an image tag sends no bearer token. */
  viewerOfFileCookie: (cookieHeader: string | undefined) => Promise<Uid | null>
}

const MAX_BROWSER_AGE_SECONDS = 86_400

/** Serves `GET /art/*` to users with a file session; others get a 404. */
export function registerArtRoutes(app: FastifyInstance, { art, viewerOfFileCookie }: ArtRoutesOptions): void {
  app.get<{ Params: { '*': string } }>('/art/*', async (request, reply) => {
    const viewer = await viewerOfFileCookie(request.headers.cookie)
    if (viewer === null) throw new AppError('not_found')
    const { bytes, type, maxAgeSeconds } = await art.picture(viewer, request.params['*'])
    return (
      reply
        .type(type)
        .header('cache-control', maxAgeSeconds > 0 ? `private, max-age=${Math.min(maxAgeSeconds, MAX_BROWSER_AGE_SECONDS)}` : 'no-store')
        // Another user of the same browser must not get this from its cache.
        .header('vary', 'Cookie')
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cross-origin-resource-policy', 'same-origin')
        .send(bytes)
    )
  })
}

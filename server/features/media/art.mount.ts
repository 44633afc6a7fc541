import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Art } from './art.service.ts'

export type ArtRoutesOptions = {
  art: Pick<Art, 'picture'>
  /** Who sends this Cookie header; a picture tag has no bearer. */
  viewerOfFileCookie: (cookieHeader: string | undefined) => Promise<Uid | null>
}

const BROWSER_KEEPS_AT_MOST_SECONDS = 86_400

/** Serves `GET /art/*` to people with a file session; to anybody else it is not there. */
export function registerArtRoutes(app: FastifyInstance, { art, viewerOfFileCookie }: ArtRoutesOptions): void {
  app.get<{ Params: { '*': string } }>('/art/*', async (request, reply) => {
    const viewer = await viewerOfFileCookie(request.headers.cookie)
    if (viewer === null) throw new AppError('not_found')
    const { bytes, type, maxAgeSeconds } = await art.picture(viewer, request.params['*'])
    return (
      reply
        .type(type)
        .header(
          'cache-control',
          maxAgeSeconds > 0 ? `private, max-age=${Math.min(maxAgeSeconds, BROWSER_KEEPS_AT_MOST_SECONDS)}` : 'no-store',
        )
        // Another person at the same browser must not get this from its cache.
        .header('vary', 'Cookie')
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cross-origin-resource-policy', 'same-origin')
        .send(bytes)
    )
  })
}

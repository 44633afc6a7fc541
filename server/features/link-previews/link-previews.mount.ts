import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'

const fileName = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.png$/

/** Serves the preview pictures of profiles, with the rate limit of all reads below `/app`. */
export function registerPreviewRoutes(app: FastifyInstance, { pictureOf }: { pictureOf: (uid: Uid) => Promise<Buffer | null> }): void {
  app.get<{ Params: { file: string } }>('/app/public/previews/:file', async (request, reply) => {
    const [, uid] = fileName.exec(request.params.file) ?? []
    const picture = uid ? await pictureOf(uid) : null
    if (!picture) throw new AppError('not_found')
    return reply
      .type('image/png')
      .header('cache-control', 'public, max-age=3600')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(picture)
  })
}

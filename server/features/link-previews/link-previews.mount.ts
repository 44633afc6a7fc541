import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'

const fileName = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.png$/

type RenderPicture = (id: string) => Promise<Buffer | null>
type Pictures = { pictureOf: RenderPicture; pictureOfItem: RenderPicture; pictureOfBlend: RenderPicture }

/** Serves the preview pictures of profiles, items, and open blends, with the rate limit of all reads below `/app`. */
export function registerPreviewRoutes(app: FastifyInstance, { pictureOf, pictureOfItem, pictureOfBlend }: Pictures): void {
  servePictures(app, '/app/public/previews', pictureOf)
  servePictures(app, '/app/public/previews/items', pictureOfItem, { isIndexed: true })
  servePictures(app, '/app/public/previews/blends', pictureOfBlend)
}

function servePictures(app: FastifyInstance, path: string, render: RenderPicture, { isIndexed = false } = {}): void {
  app.get<{ Params: { file: string } }>(`${path}/:file`, async (request, reply) => {
    const [, id] = fileName.exec(request.params.file) ?? []
    const picture = id ? await render(id) : null
    if (!picture) throw new AppError('not_found')
    // Search engines must not index the pages of users and blends, nor their pictures.
    if (!isIndexed) void reply.header('x-robots-tag', 'noindex')
    return reply
      .type('image/png')
      .header('cache-control', 'public, max-age=3600')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(picture)
  })
}

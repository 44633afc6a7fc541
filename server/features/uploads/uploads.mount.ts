import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { mimeTypes } from './recordings/recordings.service.ts'
import type { Uploads } from './uploads.service.ts'

/** The format of the codes of links. */
const linkCode = /^[\w-]{1,64}$/
const fileName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:(-640)?\.webp|\.(webm|ogg|mp4))$/

export type FileRoutesOptions = {
  uploads: Pick<Uploads, 'read' | 'recordings'>
  /** The user of a Cookie header. An `<img>` sends no bearer token. */
  viewerOfFileCookie: (cookieHeader: string | undefined) => Promise<Uid | null>
}

/**
 * Serves `GET /files/*` to users with a file session, public pictures to all visitors, and others to those with a link (`?link=`).
 * A missing session, file, or permission gives the same 404.
 */
export function registerFileRoutes(app: FastifyInstance, { uploads, viewerOfFileCookie }: FileRoutesOptions): void {
  app.get<{ Params: { '*': string }; Querystring: { link?: unknown } }>('/files/*', async (request, reply) => {
    const viewer = await viewerOfFileCookie(request.headers.cookie)
    const [, id, small, format] = request.params['*'].match(fileName) ?? []
    if (!id) throw new AppError('not_found')
    protect(reply)
    if (format !== undefined) {
      const recording = await uploads.recordings.read(viewer, id)
      return sendRange(request, reply.type(mimeTypes[recording.format]), recording.bytes)
    }
    const { link } = request.query
    const code = typeof link === 'string' && linkCode.test(link) ? link : null
    return reply.type('image/webp').send(bufferOf(await uploads.read(viewer, id, small ? 'small' : 'full', code)))
  })
}

function protect(reply: FastifyReply): void {
  reply
    .header('cache-control', 'private, max-age=86400')
    // Another user of the same browser must not get this from its cache.
    .header('vary', 'Cookie')
    .header('x-content-type-options', 'nosniff')
    // Whatever type a browser assumes, it runs no script and has no access to our origin (A48).
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin')
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Browsers request recordings in ranges, and Safari plays nothing else. One range is enough for all of them. */
function sendRange(request: FastifyRequest, reply: FastifyReply, bytes: Uint8Array): FastifyReply {
  const size = bytes.length
  reply.header('accept-ranges', 'bytes')
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  if (first === '' && last === '') return reply.send(bufferOf(bytes))
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start > end) return reply.code(416).header('content-range', `bytes */${size}`).send()
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${size}`)
    .send(bufferOf(bytes.subarray(start, end + 1)))
}

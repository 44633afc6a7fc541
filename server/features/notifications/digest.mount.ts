import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { type createDigest, UNSUBSCRIBE_PATH } from './digest.service.ts'

const query = z.object({ code: z.string().check(z.minLength(1), z.maxLength(400)) })

/**
 * One-click unsubscribe: mail programs send a POST request without cookies (RFC 8058), so only the code in the URL counts.
 * The same URL opened in a browser is a page with a button.
 */
export function registerOneClickUnsubscribe(app: FastifyInstance, digest: Pick<ReturnType<typeof createDigest>, 'end'>): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4_096 }, (_request, _body, done) => done(null))
    scope.post(UNSUBSCRIBE_PATH, async (request, reply) => {
      const { data } = query.safeParse(request.query)
      if (!data) throw new AppError('link_invalid', { purpose: 'digest' })
      await digest.end(data.code)
      return reply.header('cache-control', 'no-store').send({})
    })
  })
}

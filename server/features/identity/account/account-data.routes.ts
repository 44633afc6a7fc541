import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { identityCalls } from '#contract/identity/identity.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import type { AccountData } from './account-data.ts'

export function accountDataRoutes(accountData: AccountData): Route[] {
  return [
    route(identityCalls.exportAccount, ({ viewer }) => accountData.createExportLink(viewer)),
    route(identityCalls.deleteAccount, async ({ viewer }) => {
      const { filesPending } = await accountData.delete(viewer)
      return { files_pending: filesPending }
    }),
  ]
}

/** Serves each export link once. There is no HEAD route, so link previews consume nothing. */
export function registerExportRoute(app: FastifyInstance, { accountData }: { accountData: Pick<AccountData, 'openExport'> }): void {
  app.get<{ Params: { code: string } }>('/export/:code', { exposeHeadRoute: false }, async (request, reply) => {
    const { name, chunks, signal, close } = await accountData.openExport(request.params.code)
    // Fires at the end, and also when the client disconnects before the first chunk.
    const stream = Readable.from(chunks, { signal }).once('close', close)
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .send(stream)
  })
}

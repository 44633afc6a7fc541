import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { MAILBOX_PATH, mailboxPage, mailPage } from './mailbox-pages.ts'
import type { Outbox } from './outbox.ts'

const anId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Shows the mails of an installation without a mail server, under /__mail. Their links sign people in, so this is for
 * loopback only: never call it at a public address.
 */
export function registerMailbox(app: FastifyInstance, { outbox }: { outbox: Pick<Outbox, 'latest' | 'find'> }): void {
  app.get(MAILBOX_PATH, async (_request, reply) => {
    const mails = await outbox.latest()
    return send(reply, (nonce) => mailboxPage(mails, nonce))
  })
  app.get<{ Params: { id: string } }>(`${MAILBOX_PATH}/:id`, async (request, reply) => {
    const mail = anId.test(request.params.id) ? await outbox.find(request.params.id) : null
    if (!mail) throw new AppError('not_found')
    return send(reply, (nonce) => mailPage(mail, nonce))
  })
}

function send(reply: FastifyReply, page: (nonce: string) => string): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    .send(page(nonce))
}

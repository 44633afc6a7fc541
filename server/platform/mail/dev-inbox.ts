import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { escapeHtml } from './email.ts'
import type { StoredMail } from './outbox.store.ts'
import type { Outbox } from './outbox.ts'

export const DEV_INBOX_PATH = '/__mail'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Shows the emails of an installation without a mail server, under /__mail. Their links sign users in, so this is for loopback
 * only: never call it at a public address.
 */
export function registerDevInbox(app: FastifyInstance, { outbox }: { outbox: Pick<Outbox, 'latest' | 'find'> }): void {
  app.get(DEV_INBOX_PATH, async (_request, reply) => {
    const mails = await outbox.latest()
    return send(reply, (nonce) => inboxPage(mails, nonce))
  })
  app.get<{ Params: { id: string } }>(`${DEV_INBOX_PATH}/:id`, async (request, reply) => {
    const mail = uuid.test(request.params.id) ? await outbox.find(request.params.id) : null
    if (!mail) throw new AppError('not_found')
    return send(reply, (nonce) => mailPage(mail, nonce))
  })
}

function send(reply: FastifyReply, render: (nonce: string) => string): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    .send(render(nonce))
}

/** The list of emails, newest first. */
function inboxPage(mails: readonly StoredMail[], nonce: string): string {
  const rows = mails.map(
    ({ id, to, subject, createdAt }) =>
      `<li><a href="${DEV_INBOX_PATH}/${id}"><b>${escapeHtml(subject)}</b><span>to ${escapeHtml(to)}</span>${time(createdAt)}</a></li>`,
  )
  const list = rows.length ? `<ol>${rows.join('\n')}</ol>` : '<p class="hint">No emails yet. Request a sign-in link, for example.</p>'
  return page('Inbox', nonce, `<h1>Inbox</h1>\n${list}`, '<meta http-equiv="refresh" content="5">')
}

/** One email as plain text, with links. Nothing in it is executed or loaded. */
function mailPage({ to, subject, text, createdAt }: StoredMail, nonce: string): string {
  return page(
    subject,
    nonce,
    `<p><a href="${DEV_INBOX_PATH}">All emails</a></p>
<h1>${escapeHtml(subject)}</h1>
<p class="hint">to ${escapeHtml(to)} · ${time(createdAt)}</p>
<pre>${linkAddresses(text)}</pre>`,
  )
}

/** Our own emails contain absolute URLs on separate lines; only http and https become links. */
function linkAddresses(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) => (index % 2 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('')
}

const time = (date: Date) => `<time datetime="${date.toISOString()}">${date.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>`

function page(title: string, nonce: string, main: string, head = ''): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${escapeHtml(PRODUCT_NAME)} dev inbox</title>${head}
<style nonce="${nonce}">${style}</style></head>
<body><header>Emails are shown here because no mail server is set up. They aren’t sent to anyone.</header>
<main>${main}</main></body></html>
`
}

const style = `
*{box-sizing:border-box}
body{margin:0;background:#0b0c0f;color:#f2f3f5;font:16px/1.5 Inter,system-ui,sans-serif}
header{background:#f4d35e;color:#1b1700;padding:.75rem 1rem;text-align:center}
main{max-width:44rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;line-height:1.25}
a{color:#7fd4ff}
a:focus-visible{outline:3px solid #7fd4ff;outline-offset:2px}
.hint{color:#aeb4bf}
ol{list-style:none;margin:0;padding:0;display:grid;gap:.5rem}
li a{display:grid;gap:.15rem;padding:.8rem 1rem;border:1px solid #363a43;border-radius:12px;background:#15171c;color:inherit;text-decoration:none}
li a:hover{border-color:#7fd4ff}
li span,li time{color:#aeb4bf;font-size:.875rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;padding:1.25rem;border:1px solid #363a43;border-radius:12px;background:#15171c}
`

import type { SMTPTransportOptions } from 'nodemailer'
import * as z from 'zod/mini'
import { MailRejected, type MailTransport } from './transport.ts'

const TIMEOUT_MS = 20_000
const loopback = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * Sends emails through an SMTP server.
 * @param url smtp:// (STARTTLS before anything else) or smtps:// (TLS from the start), with user and password where needed
 * @param from the sender, such as `Wavelength <hello@wavelength.example>`
 */
export function createSmtp({ url, from }: { url: string; from: string }): MailTransport {
  const options = { ...smtpOptions(url), disableFileAccess: true, disableUrlAccess: true }
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    async deliver({ id, to, subject, text, html, createdAt, unsubscribeUrl }) {
      const { createTransport } = await import('nodemailer')
      try {
        // An object, because a string with a comma would be two addresses.
        await createTransport(options).sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          date: createdAt,
          // The same for every attempt, so that a mail server can detect a duplicate.
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) },
        })
      } catch (error) {
        const code = statusOf(error)
        if (code !== null && code >= 500) throw new MailRejected(`the mail server answered ${code}`)
        throw new MailDeferred(error)
      }
    },
  }
}

/** One-click unsubscribe (RFC 8058) requires https and no fragment. */
function unsubscribeHeaders(url: string | null): Record<string, string> {
  if (!url) return {}
  const oneClick = /^https:[^#]*$/.test(url) ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}
  return { 'List-Unsubscribe': `<${url}>`, ...oneClick }
}

/**
 * The mail server did not accept an email this time. The library's error contains the receiver's address in several places,
 * and this one is logged: so it carries only the status, or how the connection failed.
 */
class MailDeferred extends Error {
  override name = 'MailDeferred'
  /** The library's error code, such as EENVELOPE or ETIMEDOUT. */
  readonly code: string
  /** The SMTP status, such as 421; null without an answer. */
  readonly status: number | null

  constructor(error: unknown) {
    const { code, command, responseCode, message } = smtpFailure.safeParse(error).data ?? {}
    // Before the SMTP dialog, the message is about names, ports and certificates.
    const how = command === 'CONN' ? message : code
    super(responseCode === undefined ? `the mail server was not reached: ${how ?? 'unknown'}` : `the mail server answered ${responseCode}`)
    this.code = code ?? 'unknown'
    this.status = responseCode ?? null
  }
}

const smtpFailure = z.object({
  message: z.optional(z.string()),
  code: z.optional(z.string()),
  command: z.optional(z.string()),
  responseCode: z.optional(z.number()),
})

/** The connection options for `url`. TLS is required except on loopback, or with `?requireTLS=false`. */
export function smtpOptions(url: string): SMTPTransportOptions {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const secure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    requireTLS: !secure && !loopback.has(hostname) && searchParams.get('requireTLS') !== 'false',
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  }
}

/** Authentication required, too weak, wrong, or only over TLS: errors of the configuration, not of the email. */
const authenticationCodes = new Set([530, 534, 535, 538])

/** The SMTP status that concerns the email itself, if any. */
function statusOf(error: unknown): number | null {
  const { responseCode } = smtpFailure.safeParse(error).data ?? {}
  return responseCode === undefined || authenticationCodes.has(responseCode) ? null : responseCode
}

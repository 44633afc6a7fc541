import { createTransport, type SMTPTransportOptions } from 'nodemailer'
import * as z from 'zod/mini'
import { MailRefused, type MailTransport } from './transport.ts'

const TIMEOUT_MS = 20_000
const loopback = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * Hands mails to the mail server of the configuration.
 * @param url smtp:// (asks for TLS before anything is said) or smtps:// (TLS from the start), with user and password where needed
 * @param from the sender, such as `Wavelength <hello@wavelength.example>`
 */
export function createSmtp({ url, from }: { url: string; from: string }): MailTransport {
  const sender = createTransport({ ...smtpOptions(url), disableFileAccess: true, disableUrlAccess: true })
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    async deliver({ id, to, subject, text, html, createdAt, unsubscribeUrl }) {
      try {
        // An object keeps an address with a comma in it one address.
        await sender.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          date: createdAt,
          // The same for every attempt: a mail server that took it without our hearing of it can tell.
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) },
        })
      } catch (error) {
        const code = statusOf(error)
        if (code !== null && code >= 500) throw new MailRefused(`the mail server said ${code}`)
        throw new MailNotTaken(error)
      }
    },
  }
}

/** Mail programs then end the mails with one POST to this address (RFC 8058), which must be https and have no fragment. */
function unsubscribeHeaders(url: string | null): Record<string, string> {
  if (!url) return {}
  const oneClick = /^https:[^#]*$/.test(url) ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}
  return { 'List-Unsubscribe': `<${url}>`, ...oneClick }
}

/**
 * The mail server did not take a mail this time. The library's error holds the receiver's address several times over, also in
 * its text and as `cause`, and this one reaches the log: so it says what was answered, or how the connection failed, alone.
 */
class MailNotTaken extends Error {
  override name = 'MailNotTaken'
  /** The library's word for it, such as EENVELOPE or ETIMEDOUT. */
  readonly code: string
  /** What the mail server answered, 421 for example; null when it said nothing. */
  readonly status: number | null

  constructor(error: unknown) {
    const { code, command, responseCode, message } = smtpFailure.safeParse(error).data ?? {}
    // Before the mail server was spoken to, the text is about names, ports and certificates.
    const how = command === 'CONN' ? message : code
    super(responseCode === undefined ? `the mail server was not reached: ${how ?? 'unknown'}` : `the mail server said ${responseCode}`)
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

/** How to speak with the server at `url`. Anywhere but on this machine nothing is said before TLS, unless the address says `?requireTLS=false`. */
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

/** Login wanted, too weak, wrong, or only over TLS: the operator's to mend, not the mail's fault. */
const aboutTheLogin = new Set([530, 534, 535, 538])

/** What the server said about the mail, when it said something. */
function statusOf(error: unknown): number | null {
  const { responseCode } = smtpFailure.safeParse(error).data ?? {}
  return responseCode === undefined || aboutTheLogin.has(responseCode) ? null : responseCode
}

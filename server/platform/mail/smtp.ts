import { createTransport, type SMTPTransportOptions } from 'nodemailer'
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
          headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribeUrl ? { 'List-Unsubscribe': `<${unsubscribeUrl}>` } : {}) },
        })
      } catch (error) {
        const code = statusOf(error)
        if (code !== null && code >= 500) throw new MailRefused(`the mail server said ${code}`)
        throw error
      }
    },
  }
}

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
  if (typeof error !== 'object' || error === null || !('responseCode' in error)) return null
  const { responseCode } = error
  return typeof responseCode === 'number' && !aboutTheLogin.has(responseCode) ? responseCode : null
}

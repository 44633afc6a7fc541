import type { Config } from '../config.ts'
import { smtpOptions } from '#server/platform/mail/smtp.ts'
import { type Check, type Finding, messageOf, off, ok } from './check.ts'

/** Connects to the mail server and logs in; sends nothing. */
export function mailCheck({ mail }: Pick<Config, 'mail'>): Check {
  return {
    component: 'mail',
    async run() {
      if (!mail) return off('not set up (SMTP_URL): no sign-in links, no new passwords, no confirmed addresses at a public address')
      const { createTransport } = await import('nodemailer')
      const transport = createTransport(smtpOptions(mail.url))
      const { host } = new URL(mail.url)
      try {
        await transport.verify()
        return ok(`the mail server ${host} accepts the login; emails come from ${mail.from}`)
      } catch (error) {
        return { status: 'error', ...mailFailure(error, host) }
      } finally {
        transport.close()
      }
    },
  }
}

/** The error without the login. It contains no email, because none was sent. */
function mailFailure(error: unknown, host: string): Pick<Finding, 'message' | 'fix'> {
  const text = messageOf(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EAUTH')
    return { message: `the mail server ${host} rejected the user or the password of SMTP_URL (${text})`, fix: 'Correct SMTP_URL.' }
  if (/certificate|self-signed|CERT_/i.test(`${text} ${code}`))
    return {
      message: `the certificate of the mail server ${host} is not trusted (${text})`,
      fix: 'For a private authority start with NODE_EXTRA_CA_CERTS=<file>; otherwise use the name that the certificate has.',
    }
  if (/STARTTLS|TLS/i.test(text) && code === 'ETLS')
    return { message: `the mail server ${host} offers no TLS (${text})`, fix: 'Use smtps:// or a server with STARTTLS.' }
  return {
    message: `the mail server ${host} can't be used: ${text}`,
    fix: 'Check host and port of SMTP_URL and the firewall. Emails wait.',
  }
}

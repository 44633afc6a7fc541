import { resolve } from 'node:path'
import { styleText } from 'node:util'
import { PRODUCT_NAME } from '#contract/base/product.ts'

export type Welcome = {
  origin: string
  logins: readonly { name: string; email: string; password: string }[]
  /** The port that was asked for, and the one that was free. */
  wanted: number
  port: number
  dataDir: string
  demo: boolean
  /** Where mails can be read that have nowhere else to go. */
  mailbox: string | null
  /** Whether /docs opens: on this machine, or with an admin token. */
  hasDocs: boolean
  /** False without a mail server at a public address, unless Firebase sends the emails. */
  sendsMail: boolean
}

const missingWithoutMail = [
  `  ${styleText('yellow', 'No mail server is set up (SMTP_URL).')} So these are missing: sign-in links by email, new passwords for users who`,
  '  forgot theirs, confirmed email addresses, changing the address, and summaries by email.',
]

/** What a person reads in the terminal once everything is up. */
export function welcome({ origin, logins, wanted, port, dataDir, demo, mailbox, hasDocs, sendsMail }: Welcome): string {
  const bars = ['▂', '▅', '█', '▆', '▃'].map((bar, at) => styleText(at < 2 ? 'yellow' : at === 2 ? 'green' : 'cyan', bar)).join('')
  const width = Math.max(0, ...logins.map(({ email }) => email.length))
  const lines = [
    '',
    `  ${bars}  ${styleText('bold', PRODUCT_NAME)} is running at ${styleText(['bold', 'underline'], origin)}`,
    ...(wanted !== 0 && wanted !== port ? [`         (port ${wanted} is taken, so ${port})`] : []),
    '',
    ...logins.map(
      ({ name, email, password }, at) =>
        `  ${at === 0 ? 'Log in as' : '         '}  ${email.padEnd(width)}  ${styleText('dim', 'password')} ${password}  ${styleText('dim', name)}`,
    ),
    ...(logins.length ? ['', '  Open two browsers, log in as two of them, and talk. Or sign up as yourself.'] : []),
    ...(demo ? [`  Spotify and YouTube are stand-ins here; any name signs in at them.`] : []),
    ...(mailbox ? [`  Mails (sign-in links, new passwords) are at ${styleText('underline', mailbox)}`] : []),
    ...(sendsMail ? [] : missingWithoutMail),
    '',
    `  ${styleText('dim', `Data ${resolve(dataDir)} · ${hasDocs ? `API documentation at ${origin}/docs · ` : ''}stop with Ctrl-C`)}`,
    '',
  ]
  return lines.join('\n')
}

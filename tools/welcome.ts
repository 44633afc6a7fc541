import { resolve } from 'node:path'
import { styleText } from 'node:util'
import { PRODUCT_NAME } from '#contract/base/product.ts'

export type Welcome = {
  origin: string
  logins: readonly { name: string; email: string; password: string }[]
  /** The port from the settings; 0 takes any free port. */
  requestedPort: number
  port: number
  dataDir: string
  demo: boolean
  /** The address of the dev inbox, which shows emails when no mail server is set up. */
  inbox: string | null
  /** Whether /docs is available: on this machine, or with an admin token. */
  hasDocs: boolean
  /** False without a mail server at a public address, unless Firebase sends the emails. */
  sendsMail: boolean
}

const missingWithoutMail = [
  `  ${styleText('yellow', 'No mail server is set up (SMTP_URL).')} These need one: sign-in links by email, new passwords for users who`,
  '  forgot theirs, confirmed email addresses, changing the address, and summaries by email.',
]

/** The text in the terminal after a start. */
export function welcome({ origin, logins, requestedPort, port, dataDir, demo, inbox, hasDocs, sendsMail }: Welcome): string {
  const bars = ['▂', '▅', '█', '▆', '▃'].map((bar, index) => styleText(index < 2 ? 'yellow' : index === 2 ? 'green' : 'cyan', bar)).join('')
  const width = Math.max(0, ...logins.map(({ email }) => email.length))
  const lines = [
    '',
    `  ${bars}  ${styleText('bold', PRODUCT_NAME)} is running at ${styleText(['bold', 'underline'], origin)}`,
    ...(requestedPort !== 0 && requestedPort !== port ? [`         (port ${requestedPort} is taken, so ${port})`] : []),
    '',
    ...logins.map(
      ({ name, email, password }, index) =>
        `  ${index === 0 ? 'Log in as' : '         '}  ${email.padEnd(width)}  ${styleText('dim', 'password')} ${password}  ${styleText('dim', name)}`,
    ),
    ...(logins.length ? ['', '  Open two browsers, log in as two of them, and talk. Or sign up as yourself.'] : []),
    ...(demo ? [`  Spotify and YouTube are demo services here. Sign in to them with any name.`] : []),
    ...(inbox ? [`  Emails (sign-in links, new passwords) arrive in the inbox at ${styleText('underline', inbox)}`] : []),
    ...(sendsMail ? [] : missingWithoutMail),
    '',
    `  ${styleText('dim', `Data ${resolve(dataDir)} · ${hasDocs ? `API documentation at ${origin}/docs · ` : ''}stop with Ctrl-C`)}`,
    '',
  ]
  return lines.join('\n')
}

import type { Config } from '../config.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { type Check, type Checked, runChecks, off, ok, type Finding, messageOf } from './check.ts'
import { databaseCheck } from './database.check.ts'
import { publicAddressCheck, tlsCheck } from './public-address.check.ts'
import { settingsCheck } from './settings.check.ts'
import { firebaseCheck, issuerChecks } from './sign-in.check.ts'
import { sourceChecks } from './sources.check.ts'
import { bucketCheck, diskCheck } from './storage.check.ts'
import { Client } from 'pg'
import { smtpOptions } from '#server/platform/mail/smtp.ts'

/** The configuration is wrong: each line is a component and what to do. */
export class StartRejected extends Error {
  override name = 'StartRejected'
}

/** Everything that `npm run doctor` tests, in the order in which it prints. */
export const doctorChecks = (config: Config, env: Record<string, string | undefined>): Check[] => [
  settingsCheck(env),
  diskCheck(config),
  databaseCheck(config),
  redisCheck(config),
  bucketCheck(config),
  mailCheck(config),
  ...issuerChecks(config),
  firebaseCheck(config),
  ...sourceChecks(config),
  publicAddressCheck(config),
  tlsCheck(config),
  clockCheck(config),
]

/**
 * Tests the components that a server requires, before it opens anything.
 * @throws StartRejected when a setting is wrong. A component that is only temporarily unavailable is logged.
 */
export async function checkBeforeStart(config: Config, log: Log): Promise<void> {
  const checked = await runChecks([databaseCheck(config), redisCheck(config), bucketCheck(config)])
  const fatal = checked.filter(({ preventsStart }) => preventsStart)
  if (fatal.length) throw new StartRejected(fatal.map(formatCheck).join('\n'))
  logProblems(checked, log)
}

/** Tests the components that a server can run without for a while; it does not wait for the result. */
export async function checkAfterStart(config: Config, log: Log): Promise<void> {
  logProblems(await runChecks([mailCheck(config), ...issuerChecks(config)]), log)
}

function logProblems(checked: readonly Checked[], log: Log): void {
  for (const { component, status, message, fix } of checked)
    if (status === 'warning' || status === 'error') log.warn({ component, fix }, message)
}

/** `mail: the mail server ... Correct SMTP_URL.` */
export const formatCheck = ({ component, message, fix }: Checked): string => `${component}: ${message}.${fix ? ` ${fix}` : ''}`

const WITHIN_MS = 5_000
/** Tokens of issuers are accepted with this much difference. */
const TOLERATED_MS = 30_000

/** Compares the clock with those of the configured services: sign-in tokens and S3 signatures depend on it. */
export function clockCheck(config: Pick<Config, 'databaseUrl' | 'issuers' | 'bucket'>, now = Date.now): Check {
  return {
    component: 'clock',
    async run() {
      const references = await Promise.all([databaseTime(config.databaseUrl), ...webAddresses(config).map(webTime)])
      const found = references.find((it) => it !== null)
      if (!found) return off('no other clock to compare with')
      const aheadMs = now() - found.atMs
      const message = `${Math.abs(aheadMs / 1000).toFixed(0)} s ${aheadMs < 0 ? 'behind' : 'ahead of'} ${found.of}`
      if (Math.abs(aheadMs) <= TOLERATED_MS) return ok(message)
      return {
        status: 'error',
        message,
        fix: 'Synchronize the clock (Debian: apt-get install systemd-timesyncd). Sign-in fails until then.',
      }
    },
  }
}

type Reference = { of: string; atMs: number } | null

const webAddresses = ({ issuers, bucket }: Pick<Config, 'issuers' | 'bucket'>) => [
  ...issuers.map(({ issuer }) => issuer),
  ...(bucket?.endpoint ? [bucket.endpoint] : []),
]

async function webTime(address: string): Promise<Reference> {
  const answer = await fetch(address, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(WITHIN_MS) }).catch(() => null)
  const atMs = Date.parse(answer?.headers.get('date') ?? '')
  return Number.isNaN(atMs) ? null : { of: new URL(address).host, atMs }
}

async function databaseTime(databaseUrl: string | null): Promise<Reference> {
  if (databaseUrl === null) return null
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: WITHIN_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ ms: number }>('select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms')
    return rows[0] ? { of: 'PostgreSQL', atMs: rows[0].ms } : null
  } catch {
    return null // the database check says why
  } finally {
    await client.end().catch(() => undefined)
  }
}

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

/** The connection to Redis and the right to use it. */
export function redisCheck({ redisUrl }: Pick<Config, 'redisUrl'>): Check {
  return {
    component: 'Redis',
    run: async () => (redisUrl === null ? off('not set up (REDIS_URL); one server process needs none') : checkRedis(redisUrl)),
  }
}

async function checkRedis(redisUrl: string): Promise<Finding> {
  const { createClient } = await import('redis')
  const client = createClient({ url: redisUrl, socket: { reconnectStrategy: false, connectTimeout: WITHIN_MS } })
  client.on('error', () => undefined)
  const { host } = new URL(redisUrl)
  try {
    await client.connect()
    await client.ping()
    await client.publish('wavelength.check', '')
    return ok(`Redis at ${host}`)
  } catch (failure) {
    const message = messageOf(failure)
    if (/^(WRONGPASS|NOAUTH|NOPERM|ERR AUTH|ERR invalid password)/.test(message))
      return {
        status: 'error',
        message: `Redis at ${host} rejected the login of REDIS_URL (${message})`,
        fix: 'Correct user and password in REDIS_URL.',
        preventsStart: true,
      }
    // Redis may come later: the server starts without it and sends nothing to other servers until then.
    return {
      status: 'error',
      message: `Redis at ${host} does not answer (${message})`,
      fix: 'Check that it runs and that REDIS_URL is right. Until then messages reach users of other servers late.',
    }
  } finally {
    if (client.isOpen) client.destroy()
  }
}

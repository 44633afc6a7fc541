import { Client } from 'pg'
import type { Config } from '../config.ts'
import { type Check, off, ok } from './check.ts'

const TIMEOUT_MS = 5_000
/** Tokens of issuers are accepted with this much difference. */
const TOLERATED_MS = 30_000

/** Compares the clock with those of the configured services: sign-in tokens and S3 signatures depend on it. */
export function clockCheck(config: Pick<Config, 'databaseUrl' | 'issuers' | 'bucket'>, now = Date.now): Check {
  return {
    component: 'clock',
    async run() {
      const references = await Promise.all([databaseTime(config.databaseUrl), ...webAddresses(config).map(webTime)])
      const found = references.find((reference) => reference !== null)
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
  const response = await fetch(address, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null)
  const atMs = Date.parse(response?.headers.get('date') ?? '')
  return Number.isNaN(atMs) ? null : { of: new URL(address).host, atMs }
}

async function databaseTime(databaseUrl: string | null): Promise<Reference> {
  if (databaseUrl === null) return null
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: TIMEOUT_MS })
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

import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from './db/database.ts'

const FILE = 'secret'
const OWNER_ONLY = 0o600

/** Thrown when data exists but the secret that it was written under is gone. */
export class SecretMissing extends Error {
  override name = 'SecretMissing'
}

/**
 * The installation's secret: from the configuration, else from the data folder; null where the folder is new and has none yet.
 * @throws SecretMissing when there is data without its secret: tokens and keys in it could never be read again
 */
export function knownSecret({ dataDir, configured, isNew }: { dataDir: string; configured: string | null; isNew: boolean }): string | null {
  if (configured) return configured
  const file = join(dataDir, FILE)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  if (isNew) return null
  throw new SecretMissing(
    `The data in ${dataDir} was written under a secret that is not there. Restore ${file}, or set SECRET to the old value.`,
  )
}

/**
 * Makes the secret of a new installation and keeps it in the data folder (file mode 0600).
 * @throws SecretMissing when somebody is in the database already: their sign-ins and connected services are under another secret, and
 * servers with a secret each would turn away whom the other has signed in
 */
export async function makeSecret(dataDir: string, db: Db): Promise<string> {
  const file = join(dataDir, FILE)
  const { rows } = await sql`select from people limit 1`.execute(db)
  if (rows.length > 0)
    throw new SecretMissing(
      `The database is in use already, and ${dataDir} does not hold its secret. Set SECRET, the same for all servers of one database, ` +
        `to what the others have, or copy their file ${FILE} to ${file}.`,
    )
  const secret = randomBytes(48).toString('base64url')
  writeFileSync(file, `${secret}\n`, { mode: OWNER_ONLY, flag: 'wx' })
  return secret
}

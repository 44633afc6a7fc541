import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'secret'
const OWNER_ONLY = 0o600

/** Thrown when data exists but the secret that it was written under is gone. */
export class SecretMissing extends Error {
  override name = 'SecretMissing'
}

export type SecretOptions = {
  dataDir: string
  /** From the configuration; it wins and is not written down. */
  configured: string | null
  /** Whether the database holds anything that goes with a secret. Asked only where none was found. */
  isInUse: () => Promise<boolean>
}

/**
 * The installation's secret: from the configuration, else from the data folder, else made now (file mode 0600).
 * @throws SecretMissing when the database is in use: what is sealed in it could never be read again, and of servers with a secret
 *   each, one would turn away whom the other has signed in
 */
export async function installationSecret({ dataDir, configured, isInUse }: SecretOptions): Promise<string> {
  if (configured) return configured
  const file = join(dataDir, FILE)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  if (await isInUse()) {
    throw new SecretMissing(
      'The data was written under a secret that is not there. Set SECRET to it, the same for all servers of one database, or put the ' +
        `file back that held it: ${file}`,
    )
  }
  const secret = randomBytes(48).toString('base64url')
  writeFileSync(file, `${secret}\n`, { mode: OWNER_ONLY, flag: 'wx' })
  return secret
}

import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'secret'
const OWNER_ONLY = 0o600

/** Thrown when data exists but the secret that encrypted it is missing. */
export class SecretMissing extends Error {
  override name = 'SecretMissing'
}

export type SecretOptions = {
  dataDir: string
  /** From the configuration. It has precedence and is not stored. */
  configured: string | null
  /** Whether the database contains data that depends on a secret. Called only when none was found. */
  isInUse: () => Promise<boolean>
}

/**
 * The installation's secret: from the configuration, else from the data folder, else generated now (file mode 0600).
 * @throws SecretMissing when the database is in use. A new secret could not decrypt its data, and servers with different secrets
 *   would reject each other's sessions.
 */
export async function loadInstallationSecret({ dataDir, configured, isInUse }: SecretOptions): Promise<string> {
  if (configured) return configured
  const file = join(dataDir, FILE)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  if (await isInUse()) {
    throw new SecretMissing(
      'The secret that encrypted the data is missing. Set SECRET to it, the same for all servers of one database, or restore the ' +
        `file that contained it: ${file}`,
    )
  }
  const secret = randomBytes(48).toString('base64url')
  writeFileSync(file, `${secret}\n`, { mode: OWNER_ONLY, flag: 'wx' })
  return secret
}

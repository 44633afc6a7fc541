import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'secret'
const OWNER_ONLY = 0o600

/** Thrown when data exists but the secret that it was written under is gone. */
export class SecretMissing extends Error {
  override name = 'SecretMissing'
}

/**
 * The installation's secret: from the configuration, else from the data folder, else made now (file mode 0600).
 * @param isNew whether the data folder holds no data yet; only then may a secret be made
 * @throws SecretMissing when there is data without its secret: tokens and keys in it could never be read again
 */
export function installationSecret({ dataDir, configured, isNew }: { dataDir: string; configured: string | null; isNew: boolean }): string {
  if (configured) return configured
  const file = join(dataDir, FILE)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  if (!isNew) {
    throw new SecretMissing(
      `The data in ${dataDir} was written under a secret that is not there. Restore ${file}, or set SECRET to the old value.`,
    )
  }
  const secret = randomBytes(48).toString('base64url')
  writeFileSync(file, `${secret}\n`, { mode: OWNER_ONLY, flag: 'wx' })
  return secret
}

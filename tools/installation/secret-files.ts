import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { BackupError } from './backup-folder.ts'

const OWNER_ONLY = 0o600

/** Files of a data folder that can't be recreated: the secret, and the list of deleted accounts. */
type SecretFiles = { from: string; to: string; /** `SECRET` is set; the file is not used then. */ isSecretSet: boolean }

const secretOf = async (dataDir: string) => (await readFile(join(dataDir, 'secret'), 'utf8').catch(() => null))?.trim() ?? null
const linesOf = async (file: string) => (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean)

/** Call it before the copy. @throws BackupError when the target folder has another secret: the encrypted data could not be read there */
export async function rejectOtherSecret({ from, to, isSecretSet }: SecretFiles): Promise<void> {
  const [ours, theirs] = await Promise.all([secretOf(from), secretOf(to)])
  if (isSecretSet || ours === null || theirs === null || ours === theirs) return
  throw new BackupError(`${join(to, 'secret')} differs from ${join(from, 'secret')}, so encrypted data could not be decrypted.`)
}

/**
 * Copies the secret and extends the list of deleted accounts. Returns a sentence about the content of the new folder, or null for the same
 * folder.
 */
export async function copySecretFiles({ from, to, isSecretSet }: SecretFiles): Promise<string | null> {
  if (resolve(from) === resolve(to)) return null
  await mkdir(to, { recursive: true, mode: 0o700 })
  const erased = new Set(await linesOf(join(to, 'erased')))
  const missing = (await linesOf(join(from, 'erased'))).filter((line) => !erased.has(line))
  if (missing.length > 0) await appendFile(join(to, 'erased'), `${missing.join('\n')}\n`, { mode: OWNER_ONLY })
  if (isSecretSet) return `The list of deleted accounts is in ${to}. Start it with the SECRET that is set now.`
  if ((await secretOf(to)) === null) {
    const secret = await secretOf(from)
    if (secret === null) return `There is no secret in ${from}: before ${to} is started, set SECRET to that of the installation.`
    await writeFile(join(to, 'secret'), `${secret}\n`, { mode: OWNER_ONLY })
  }
  return `The secret and the list of deleted accounts are in ${to} too.`
}

import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'

const LONGEST_PATH = 100
/** Names of folders, one below the other. No dots, so none that leads upwards. */
const folders = /^[a-z0-9_-]+(?:\/[a-z0-9_-]+)*$/i

/**
 * The folder for a picture: below the person's own prefix, whatever the caller asks for. A path that begins with a slash
 * says its whole way itself, and must then begin with that prefix.
 * @throws AppError 'forbidden' for a path below somebody else's prefix; 'invalid_input' for one that is none
 */
export function folderOf(uid: Uid, path: string): string {
  const isAbsolute = path.startsWith('/')
  const bare = isAbsolute ? path.slice(1) : path
  if (bare.length > LONGEST_PATH || (bare !== '' && !folders.test(bare)))
    throw new AppError('invalid_input', {}, [{ field: 'path', message: 'Nothing can be stored under this path.' }])
  if (!isAbsolute) return bare === '' ? uid : `${uid}/${bare}`
  if (bare !== uid && !bare.startsWith(`${uid}/`)) throw new AppError('forbidden', { uid })
  return bare
}

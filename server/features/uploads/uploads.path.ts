import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'

const MAX_PATH_LENGTH = 100
/** Nested folder names. They contain no dots, so a path can't lead upwards. */
const folders = /^[a-z0-9_-]+(?:\/[a-z0-9_-]+)*$/i

/**
 * The folder for a picture, always below the user's own prefix. A path that starts with a slash must include that prefix.
 * @throws AppError 'forbidden' for a path below another user's prefix; 'invalid_input' for an invalid path
 */
export function folderOf(uid: Uid, path: string): string {
  const isAbsolute = path.startsWith('/')
  const bare = isAbsolute ? path.slice(1) : path
  if (bare.length > MAX_PATH_LENGTH || (bare !== '' && !folders.test(bare)))
    throw new AppError('invalid_input', {}, [{ field: 'path', message: 'Nothing can be stored under this path.' }])
  if (!isAbsolute) return bare === '' ? uid : `${uid}/${bare}`
  if (bare !== uid && !bare.startsWith(`${uid}/`)) throw new AppError('forbidden', { uid })
  return bare
}

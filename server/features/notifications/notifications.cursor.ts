import { AppError } from '#contract/errors.ts'
import type { GroupPlace } from './notifications.types.ts'

/** Where a page ended, as text that only the server reads. */
export function writeCursor({ at, key }: GroupPlace): string {
  return Buffer.from(`${at.getTime()} ${key}`).toString('base64url')
}

/** Where the next page begins; null for the first. @throws AppError 'invalid_input' for anything that `writeCursor` did not write. */
export function readCursor(cursor: string | undefined): GroupPlace | null {
  if (cursor === undefined) return null
  const [, ms, key] = /^(\d{1,15}) ([a-z_]+:[\w-]{0,64})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!ms || !key) throw new AppError('invalid_input', { cursor }, [{ field: 'cursor', message: 'This is no place to continue from.' }])
  return { at: new Date(Number(ms)), key }
}

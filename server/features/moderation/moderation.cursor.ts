import { AppError } from '#contract/errors.ts'
import type { PageCursor } from './moderation.types.ts'

/** A cursor as text that only the server reads. */
export function writeCursor({ at, id }: PageCursor): string {
  return Buffer.from(`${at.getTime()}_${id}`).toString('base64url')
}

/** Null for the first page. @throws AppError 'invalid_input' for anything that `writeCursor` did not write. */
export function readCursor(cursor: string | undefined): PageCursor | null {
  if (cursor === undefined) return null
  const [, ms, id] = /^(\d{1,15})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!ms || !id) throw new AppError('invalid_input', { cursor }, [{ field: 'cursor', message: 'This is no place to continue from.' }])
  return { at: new Date(Number(ms)), id }
}

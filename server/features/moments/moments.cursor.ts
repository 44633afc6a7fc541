import { AppError } from '#contract/errors.ts'
import type { Place } from './moments.store.ts'

/** Where a page ended, as text that only the server reads. */
export function writeCursor({ postedAt, id }: Place): string {
  return Buffer.from(`${postedAt.getTime()}_${id}`).toString('base64url')
}

/** @throws AppError 'invalid_input' for anything that `writeCursor` did not write. */
export function readCursor(cursor: string): Place {
  const [, ms, id] =
    Buffer.from(cursor, 'base64url')
      .toString()
      .match(/^(\d{1,15})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/) ?? []
  if (!ms || !id) throw new AppError('invalid_input', { cursor }, [{ field: 'cursor', message: 'This is no place to continue from.' }])
  return { postedAt: new Date(Number(ms)), id }
}

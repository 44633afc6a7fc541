import { AppError } from '#contract/errors.ts'
import type { Place } from './moments.types.ts'

/** Where a page ended, as text that only the server reads. */
export function writeCursor({ postedAt, id }: Place): string {
  return Buffer.from(`${postedAt.getTime()}_${id}`).toString('base64url')
}

/** Where the next page begins; null for the first. @throws AppError 'invalid_input' for anything that `writeCursor` did not write. */
export function readCursor(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null
  const [, ms, id] =
    Buffer.from(cursor, 'base64url')
      .toString()
      .match(/^(\d{1,15})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/) ?? []
  if (!ms || !id) throw new AppError('invalid_input', { cursor }, [{ field: 'cursor', message: 'This is no place to continue from.' }])
  return { postedAt: new Date(Number(ms)), id }
}

/** One page of what was found: give it one more than `limit` to learn whether there is another. */
export function pageOf<T>(found: readonly T[], limit: number, placeOf: (one: T) => Place): { shown: T[]; next: string | null } {
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return { shown, next: found.length > limit && last !== undefined ? writeCursor(placeOf(last)) : null }
}

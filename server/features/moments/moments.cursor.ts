import { AppError } from '#contract/errors.ts'
import type { PageEnd } from './moments.types.ts'

export function encodeCursor({ postedAt, id }: PageEnd): string {
  return Buffer.from(`${postedAt.getTime()}_${id}`).toString('base64url')
}

/** Returns null for the first page. @throws AppError 'invalid_input' for text that `encodeCursor` did not create. */
export function decodeCursor(cursor: string | undefined): PageEnd | null {
  if (cursor === undefined) return null
  const [, ms, id] =
    Buffer.from(cursor, 'base64url')
      .toString()
      .match(/^(\d{1,15})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/) ?? []
  if (!ms || !id) throw new AppError('invalid_input', { cursor }, [{ field: 'cursor', message: 'This is no place to continue from.' }])
  return { postedAt: new Date(Number(ms)), id }
}

/** Cuts a page from `found`, which must contain up to `limit + 1` rows to show whether there is a next page. */
export function pageOf<T>(found: readonly T[], limit: number, pageEndOf: (one: T) => PageEnd): { shown: T[]; next: string | null } {
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return { shown, next: found.length > limit && last !== undefined ? encodeCursor(pageEndOf(last)) : null }
}

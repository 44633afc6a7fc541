import { decodeCursor, encodeCursor } from '#server/platform/page-cursor.ts'
import type { PageEnd } from './moments.types.ts'

export const encodePageEnd = ({ postedAt, id }: PageEnd): string => encodeCursor(`${postedAt.getTime()}_${id}`)

/** Returns null for the first page. @throws AppError 'invalid_input' for text that `encodePageEnd` did not create. */
export function decodePageEnd(cursor: string | undefined): PageEnd | null {
  if (cursor === undefined) return null
  const [ms, id = ''] = decodeCursor(cursor, /^(\d{1,15})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/)
  return { postedAt: new Date(Number(ms)), id }
}

/** Cuts a page from `found`, which must contain up to `limit + 1` rows to show whether there is a next page. */
export function pageOf<T>(found: readonly T[], limit: number, pageEndOf: (one: T) => PageEnd): { shown: T[]; next: string | null } {
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return { shown, next: found.length > limit && last !== undefined ? encodePageEnd(pageEndOf(last)) : null }
}

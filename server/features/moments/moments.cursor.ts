import { decodeCursor, encodeCursor } from '#server/platform/page-cursor.ts'
import type { PageEnd } from './moments.types.ts'

export const encodePageEnd = ({ postedAt, id }: PageEnd): string => encodeCursor(`${postedAt.getTime()}_${id}`)

/** Returns null for the first page. @throws AppError 'invalid_input' for text that `encodePageEnd` did not create. */
export function decodePageEnd(cursor: string | undefined): PageEnd | null {
  if (cursor === undefined) return null
  const [ms, id = ''] = decodeCursor(cursor, /^(\d{1,15})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/)
  return { postedAt: new Date(Number(ms)), id }
}

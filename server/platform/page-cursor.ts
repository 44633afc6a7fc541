import { AppError } from '#contract/errors.ts'

/** Cuts a page from `found`, up to `limit + 1` rows of which the last shows that there is a next page. `next`: its cursor, or null. */
export function pageOf<T>(found: readonly T[], limit: number, cursorOf: (last: T) => string): { shown: T[]; next: string | null } {
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return { shown, next: found.length > limit && last !== undefined ? cursorOf(last) : null }
}

/** A position in a list as opaque text. */
export const encodeCursor = (text: string): string => Buffer.from(text).toString('base64url')

/** The groups of `pattern` in a cursor's text; null for other text. */
export const matchCursor = (cursor: string, pattern: RegExp): string[] | null =>
  pattern.exec(Buffer.from(cursor, 'base64url').toString())?.slice(1) ?? null

/** The same. @throws AppError 'invalid_input' for other text */
export function decodeCursor(cursor: string, pattern: RegExp): string[] {
  const groups = matchCursor(cursor, pattern)
  if (!groups) throw new AppError('invalid_input', { cursor }, [{ field: 'cursor', message: 'This cursor is invalid.' }])
  return groups
}

/** The position of a row in a list that is sorted by time and id. */
export type TimeCursor = { at: Date; id: string }

export const encodeTimeCursor = ({ at, id }: TimeCursor): string => encodeCursor(`${at.getTime()}_${id}`)

/** Returns null for the first page. @throws AppError 'invalid_input' for text that `encodeTimeCursor` did not create */
export function decodeTimeCursor(cursor: string | undefined): TimeCursor | null {
  if (cursor === undefined) return null
  const [ms, id = ''] = decodeCursor(cursor, /^(\d{1,15})[_ ]([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/)
  return { at: new Date(Number(ms)), id }
}

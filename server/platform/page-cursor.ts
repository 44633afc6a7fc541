import { AppError } from '#contract/errors.ts'

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

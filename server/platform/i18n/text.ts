import { AppError } from '#contract/errors.ts'

/**
 * Text as every database can hold it: half surrogate pairs become the replacement character.
 * @throws AppError 'invalid_input' naming `field` for a NUL, which PostgreSQL stores in no text.
 */
export function storable(text: string, field: string): string {
  if (text.includes('\0'))
    throw new AppError('invalid_input', { field }, [{ field, message: 'This holds a character that can’t be stored.' }])
  return text.toWellFormed()
}

import { AppError } from '#contract/errors.ts'

/**
 * Makes a text storable in every database: unpaired surrogates become the replacement character.
 * @throws AppError 'invalid_input' with the name of `field` for a NUL, which PostgreSQL can't store in text
 */
export function storable(text: string, field: string): string {
  if (text.includes('\0'))
    throw new AppError('invalid_input', { field }, [{ field, message: 'This contains a character that can’t be stored.' }])
  return text.toWellFormed()
}

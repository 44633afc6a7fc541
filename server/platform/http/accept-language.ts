import { type AppLanguage, spokenOf } from '#contract/languages/languages.ts'

/** The response language: the first supported one of an `Accept-Language` header, in the order of browsers. */
export function preferredLanguage(header: string | null | undefined): AppLanguage {
  return spokenOf((header ?? '').split(',').map((part) => part.split(';')[0] ?? ''))
}

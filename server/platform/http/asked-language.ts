import { type AppLanguage, spokenOf } from '#contract/languages/languages.ts'

/** The language to answer in, from an `Accept-Language` header: the first that is spoken here, in the order in which browsers send them. */
export function askedLanguage(header: string | null | undefined): AppLanguage {
  return spokenOf((header ?? '').split(',').map((part) => part.split(';')[0] ?? ''))
}

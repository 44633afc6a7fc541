import { type AppLanguage, chooseAppLanguage } from '#contract/languages/languages.ts'

/** The response language: the first supported one of an `Accept-Language` header, in the order of browsers. */
export function preferredLanguage(header: string | null | undefined): AppLanguage {
  return chooseAppLanguage((header ?? '').split(',').map((part) => part.split(';')[0] ?? ''))
}

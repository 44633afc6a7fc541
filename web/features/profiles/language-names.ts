/** A language's name in the reader's language: "German" for `de`. A code nobody knows stays as it is. */
export function languageName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code
  } catch {
    // Not a language code at all; the code is all there is to show.
    return code
  }
}

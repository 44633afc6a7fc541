/**
 * Why a file could not be read: `broken` it is damaged or cut short; `encrypted` it asks for a password; `unsupported` it
 * uses something we don't read; `too_large` it holds more than the limits allow, or claims to.
 */
export type ArchiveErrorKind = 'broken' | 'encrypted' | 'unsupported' | 'too_large'

/** `message` is for the log; it never quotes what the file holds. */
export class ArchiveError extends Error {
  readonly kind: ArchiveErrorKind

  constructor(kind: ArchiveErrorKind, message: string) {
    super(message)
    this.name = 'ArchiveError'
    this.kind = kind
  }
}

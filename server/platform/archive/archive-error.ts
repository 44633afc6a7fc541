/**
 * Why an archive could not be read. `broken`: damaged or truncated. `encrypted`: needs a password. `unsupported`: uses a feature that we
 * don't read. `too_large`: contains, or claims to contain, more than the limits allow.
 */
export type ArchiveErrorKind = 'broken' | 'encrypted' | 'unsupported' | 'too_large'

/** `message` is for the log and never quotes the content of the file. */
export class ArchiveError extends Error {
  readonly kind: ArchiveErrorKind

  constructor(kind: ArchiveErrorKind, message: string) {
    super(message)
    this.name = 'ArchiveError'
    this.kind = kind
  }
}

const outOfSpace: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])
const codes: ReadonlySet<unknown> = new Set([...outOfSpace, 'EIO', 'EACCES', 'EPERM', 'EROFS', 'EMFILE', 'ENFILE'])

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Whether the operating system refused a file for a reason that has nothing to do with what is in it. */
export const isSystemError = (error: unknown): error is Error => codes.has(codeOf(error))

/** Whether the disk, or what we may use of it, is full. Libraries wrap the error of the operating system. */
export function isOutOfSpace(error: unknown): boolean {
  if (outOfSpace.has(codeOf(error))) return true
  return error instanceof Error && error.cause !== undefined && isOutOfSpace(error.cause)
}

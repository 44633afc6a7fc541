const outOfSpace: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])
const codes: ReadonlySet<unknown> = new Set([...outOfSpace, 'EIO', 'EACCES', 'EPERM', 'EROFS', 'EMFILE', 'ENFILE'])

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Whether the operating system rejected a file operation for a reason that is not in the file's content. */
export const isSystemError = (error: unknown): error is Error => codes.has(codeOf(error))

/** Whether the disk or our quota is full. Libraries wrap the error of the operating system. */
export function isOutOfSpace(error: unknown): boolean {
  if (outOfSpace.has(codeOf(error))) return true
  return error instanceof Error && error.cause !== undefined && isOutOfSpace(error.cause)
}

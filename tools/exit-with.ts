import { AppError } from '#contract/errors.ts'
import { StartRejected } from '#server/checks/checks.ts'
import { ConfigError } from '#server/config.ts'
import { SecretMissing } from '#server/platform/crypto/installation-secret.ts'
import { DataFolderInUse } from '#server/platform/db/embedded/data-folder-lock.ts'
import { DataFolderUnusable } from '#server/platform/db/embedded/data-folder.ts'
import { ListenFailed } from '#server/platform/http/listen-failure.ts'
import { TooLittleMemory } from '#server/platform/db/embedded/embedded.ts'
import { SchemaRejected } from '#server/platform/db/migrate.ts'
import { isOutOfSpace } from '#server/platform/system-error.ts'

type ErrorClass = abstract new (...args: never[]) => Error

/** Errors with a message for the operator. */
const explained: readonly ErrorClass[] = [
  ConfigError,
  StartRejected,
  DataFolderInUse,
  DataFolderUnusable,
  SecretMissing,
  SchemaRejected,
  TooLittleMemory,
  ListenFailed,
]

/** Prints an error: the sentence of one that the operator can solve. Any other is a bug and shows its stack. */
export function printError(error: unknown, others: readonly ErrorClass[] = []): void {
  if (error instanceof Error && [...explained, ...others].some((kind) => error instanceof kind)) console.error(`\n${error.message}\n`)
  else if (isStorageFull(error)) console.error('\nThe disk of the database is full. Free some space on it, then start again.\n')
  else if (isOutOfSpace(error)) console.error(`\nThe disk is full (${rootMessage(error)}). Free some space, then start again.\n`)
  else console.error(error)
}

const isStorageFull = (error: unknown): boolean =>
  error instanceof Error && ((error instanceof AppError && error.code === 'storage_full') || isStorageFull(error.cause))

const rootMessage = (error: unknown): string =>
  error instanceof Error ? (error.cause === undefined ? error.message : rootMessage(error.cause)) : String(error)

/** Prints why a start failed, and exits. */
export function exitWith(error: unknown): never {
  printError(error)
  process.exit(1)
}

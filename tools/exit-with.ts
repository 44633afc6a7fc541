import { StartRejected } from '#server/checks/checks.ts'
import { ConfigError } from '#server/config.ts'
import { SecretMissing } from '#server/platform/crypto/installation-secret.ts'
import { DataFolderInUse } from '#server/platform/db/embedded/data-folder-lock.ts'
import { DataFolderUnusable } from '#server/platform/db/embedded/data-folder.ts'
import { ListenFailed } from '#server/platform/http/listen-failure.ts'
import { TooLittleMemory } from '#server/platform/db/embedded/embedded.ts'

/** Errors with a message for the operator. Any other error is a bug and shows its stack. */
const explained = [ConfigError, StartRejected, DataFolderInUse, DataFolderUnusable, SecretMissing, TooLittleMemory, ListenFailed]

/** Prints why a start failed, and exits. */
export function exitWith(error: unknown): never {
  if (explained.some((kind) => error instanceof kind) && error instanceof Error) console.error(`\n${error.message}\n`)
  else console.error(error)
  process.exit(1)
}

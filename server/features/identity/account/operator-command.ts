import type { Uid } from '#contract/base/ids.ts'
import { findUser, type UserLookup } from './find-user.ts'

export type OperatorCommand = readonly ['files'] | readonly ['sign-out' | 'two-step-off' | 'erase', string]

export type OperatorDeps = UserLookup & {
  /** Null before the user has a profile. */
  userNameOf(uid: Uid): Promise<string | null>
  signOut(uid: Uid): Promise<void>
  removeSecondFactor(uid: Uid): Promise<void>
  erase(uid: Uid): Promise<{ filesPending: number }>
  /** Deleted files that are still in the file store. */
  files: { retryAll(): Promise<void>; status(): Promise<{ files: number; failing: number; oldest: Date | null }> }
}

/** Runs an operator's command on an account (ASVS 7.4.5) or on remaining files. @returns the text to print */
export async function operatorCommand(
  deps: OperatorDeps,
  [command, given = '']: OperatorCommand,
  { isConfirmed = false } = {},
): Promise<{ text: string; isDone: boolean }> {
  if (command === 'files') return retryFiles(deps.files)
  const uid = await findUser(deps, given)
  if (!uid) return { text: `There is no user ${given} here.`, isDone: false }
  const userName = await deps.userNameOf(uid)
  const user = userName === null ? given : `@${userName}`
  if (command === 'sign-out') {
    await deps.signOut(uid)
    return { text: `Every sign-in of ${user} has ended.`, isDone: true }
  }
  if (command === 'two-step-off') {
    await deps.removeSecondFactor(uid)
    return { text: `${user} signs in without a second step now.`, isDone: true }
  }
  if (!isConfirmed) return { text: `This can’t be undone. To delete ${user}, repeat the command with --yes.`, isDone: false }
  const { filesPending } = await deps.erase(uid)
  const remaining = filesPending > 0 ? ` ${filesStill(filesPending)} in the file store, and the server goes on deleting.` : ''
  return { text: `${user} is deleted.${remaining}`, isDone: true }
}

const filesStill = (count: number) => (count === 1 ? '1 file is still' : `${count} files are still`)

async function retryFiles({ retryAll, status }: OperatorDeps['files']): Promise<{ text: string; isDone: boolean }> {
  await retryAll()
  const { files, failing, oldest } = await status()
  if (files === 0) return { text: 'No file waits to be deleted.', isDone: true }
  const text =
    `${filesStill(files)} to be deleted, the oldest since ${oldest?.toISOString() ?? 'now'}; ${failing} failed five times or more. ` +
    'Nobody can see them in the product. The server’s log has the reason: look for "files could not be deleted". Check that the file ' +
    'store answers, and that the server may list and delete there.'
  return { text, isDone: false }
}

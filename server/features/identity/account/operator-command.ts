import type { Uid } from '#contract/base/ids.ts'

const USAGE = `Usage:
  npm run operator -- sign-out <user name>      ends all sign-ins of a user and closes their open pages
  npm run operator -- two-step-off <user name>  turns off two-step sign-in of a user who lost the app and the recovery codes
  npm run operator -- erase <user name> --yes   permanently deletes a user's account and data
  npm run operator -- files                     retries file deletions that failed and prints how many remain

With the embedded database, stop the server first. With DATABASE_URL the servers keep running; use a data folder that no
running server uses (DATA_DIR) and the same SECRET, REDIS_URL, and S3 settings.`

export type OperatorDeps = {
  uidOf(userName: string): Promise<Uid | null>
  signOut(uid: Uid): Promise<void>
  removeSecondFactor(uid: Uid): Promise<void>
  erase(uid: Uid): Promise<{ filesPending: number }>
  /** Deleted files that are still in the file store. */
  files: { retryAll(): Promise<void>; status(): Promise<{ files: number; failing: number; oldest: Date | null }> }
}

/** Runs an operator's command on an account (ASVS 7.4.5) or on remaining files. @returns the text to print */
export async function operatorCommand(deps: OperatorDeps, args: readonly string[]): Promise<{ text: string; isDone: boolean }> {
  const [command, name = '', flag] = args
  if (command === 'files' && !name) return retryFiles(deps.files)
  if ((command !== 'sign-out' && command !== 'two-step-off' && command !== 'erase') || !name) return { text: USAGE, isDone: false }
  const userName = name.replace(/^@/, '').toLowerCase()
  const uid = await deps.uidOf(userName)
  if (!uid) return { text: `Nobody here is called @${userName}.`, isDone: false }
  if (command === 'sign-out') {
    await deps.signOut(uid)
    return { text: `Every sign-in of @${userName} has ended.`, isDone: true }
  }
  if (command === 'two-step-off') {
    await deps.removeSecondFactor(uid)
    return { text: `@${userName} signs in without a second step now.`, isDone: true }
  }
  if (flag !== '--yes') return { text: `This can’t be undone. To delete @${userName}, say it again with --yes.`, isDone: false }
  const { filesPending } = await deps.erase(uid)
  const remaining = filesPending > 0 ? ` ${filesStill(filesPending)} in the file store, and the server goes on deleting.` : ''
  return { text: `@${userName} is deleted.${remaining}`, isDone: true }
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

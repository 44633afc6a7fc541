import type { Uid } from '#contract/base/ids.ts'

const USAGE = `Usage:
  npm run operator -- sign-out <user name>      ends every sign-in of that person, and their open pages at once
  npm run operator -- erase <user name> --yes   deletes that person's account and everything of it, for ever
  npm run operator -- files                     tries again to delete files that remain, and says how many do

With the embedded database the server must be stopped meanwhile. With DATABASE_URL the others go on, and this needs a data
folder that no running server uses (DATA_DIR), the same SECRET, REDIS_URL and S3 settings, and nothing else.`

export type OperatorDeps = {
  uidOf(userName: string): Promise<Uid | null>
  signOut(uid: Uid): Promise<void>
  erase(uid: Uid): Promise<{ filesPending: number }>
  /** Files that nobody can see any more and that are still in the file store. */
  files: { retryAll(): Promise<void>; status(): Promise<{ files: number; failing: number; oldest: Date | null }> }
}

/** Carries out what an operator does to one account (ASVS 7.4.5) or to files that remain, and answers what to print. */
export async function operatorCommand(deps: OperatorDeps, args: readonly string[]): Promise<{ text: string; isDone: boolean }> {
  const [act, given = '', sure] = args
  if (act === 'files' && !given) return retryFiles(deps.files)
  if ((act !== 'sign-out' && act !== 'erase') || !given) return { text: USAGE, isDone: false }
  const userName = given.replace(/^@/, '').toLowerCase()
  const uid = await deps.uidOf(userName)
  if (!uid) return { text: `Nobody here is called @${userName}.`, isDone: false }
  if (act === 'sign-out') {
    await deps.signOut(uid)
    return { text: `Every sign-in of @${userName} has ended.`, isDone: true }
  }
  if (sure !== '--yes') return { text: `This can’t be undone. To delete @${userName}, say it again with --yes.`, isDone: false }
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

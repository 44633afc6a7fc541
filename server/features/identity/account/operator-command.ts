import type { Uid } from '#contract/base/ids.ts'

const USAGE = `Usage:
  npm run operator -- sign-out <user name>      ends every sign-in of that person, and their open pages at once
  npm run operator -- erase <user name> --yes   deletes that person's account and everything of it, for ever

With the embedded database the server must be stopped meanwhile. With DATABASE_URL the others go on, and this needs a data
folder that no running server uses (DATA_DIR), the same SECRET, REDIS_URL and S3 settings, and nothing else.`

export type OperatorDeps = {
  uidOf(userName: string): Promise<Uid | null>
  signOut(uid: Uid): Promise<void>
  erase(uid: Uid): Promise<void>
}

/** Carries out what an operator does to one account (ASVS 7.4.5), and answers what to print. */
export async function operatorCommand(deps: OperatorDeps, args: readonly string[]): Promise<{ text: string; isDone: boolean }> {
  const [act, given = '', sure] = args
  if ((act !== 'sign-out' && act !== 'erase') || !given) return { text: USAGE, isDone: false }
  const userName = given.replace(/^@/, '').toLowerCase()
  const uid = await deps.uidOf(userName)
  if (!uid) return { text: `Nobody here is called @${userName}.`, isDone: false }
  if (act === 'sign-out') {
    await deps.signOut(uid)
    return { text: `Every sign-in of @${userName} has ended.`, isDone: true }
  }
  if (sure !== '--yes') return { text: `This can’t be undone. To delete @${userName}, say it again with --yes.`, isDone: false }
  await deps.erase(uid)
  return { text: `@${userName} is deleted.`, isDone: true }
}

import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import { accountLookup, findUser } from '#server/features/identity/account/find-user.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createReportStore } from './reports.store.ts'

export type ModeratorsCommand = readonly ['list'] | readonly ['add' | 'remove', string]

/** Runs the operator's command that manages moderators, and returns the text to print. */
export async function moderatorsCommand(
  { db, clock }: { db: Db; clock: Clock },
  [action, given = '']: ModeratorsCommand,
): Promise<{ text: string; isDone: boolean }> {
  const store = createReportStore(db)
  if (action === 'list') {
    const names = await Promise.all((await store.moderators()).map((uid) => nameOf(db, uid)))
    return { text: names.length > 0 ? names.join('\n') : 'There is no moderator yet.', isDone: true }
  }
  const uid = await findUser({ ...accountLookup(db), uidOf: (userName) => uidOf(db, userName) }, given)
  if (!uid) return { text: `There is no user ${given} here.`, isDone: false }
  const user = await nameOf(db, uid)
  if (action === 'add')
    return {
      text: (await store.addModerator(uid, clock.now())) ? `${user} is a moderator now: /moderation` : `${user} is a moderator already.`,
      isDone: true,
    }
  return {
    text: (await store.removeModerator(uid)) ? `${user} is no longer a moderator.` : `${user} was not a moderator.`,
    isDone: true,
  }
}

async function uidOf(db: Db, userName: string): Promise<Uid | null> {
  const { rows } = await sql<{ uid: Uid }>`select uid from profiles where user_name = ${userName}`.execute(db)
  return rows[0]?.uid ?? null
}

async function nameOf(db: Db, uid: Uid): Promise<string> {
  const { rows } = await sql<{ user_name: string }>`select user_name from profiles where uid = ${uid}`.execute(db)
  return rows[0] ? `@${rows[0].user_name}` : uid
}

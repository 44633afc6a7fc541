import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createReportStore } from './reports.store.ts'

const USAGE = `Usage:
  npm run moderator -- add <user name>      lets that person look at reports
  npm run moderator -- remove <user name>   takes that back
  npm run moderator -- list                 says who may

With the embedded database the server must be stopped meanwhile; with DATABASE_URL it need not.`

/** Runs the operator's command that manages moderators, and returns the text to print. */
export async function moderatorsCommand(
  { db, clock }: { db: Db; clock: Clock },
  args: readonly string[],
): Promise<{ text: string; isDone: boolean }> {
  const [act, given = ''] = args
  const store = createReportStore(db)
  if (act === 'list') {
    const names = await Promise.all((await store.moderators()).map((uid) => nameOf(db, uid)))
    return { text: names.length > 0 ? names.join('\n') : 'There is no moderator yet.', isDone: true }
  }
  if ((act !== 'add' && act !== 'remove') || !given) return { text: USAGE, isDone: false }
  const userName = given.replace(/^@/, '').toLowerCase()
  const uid = await uidOf(db, userName)
  if (!uid) return { text: `Nobody here is called @${userName}.`, isDone: false }
  if (act === 'add')
    return {
      text: (await store.addModerator(uid, clock.now()))
        ? `@${userName} may look at reports now: /moderation`
        : `@${userName} already may.`,
      isDone: true,
    }
  return {
    text: (await store.removeModerator(uid)) ? `@${userName} may look at reports no more.` : `@${userName} could not anyway.`,
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

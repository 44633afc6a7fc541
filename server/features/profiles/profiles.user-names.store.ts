import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'

// Usernames that stay reserved after a change or a deletion. Only a hash of each name is stored, and only during that time.

const hashOf = (userName: string) => sql`sha256(convert_to(lower(${userName}::text), 'UTF8'))`
const reservedSince = (now: Date): Date => new Date(now.getTime() - limits.userName.reservedMs)

/**
 * Reserves a user's current username.
 * @param isChanged the user keeps the account: the name then redirects to them, and they may reclaim it
 */
export async function releaseUserName(tx: Db, uid: Uid, { now, isChanged }: { now: Date; isChanged: boolean }): Promise<void> {
  await sql`delete from released_user_names where released_at <= ${reservedSince(now)}`.execute(tx)
  await sql`
    insert into released_user_names (name_hash, released_at, uid)
    select sha256(convert_to(lower(user_name::text), 'UTF8')), ${now}::timestamptz, ${isChanged ? uid : null}::uuid
    from profiles where uid = ${uid}
    on conflict (name_hash) do update set released_at = excluded.released_at, uid = excluded.uid`.execute(tx)
}

/** Releases a reserved name that its user reclaims. */
export async function reclaimUserName(tx: Db, uid: Uid, userName: string): Promise<void> {
  await sql`delete from released_user_names where name_hash = ${hashOf(userName)} and uid = ${uid}`.execute(tx)
}

/** Whether a username is reserved for someone other than this user. */
export async function isReservedForOthers(db: Db, uid: Uid, userName: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from released_user_names
    where name_hash = ${hashOf(userName)} and released_at > ${reservedSince(now)} and uid is distinct from ${uid}`.execute(db)
  return rows.length > 0
}

/** The user who had this username until they changed it; null when the name isn't reserved or the account was deleted. */
export async function formerOwnerOf(db: Db, userName: string, now: Date): Promise<Uid | null> {
  const { rows } = await sql<{ uid: Uid | null }>`
    select uid from released_user_names where name_hash = ${hashOf(userName)} and released_at > ${reservedSince(now)}`.execute(db)
  return rows[0]?.uid ?? null
}

/** Filters these user names to those in use or reserved for another user. */
export async function takenUserNames(db: Db, uid: Uid, userNames: readonly string[], now: Date): Promise<Set<string>> {
  // In separate lateral subqueries with limit 1: otherwise PostgreSQL reads both tables completely for a dozen names.
  const { rows } = await sql<{ name: string }>`
    select wanted as name from unnest(${[...userNames]}::text[]) as it (wanted)
    left join lateral (select 1 as found from profiles where user_name = wanted::citext limit 1) as profile on true
    left join lateral (
      select 1 as found from released_user_names
      where name_hash = sha256(convert_to(lower(wanted), 'UTF8')) and released_at > ${reservedSince(now)} and uid is distinct from ${uid}
      limit 1
    ) as released on true
    where profile.found is not null or released.found is not null`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

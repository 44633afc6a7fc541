import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { FIRST_TERMS_VERSION, TERMS_VERSION } from '#contract/identity/terms.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createBatcher } from '#server/platform/concurrency/batcher.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Which version of the terms of service each user has accepted. */
export function createTerms({ db, clock }: { db: Db; clock: Clock }) {
  // After a restart all clients reconnect at once.
  const hasAccepted = createBatcher<Uid, boolean>({
    keyOf: (uid) => uid,
    run: async (uids) => {
      const { rows } = await sql<{ uid: Uid; isCurrent: boolean }>`
        select uid, bool_or(version = ${TERMS_VERSION}::text) as "isCurrent" from terms_acceptances
        where uid = any(${[...uids]}::uuid[]) group by uid`.execute(db)
      const found = new Map(rows.map(({ uid, isCurrent }) => [uid, isCurrent]))
      return new Map(uids.map((uid) => [uid, found.get(uid) ?? TERMS_VERSION === FIRST_TERMS_VERSION]))
    },
  })

  return {
    /** Whether the user has accepted the current version. */
    hasAccepted: async (uid: Uid): Promise<boolean> => (await hasAccepted(uid)) ?? false,

    /** Stores that the user accepts a version now. Repeating it is harmless. @throws AppError 'wrong_state' for another version than the current one */
    async accept(uid: Uid, version: string = TERMS_VERSION): Promise<void> {
      if (version !== TERMS_VERSION) throw new AppError('wrong_state', { version })
      await sql`
        insert into terms_acceptances (uid, version, accepted_at) values (${uid}, ${version}, ${clock.now()}) on conflict do nothing`.execute(
        db,
      )
    },

    /** The versions that a user accepted, for their export. */
    async listAccepted(uid: Uid): Promise<{ version: string; accepted: Date }[]> {
      const { rows } = await sql<{ version: string; accepted: Date }>`
        select version, accepted_at as accepted from terms_acceptances where uid = ${uid} order by accepted_at`.execute(db)
      return rows
    },
  }
}

export type Terms = ReturnType<typeof createTerms>

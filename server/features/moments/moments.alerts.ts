import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Audience } from '#contract/people.ts'
import type { MomentDeps } from './moments.deps.ts'

/** Users who get a notification for each new moment of a person that they may see. */
export function createPostAlerts({ db, clock, connections }: Pick<MomentDeps, 'db' | 'clock' | 'connections'>) {
  const isOn = async (viewer: Uid, author: Uid): Promise<boolean> => {
    const { rows } = await sql`select 1 from post_alerts where uid = ${viewer} and author_uid = ${author}`.execute(db)
    return rows.length > 0
  }

  return {
    /** @throws AppError 'not_found' for an unknown user and if either user blocked the other. */
    async get(viewer: Uid, author: Uid): Promise<{ on: boolean }> {
      await connections.mustSee(viewer, author)
      return { on: await isOn(viewer, author) }
    },

    /** @throws AppError as `get`, 'invalid_input' for oneself. */
    async set(viewer: Uid, author: Uid, on: boolean): Promise<{ on: boolean }> {
      if (viewer === author) throw new AppError('invalid_input', {}, [{ field: 'uid', message: 'This is yourself.' }])
      await connections.mustSee(viewer, author)
      await (
        on
          ? sql`insert into post_alerts (uid, author_uid, since) values (${viewer}, ${author}, ${clock.now()}) on conflict do nothing`
          : sql`delete from post_alerts where uid = ${viewer} and author_uid = ${author}`
      ).execute(db)
      return { on }
    },

    /** Users with an alert who may see a moment of this audience. */
    async receiversOf(author: Uid, audience: Audience): Promise<Uid[]> {
      if (audience === 'only_me') return []
      const { rows } = await sql<{ uid: Uid }>`select uid from post_alerts where author_uid = ${author}`.execute(db)
      if (rows.length === 0) return []
      const relations = await connections.relations(
        author,
        rows.map(({ uid }) => uid),
      )
      return rows.flatMap(({ uid }) => {
        const relation = relations.get(uid)
        const maySee = audience === 'everyone' ? relation !== undefined && relation !== 'blocked' : relation === 'connected'
        return maySee ? [uid] : []
      })
    },

    /** A block ends the alerts of both: they are not restored when it is lifted. */
    async endIfBlocked(a: Uid, b: Uid): Promise<void> {
      if (!(await connections.hiddenFrom(a)).has(b)) return
      await sql`delete from post_alerts where (uid = ${a} and author_uid = ${b}) or (uid = ${b} and author_uid = ${a})`.execute(db)
    },
  }
}

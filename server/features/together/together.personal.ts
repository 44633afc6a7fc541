import type { Db } from '#server/platform/db/database.ts'
import { jsonFile, type PersonalData } from '#server/platform/personal-data.ts'
import type { Together } from './together.service.ts'
import { createTogetherStore } from './together.store.ts'

type Deps = { db: Db; together: Pick<Together, 'erase'> }

/**
 * Shared sessions. The export has what was played while the user took part. A deleted user leaves running sessions and is replaced in
 * the sessions of others.
 */
export function togetherPersonalData({ db, together }: Deps): PersonalData {
  return {
    part: 'together',
    eraseRows: together.erase,
    async *collect(uid) {
      const sessions = await createTogetherStore(db).withUser(uid)
      if (sessions.length === 0) return
      yield jsonFile(
        'together.json',
        sessions.map(({ startedAt, endedAt, state }) => ({
          started: startedAt,
          ended: endedAt,
          // The member who brought an item is another user's data.
          played: state.played.map(({ addedBy, ...item }) => ({ ...item, brought_by_me: addedBy === uid })),
          my_visits: state.visits.filter(({ by }) => by === uid).map(({ what, atMs }) => ({ what, at: new Date(atMs) })),
          my_reactions: state.marks.filter(({ by }) => by === uid).map(({ emoji, position_ms: positionMs }) => ({ emoji, positionMs })),
        })),
      )
    },
  }
}

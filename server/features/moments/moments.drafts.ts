import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { MomentDraft } from '#contract/moments.ts'
import type { Audience } from '#contract/people.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import { storable } from '#server/platform/i18n/text.ts'
import type { MomentDeps } from './moments.deps.ts'

const SAVES = { limit: 300, windowMs: 10 * 60_000 }
const NONE: MomentDraft = { text: '', audience: 'everyone', saved_at: null }

/** The unposted text of each user, on all their devices. The last save wins. */
export function createMomentDrafts({ db, clock, bus }: Pick<MomentDeps, 'db' | 'clock' | 'bus'>) {
  const saveLimit = createRateLimit({ clock, ...SAVES, shared: bus && { bus, name: 'moment-drafts' } })

  return {
    async get(uid: Uid): Promise<MomentDraft> {
      const { rows } = await sql<{ text: string; audience: Audience; saved_at: Date }>`
        select text, audience, saved_at from moment_drafts where uid = ${uid}`.execute(db)
      const [row] = rows
      return row ? { ...row, saved_at: row.saved_at.toISOString() } : NONE
    },

    /** An empty text deletes the draft. @throws AppError 'rate_limited' */
    async save(uid: Uid, { text, audience }: { text: string; audience: Audience }): Promise<MomentDraft> {
      saveLimit.assert(uid)
      const content = storable(text, 'text')
      if (content === '') {
        await sql`delete from moment_drafts where uid = ${uid}`.execute(db)
        return NONE
      }
      const savedAt = clock.now()
      await sql`
        insert into moment_drafts (uid, text, audience, saved_at) values (${uid}, ${content}, ${audience}, ${savedAt})
        on conflict (uid) do update set text = excluded.text, audience = excluded.audience, saved_at = excluded.saved_at`.execute(db)
      return { text: content, audience, saved_at: savedAt.toISOString() }
    },
  }
}

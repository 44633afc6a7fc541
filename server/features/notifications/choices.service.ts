import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { NotificationKind, NotificationSettings, NotificationSettingsChange } from '#contract/notifications.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createChoiceStore } from './choices.store.ts'
import { isTimeZone, nextDigest } from './quiet.ts'

export type Choices = ReturnType<typeof createChoices>

/** What people want to hear of, where and when. */
export function createChoices({ db, clock }: { db: Db; clock: Clock }) {
  const store = createChoiceStore(db)
  return {
    /** What holds for that person. */
    of: (uid: Uid): Promise<NotificationSettings> => store.of(uid),

    /** Changes only what is given and answers everything. @throws AppError 'invalid_input' for a time zone that is none. */
    async change(uid: Uid, { kinds, ...given }: NotificationSettingsChange): Promise<NotificationSettings> {
      if (given.time_zone !== undefined && !isTimeZone(given.time_zone))
        throw new AppError('invalid_input', { zone: given.time_zone }, [{ field: 'time_zone', message: 'This is no time zone.' }])
      const { kinds: _kinds, ...now } = await store.of(uid)
      const next = {
        quiet: given.quiet === undefined ? now.quiet : given.quiet,
        time_zone: given.time_zone ?? now.time_zone,
        push_shows_text: given.push_shows_text ?? now.push_shows_text,
        digest: given.digest ?? now.digest,
      }
      const dueAt = next.digest === 'off' ? null : nextDigest(clock.now(), next.digest, next.time_zone)
      if (Object.keys(given).length > 0) await store.save(uid, next, { dueAt, now: clock.now() })
      for (const [kind, channels] of Object.entries(kinds ?? {}))
        // The contract lets only known kinds through.
        if (channels) await store.setChannels(uid, kind as NotificationKind, channels)
      return store.of(uid)
    },
  }
}

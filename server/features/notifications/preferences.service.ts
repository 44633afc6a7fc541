import type { Uid } from '#contract/base/ids.ts'
import type { NotificationKind, NotificationSettings, NotificationSettingsChange } from '#contract/notifications.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createPreferenceStore } from './preferences.store.ts'
import { nextDigest } from './quiet-hours.ts'
import { assertTimeZone } from '#server/platform/local-day.ts'

export type Preferences = ReturnType<typeof createPreferences>

/** Notification settings: kinds, channels, quiet hours, digest. */
export function createPreferences({ db, clock }: { db: Db; clock: Clock }) {
  const store = createPreferenceStore(db)
  return {
    of: (uid: Uid): Promise<NotificationSettings> => store.of(uid),

    /** Changes the given settings and returns all. @throws AppError 'invalid_input' for an unknown time zone. */
    async change(uid: Uid, { kinds, ...given }: NotificationSettingsChange): Promise<NotificationSettings> {
      if (given.time_zone !== undefined) assertTimeZone(given.time_zone, { zone: given.time_zone })
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
        // The contract accepts only known kinds.
        if (channels) await store.setChannels(uid, kind as NotificationKind, channels)
      return store.of(uid)
    },
  }
}

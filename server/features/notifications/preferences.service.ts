import type { Uid } from '#contract/base/ids.ts'
import type { NotificationKind, NotificationSettings, NotificationSettingsChange } from '#contract/notifications.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createPreferenceStore, DEFAULT_TIME_ZONE } from './preferences.store.ts'
import { nextDigest } from './quiet-hours.ts'
import { assertTimeZone, isTimeZone } from '#server/platform/local-day.ts'

export type Preferences = ReturnType<typeof createPreferences>

/** Notification settings: kinds, channels, quiet hours, digest. */
export function createPreferences({ db, clock }: { db: Db; clock: Clock }) {
  const store = createPreferenceStore(db)

  /** Changes the given settings and returns all. @throws AppError 'invalid_input' for an unknown time zone. */
  async function change(uid: Uid, { kinds, ...given }: NotificationSettingsChange): Promise<NotificationSettings> {
    if (given.time_zone !== undefined) assertTimeZone(given.time_zone, { zone: given.time_zone })
    const { kinds: _kinds, ...now } = await store.get(uid)
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
    return store.get(uid)
  }

  return {
    of: (uid: Uid): Promise<NotificationSettings> => store.get(uid),

    timeZoneOf: (uid: Uid): Promise<string> => store.timeZoneOf(uid),

    /** Stores the time zone of a user's device unless the user has one. An unknown one is ignored: browsers differ in what they know. */
    async setDeviceTimeZone(uid: Uid, timeZone: string): Promise<void> {
      if (timeZone === DEFAULT_TIME_ZONE || !isTimeZone(timeZone) || (await store.timeZoneOf(uid)) !== DEFAULT_TIME_ZONE) return
      await change(uid, { time_zone: timeZone })
    },

    change,
  }
}

import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type ExportedFile, jsonFile, type PersonalData } from '#server/platform/personal-data.ts'

/** Exports notifications, their settings and push subscriptions. Deletion cascades in the database. */
export function notificationsPersonalData(db: Db): PersonalData {
  async function* collect(uid: Uid, hidden: ReadonlySet<Uid>): AsyncGenerator<ExportedFile> {
    const notifications = await sql`
      select notifications.kind, profiles.user_name as by, notifications.at, notifications.read_at as read
      from notifications left join profiles on profiles.uid = notifications.actor
      where notifications.uid = ${uid} and (actor is null or actor <> all(${[...hidden]}::uuid[])) order by notifications.at`.execute(db)
    yield jsonFile('notifications.json', notifications.rows)
    const choices = await sql`select kind, in_app, push, mail from notification_choices where uid = ${uid} order by kind`.execute(db)
    const settings = await sql`
      select quiet_from as quiet_from_minute, quiet_until as quiet_until_minute, quiet_days, time_zone, push_shows_text, digest
      from notification_settings where uid = ${uid}`.execute(db)
    // A push endpoint is a secret, so only its host is exported.
    const browsers = await sql`
      select split_part(endpoint, '/', 3) as push_service, created_at as since from push_subscriptions where uid = ${uid} order by created_at`.execute(
      db,
    )
    yield jsonFile('notification-settings.json', { choices: choices.rows, settings: settings.rows, browsers: browsers.rows })
  }
  return { part: 'notifications', collect }
}

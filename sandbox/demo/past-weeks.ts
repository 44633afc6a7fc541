import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { createRecapsStore } from '#server/features/recaps/recaps.store.ts'
import { mondayOf } from '#server/features/recaps/local-week.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import type { Db } from '#server/platform/db/database.ts'
import { dateOfDay } from '#server/platform/local-day.ts'
import type { DemoClock } from './demo-clock.ts'
import type { Friendship } from './friends.ts'
import { demoLogins } from './people.ts'
import type { Random } from './random.ts'

const DAY_MINUTES = 24 * 60
/** Before the plays of new items begin. */
const SENT_DAYS_AGO = 15
const MAX_SENT = 2
const WEEK_DAYS = 7
const MAX_CHANGE = 9
/** The first buddy of each login has been one for so long, with a match that rose every week. */
const OLD_WEEKS = 44
const MET_PERCENT = 12

/**
 * Buddies of the logins sent them songs that they have played since, and their matches were others a week before. With the first
 * buddy of each login the match has a history, which both allow.
 */
export async function pastWeeks(
  app: App,
  db: Db,
  friendships: readonly Friendship[],
  { clock, random }: { clock: DemoClock; random: Random },
): Promise<void> {
  const today = Math.floor(clock.now().getTime() / (DAY_MINUTES * 60_000))
  const thisMonday = mondayOf(today)
  for (const login of demoLogins) {
    const pairs = friendships.flatMap(({ one, two }) => {
      if (one.userName === login.userName) return [{ me: one, buddy: two }]
      return two.userName === login.userName ? [{ me: two, buddy: one }] : []
    })
    const me = pairs[0]?.me
    if (!me) continue
    const { rows: songs } = await sql<{ id: string }>`
      select items.spotify_id as id from item_plays plays join items on items.id = plays.item_id
      where plays.uid = ${me.uid} and items.kind = 'track' and items.spotify_id is not null and plays.first_at > ${(today - SENT_DAYS_AGO + 1) * DAY_MINUTES}
      order by plays.first_at desc, items.name limit ${MAX_SENT}
    `.execute(db)
    for (const [at, { id: song }] of songs.entries()) {
      const buddy = pairs[at]?.buddy
      if (!buddy) continue
      await clock.at(SENT_DAYS_AGO * DAY_MINUTES, () => {
        const content = `Made me think of you: https://open.spotify.com/track/${song}`
        const id = newUuidv7(clock.now().getTime())
        return app.chat.send(buddy.uid, me.uid, {
          id,
          type: 'text',
          content,
          referenceItem: [],
          to: me.uid,
          from: buddy.uid,
          chat_id: null,
          media: [],
        })
      })
    }
    await oldBuddies(app, db, pairs[0], thisMonday, random)
    const now = await app.wavelength.percents(
      me.uid,
      pairs.map(({ buddy }) => buddy.uid),
      () => 'buddies',
    )
    const before = new Map(Array.from(now, ([uid, percent]) => [uid, Math.max(0, Math.min(100, percent + 2 - random.below(MAX_CHANGE)))]))
    const store = createRecapsStore(db)
    await store.saveMatches(me.uid, dateOfDay(thisMonday - 2 * WEEK_DAYS), before)
    await store.saveMatches(me.uid, dateOfDay(thisMonday - WEEK_DAYS), now)
  }
}

type Pair = { me: { uid: string }; buddy: { uid: string } }

async function oldBuddies(app: App, db: Db, pair: Pair | undefined, thisMonday: number, random: Random): Promise<void> {
  if (!pair) return
  const [me, other] = [pair.me.uid, pair.buddy.uid]
  const monday = thisMonday - OLD_WEEKS * WEEK_DAYS
  await sql`
    update connections set asked_at = ${dateOfDay(monday)}::date, connected_at = ${dateOfDay(monday)}::date
    where low_uid = least(${me}::uuid, ${other}::uuid) and high_uid = greatest(${me}::uuid, ${other}::uuid)
  `.execute(db)
  for (const uid of [me, other]) await app.privacy.change(uid, { history: true })
  const percent = (await app.wavelength.percents(me, [other], () => 'buddies')).get(other) ?? MET_PERCENT
  const store = createRecapsStore(db)
  for (let week = 0; week < OLD_WEEKS - 2; week++) {
    const risen = Math.round(MET_PERCENT + ((percent - MET_PERCENT) * week) / OLD_WEEKS) + random.below(4)
    for (const [uid, buddy] of [
      [me, other],
      [other, me],
    ] as const)
      await store.saveMatches(uid, dateOfDay(monday + week * WEEK_DAYS), new Map([[buddy, Math.min(100, risen)]]))
  }
}

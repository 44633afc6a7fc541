import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { NewTogetherItem, TogetherCommand } from '#contract/together.ts'
import type { App } from '#server/app.ts'
import { createRecapsStore } from '#server/features/recaps/recaps.store.ts'
import { WEEK_DAYS } from '#server/features/recaps/local-week.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import type { Db } from '#server/platform/db/database.ts'
import { dateOfDay } from '#server/platform/local-day.ts'
import type { DemoClock } from './demo-clock.ts'
import type { Friendship } from './friends.ts'
import { demoLogins } from './people.ts'
import { FOUND_DAYS_AGO, foundLastMonth, fullWeeks } from './play-a-year.ts'
import type { Random } from './random.ts'

const DAY_MINUTES = 24 * 60
const SENT_BEFORE_FOUND_DAYS = 2
const MAX_SENT = 2
/** Keeps the day within the same month. */
const FOUND_WITHIN_DAYS = 20
const MAX_CHANGE = 9
/** The first buddy of each login has been one for this long, with a match that rose every week. */
const OLD_WEEKS = 44
const MET_PERCENT = 12

type Song = { itemId: string; spotifyId: string; name: string; by: string }
type Pair = { me: { uid: string }; buddy: { uid: string } }

/**
 * Buddies of the logins sent them songs that they have played since, and their matches were different a week before. The match with the
 * first buddy of each login has a history, which both allow: each brought the other an artist, and they played songs together.
 */
export async function pastWeeks(
  app: App,
  db: Db,
  friendships: readonly Friendship[],
  { clock, random }: { clock: DemoClock; random: Random },
): Promise<void> {
  const nowMinute = clock.now().getTime() / 60_000
  const today = Math.floor(nowMinute / DAY_MINUTES)
  const mondays = fullWeeks(today)
  const thisMonday = Math.max(...mondays) + WEEK_DAYS
  const on = <T>(day: number, hour: number, work: () => Promise<T>) => clock.at(nowMinute - day * DAY_MINUTES - hour * 60, work)
  for (const login of demoLogins) {
    const pairs = friendships.flatMap(({ user, friend }): Pair[] => {
      if (user.userName === login.userName) return [{ me: user, buddy: friend }]
      return friend.userName === login.userName ? [{ me: friend, buddy: user }] : []
    })
    const [first] = pairs
    if (!first) continue
    const { me, buddy: oldest } = first
    await oldBuddies(app, db, first, thisMonday, random)

    const foundOn = today - FOUND_DAYS_AGO
    for (const { from, to } of [
      { from: oldest, to: me },
      { from: me, to: oldest },
    ]) {
      const found = await songOfNewArtist(db, to.uid, foundOn)
      if (found)
        await on(foundOn - SENT_BEFORE_FOUND_DAYS, 18, () =>
          sendSong(app, clock, { from: from.uid, to: to.uid, song: found, text: 'You need this one:' }),
        )
    }

    await lastMonth({ app, db, clock, on }, { pair: first, from: pairs[1]?.buddy ?? oldest, day: foundLastMonth(clock.now()) })

    for (const monday of mondays) await fullWeek({ app, db, clock, on }, { me, pairs, monday })

    const now = await app.wavelength.percents(
      me.uid,
      pairs.map(({ buddy }) => buddy.uid),
      () => 'buddies',
    )
    const store = createRecapsStore(db)
    for (const monday of mondays) {
      const before = Array.from(now, ([uid, percent]) => [uid, Math.max(0, Math.min(100, percent + 2 - random.below(MAX_CHANGE)))] as const)
      await store.saveMatches(me.uid, dateOfDay(monday - WEEK_DAYS), new Map(before))
    }
    await store.saveMatches(me.uid, dateOfDay(thisMonday - WEEK_DAYS), now)
  }
}

type World = { app: App; db: Db; clock: DemoClock; on: At }
type Week = { me: { uid: string }; pairs: readonly Pair[]; monday: number }

/** The new songs of a week: buddies had sent them, and the user saves one, sends it to the first buddy, and plays it with them. */
async function fullWeek({ app, db, clock, on }: World, { me, pairs, monday }: Week): Promise<void> {
  const [first] = pairs
  if (!first) return
  const { buddy: oldest } = first
  const songs = await newSongs(db, me.uid, monday, monday + WEEK_DAYS)
  for (const [index, song] of songs.entries()) {
    const buddy = pairs[index]?.buddy
    if (buddy) await on(monday - 1, 18, () => sendSong(app, clock, { from: buddy.uid, to: me.uid, song, text: 'Made me think of you:' }))
  }
  const [theirs] = await newSongs(db, oldest.uid, monday, monday + WEEK_DAYS)
  if (theirs)
    await on(monday - 1, 19, () => sendSong(app, clock, { from: me.uid, to: oldest.uid, song: theirs, text: 'This sounds like you:' }))

  await on(monday + 1, 20, async () => {
    for (const { itemId } of songs) await app.discover.save(me.uid, itemId)
  })
  const [song] = songs
  if (song) {
    const chatId = await on(monday + 2, 19, () => sendSong(app, clock, { from: me.uid, to: oldest.uid, song, text: 'On all day here:' }))
    await playTogether(app, on, { pair: first, chatId, day: monday + 4, songs: theirs ? [song, theirs] : [song] })
  }
}

/** Before a login and the oldest buddy found a song on this day, one of their buddies had sent it. Then they played both together. */
async function lastMonth(
  { app, db, clock, on }: World,
  { pair, from, day }: { pair: Pair; from: { uid: string }; day: number },
): Promise<void> {
  const { me, buddy } = pair
  const foundBy = async (uid: string) => [...(await newSongs(db, uid, day, day + FOUND_WITHIN_DAYS))].pop()
  const [mine, theirs] = [(await songOfNewArtist(db, me.uid, day)) ?? (await foundBy(me.uid)), await foundBy(buddy.uid)]
  const reaction = theirs ?? mine
  if (!mine || !reaction) return
  const sentOn = day - SENT_BEFORE_FOUND_DAYS
  await on(sentOn, 18, () => sendSong(app, clock, { from: from.uid, to: me.uid, song: mine, text: 'I thought of you with this one:' }))
  const chatId = await on(sentOn, 19, () =>
    sendSong(app, clock, { from: me.uid, to: buddy.uid, song: reaction, text: 'This one won’t leave my head:' }),
  )
  await on(day + 1, 20, () => app.discover.save(me.uid, mine.itemId))
  await playTogether(app, on, { pair, chatId, day: day + 3, songs: [mine, reaction] })
}

/** Songs that a user played for the first time from one day until another, the latest first. */
async function newSongs(db: Db, uid: string, from: number, until: number): Promise<Song[]> {
  const { rows } = await sql<Song>`
    select items.id as "itemId", items.spotify_id as "spotifyId", items.name, items.by_name as by
    from item_plays plays join items on items.id = plays.item_id
    where plays.uid = ${uid} and items.kind = 'track' and items.spotify_id is not null
      and plays.first_at >= ${from * DAY_MINUTES} and plays.first_at < ${until * DAY_MINUTES}
    order by plays.first_at desc, items.name limit ${MAX_SENT}
  `.execute(db)
  return rows
}

/** The first song of the artist whom a user first played on this day or in the days after it. */
async function songOfNewArtist(db: Db, uid: string, day: number): Promise<Song | undefined> {
  const { rows } = await sql<Song>`
    select items.id as "itemId", items.spotify_id as "spotifyId", items.name, items.by_name as by
    from item_plays plays
    join items on items.id = plays.item_id and items.kind = 'track' and items.spotify_id is not null
    join items artists on artists.kind = 'artist' and artists.name = items.by_name
    join item_plays of_artist on of_artist.uid = plays.uid and of_artist.item_id = artists.id
    where plays.uid = ${uid} and of_artist.first_at >= ${day * DAY_MINUTES}
    order by of_artist.first_at, plays.first_at, items.name limit 1
  `.execute(db)
  return rows[0]
}

/** Runs an action at an hour of a day. */
type At = <T>(day: number, hour: number, work: () => Promise<T>) => Promise<T>
type Sent = { from: string; to: string; song: Song; text: string }

/** Returns the conversation. */
async function sendSong(app: App, clock: DemoClock, { from, to, song, text }: Sent): Promise<string> {
  const id = newUuidv7(clock.now().getTime())
  const content = `${text} https://open.spotify.com/track/${song.spotifyId}`
  const { chatId } = await app.chat.send(from, to, { id, type: 'text', content, referenceItem: [], to, from, chat_id: null, media: [] })
  return chatId
}

const SONG_HOURS = 4 / 60

/** A shared session in the evening of a day: each of the two brings one of the songs. */
async function playTogether(
  app: App,
  on: At,
  { pair: { me, buddy }, chatId, day, songs }: { pair: Pair; chatId: string; day: number; songs: readonly Song[] },
): Promise<void> {
  const command = (actor: string, next: TogetherCommand) => app.together.command(actor, chatId, randomUUID(), next)
  for (const [index, { name, by, spotifyId }] of songs.entries()) {
    const item: NewTogetherItem = { side: 'sound', title: name, by, spotify_id: spotifyId, youtube_id: null }
    await on(day, 20 + index * SONG_HOURS, async () => {
      if (index === 0) return command(me.uid, { kind: 'start', item })
      await command(buddy.uid, { kind: 'join', platform: 'spotify' })
      await command(buddy.uid, { kind: 'add', item })
      const playing = (await app.together.running(me.uid, chatId))?.current
      if (playing) await command(me.uid, { kind: 'skip', item: playing.id })
    })
  }
  for (const { uid } of [buddy, me]) await on(day, 20 + songs.length * SONG_HOURS, () => command(uid, { kind: 'leave' }))
}

async function oldBuddies(app: App, db: Db, pair: Pair, thisMonday: number, random: Random): Promise<void> {
  const [me, other] = [pair.me.uid, pair.buddy.uid]
  const monday = thisMonday - OLD_WEEKS * WEEK_DAYS
  await sql`
    update connections set asked_at = ${dateOfDay(monday)}::date, connected_at = ${dateOfDay(monday)}::date
    where low_uid = least(${me}::uuid, ${other}::uuid) and high_uid = greatest(${me}::uuid, ${other}::uuid)
  `.execute(db)
  for (const uid of [me, other]) await app.privacy.change(uid, { history: true, pictured: true, named: true })
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

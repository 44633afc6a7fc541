import { sql } from 'kysely'
import type { ItemKind } from '#contract/media.ts'
import type { SourceName } from '#contract/taste/taste.ts'
import { addPlays, packPlay, type Plays } from '#server/features/sources/play-times.ts'
import { createPlaysStore } from '#server/features/sources/plays.ts'
import { DAY_MINUTES, type Day } from '#server/platform/local-day.ts'
import { lastFullWeek, WEEK_DAYS } from '#server/features/recaps/local-week.ts'
import type { Db } from '#server/platform/db/database.ts'
import { demoLogins } from './people.ts'
import { type Random, seededRandom } from './random.ts'

type DemoUser = { userName: string; uid: string }
type Loved = { source: SourceName; itemId: string; kind: ItemKind; name: string; by: string | null; isPlayed: boolean }

const DAY_MS = 86_400_000
const DAYS = 365
const MAX_PLAYS = { track: 24, video: 4 } as const
/** The number of items per kind that start on the Tuesday of each of the weeks. */
const NEW_ITEMS = 3
/** Taste drifts: what a user loves less now was played most in the past. `share` of their items are in between. */
const ERAS = [
  { beforeDays: 250, share: 0.6 },
  { beforeDays: 130, share: 0.3 },
]
/** Each user discovered an artist this long ago, who has about this share of their plays since. */
export const FOUND_DAYS_AGO = 100
const FOUND_SHARE = 0.2
/** And another one, and a song, on this day of the month before, so that its recap has all sections. */
const FOUND_DATE = 6
const NONE: Plays = { times: [], days: [] }

/**
 * The Mondays of the weeks whose recaps have all sections: of the last finished week, on a Monday also of the one before, which is the
 * users' last recap until 8 AM.
 */
export function fullWeeks(today: Day): readonly Day[] {
  const last = lastFullWeek(today - 1)
  return last === today - WEEK_DAYS ? [last - WEEK_DAYS, last] : [last]
}

/** The day of the last calendar month on which each user found an artist. It is before the last finished week. */
export const foundLastMonth = (now: Date): number => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, FOUND_DATE) / DAY_MS

/** A year of plays for each user, ending yesterday, of what they love: the most loved items the most often. */
export async function playAYear(db: Db, users: readonly DemoUser[], now: Date): Promise<void> {
  const today = Math.floor(now.getTime() / DAY_MS)
  const newDays = fullWeeks(today).map((monday) => today - monday - 1)
  for (const { userName, uid } of users) {
    // Only users with a login ever open their recap.
    const laterDays = demoLogins.some((login) => login.userName === userName) ? today - foundLastMonth(now) : 0
    const { rows: loved } = await sql<Loved>`
      select taste_rows.source, items.id as "itemId", items.kind, items.name, items.by_name as by,
        exists (select 1 from item_plays plays where plays.uid = taste_rows.uid and plays.item_id = items.id) as "isPlayed"
      from taste_rows join items on items.id = taste_rows.item_id
      where taste_rows.uid = ${uid} order by taste_rows.weight desc, items.name
    `.execute(db)
    const random = seededRandom(Array.from(userName).reduce((seed, letter) => seed * 31 + letter.charCodeAt(0), 7))
    for (const [source, kind, makerKind] of [
      ['spotify', 'track', 'artist'],
      ['youtube', 'video', 'channel'],
    ] as const) {
      // Recent plays that the sync has already read come first.
      const ofSource = loved.filter((item) => item.source === source).toSorted((a, b) => Number(b.isPlayed) - Number(a.isPlayed))
      const plays = playsOf(
        ofSource.filter((item) => item.kind === kind),
        { today, newDays, laterDays, most: MAX_PLAYS[kind], random, isTimed: kind === 'track', found: foundArtists(ofSource, laterDays) },
      )
      // A play also counts for the artist or the channel.
      for (const { itemId, by } of ofSource.filter((item) => item.kind === kind)) {
        const maker = ofSource.find((item) => item.kind === makerKind && item.name === by)
        if (maker) plays.set(maker.itemId, addPlays(plays.get(maker.itemId) ?? NONE, plays.get(itemId) ?? NONE))
      }
      await db.transaction().execute((tx) =>
        createPlaysStore(tx).merge(
          { uid, source },
          Array.from(plays, ([itemId, played]) => ({ itemId, ...played })),
        ),
      )
    }
  }
}

/**
 * When each user discovered which artists, in days ago: one with about a fifth of the plays, and later the one with the fewest. The first
 * songs are played the most, by the square of a random number.
 */
function foundArtists(loved: readonly Loved[], laterDays: number): Map<string, number> {
  const artists = new Set(loved.flatMap(({ kind, name }) => (kind === 'artist' ? [name] : [])))
  const songs = loved.filter(({ kind }) => kind === 'track')
  const shares = new Map<string, number>()
  for (const [index, { by }] of songs.entries())
    if (by !== null && artists.has(by))
      shares.set(by, (shares.get(by) ?? 0) + Math.sqrt((index + 1) / songs.length) - Math.sqrt(index / songs.length))
  const distance = (share: number) => Math.abs(share - FOUND_SHARE)
  const found = [...shares].toSorted(([, a], [, b]) => distance(a) - distance(b))[0]?.[0]
  // With only two artists, the other one stays the same: the user has played it all year.
  const others = shares.size > 2 ? [...shares].filter(([name]) => name !== found) : []
  const least = others.toSorted(([, a], [, b]) => a - b)[0]?.[0]
  return new Map([
    ...(least === undefined || laterDays === 0 ? [] : [[least, laterDays] as const]),
    ...(found === undefined ? [] : [[found, FOUND_DAYS_AGO] as const]),
  ])
}

type Year = {
  today: number
  /** How many days ago new items started: those that started last are the last items. */
  newDays: readonly number[]
  laterDays: number
  most: number
  random: Random
  isTimed: boolean
  found: ReadonlyMap<string, number>
}

function playsOf(items: readonly Loved[], { today, newDays, laterDays, most, random, isTimed, found }: Year): Map<string, Plays> {
  const played = new Map<string, number[]>()
  if (items.length === 0) return new Map()
  const ofLater = items.findIndex(({ by }) => by !== null && found.get(by) === laterDays)
  const later = ofLater >= 0 ? ofLater : Math.max(0, items.length - NEW_ITEMS * newDays.length - 1)
  for (let ago = DAYS; ago >= 1; ago--) {
    const isWeekend = (today - ago + 3) % 7 >= 5
    const available = Math.max(1, items.length - NEW_ITEMS * newDays.filter((started) => started < ago).length)
    const drift = Math.floor(available * (ERAS.find(({ beforeDays }) => ago > beforeDays)?.share ?? 0))
    for (let play = random.below(most) + (isWeekend ? most / 2 : 0); play > 0; play--) {
      const isNew = newDays.some((started) => ago <= started) && random.below(6) === 0
      const isLater = ago <= laterDays && random.below(12) === 0
      const usual = isLater ? later : (Math.floor(available * random.next() ** 2) + drift) % available
      const time = isNew ? available - 1 - random.below(Math.min(NEW_ITEMS, available)) : usual
      const { itemId = '', by = null } = items[time] ?? {}
      // Most plays are in the morning and in the evening.
      const hour = random.below(3) === 0 ? 6 + random.below(4) : 15 + random.below(8)
      const minute = (today - ago) * DAY_MINUTES + hour * 60 + random.below(60)
      if (ago > (laterDays > 0 && time === later ? laterDays : (found.get(by ?? '') ?? DAYS))) continue
      const times = played.get(itemId) ?? []
      times.push(packPlay(minute, isTimed ? 170 + random.below(90) : 0))
      played.set(itemId, times)
    }
  }
  return new Map(Array.from(played, ([itemId, times]) => [itemId, { times: times.toSorted((a, b) => a - b), days: [] }]))
}

import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { recap } from '#contract/taste/recaps.ts'
import { packDay } from '#server/features/sources/days.ts'
import { createPlaysStore } from '#server/features/sources/plays.ts'
import { tasteWorld } from '#server/features/taste/taste.test-world.ts'
import { dayOfDate } from '#server/platform/local-day.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import type { Share } from './brought.ts'
import type { RecapsDeps } from './recap-content.ts'
import { createRecaps } from './recaps.service.ts'

/** The Monday of the newest finished week. */
export const LAST = '2026-11-16'
/** Indexes of Mira's items in `tracks`. */
export const [KERALA, GORILLA, SIMZ] = [0, 1, 2] as const

/** The data that other features return and receive in a test. */
const atStart = () => ({
  now: new Date('2026-11-23T09:00:00Z'),
  zones: new Map<Uid, string>(),
  /** Mira's matches of today. */
  percents: new Map<Uid, number>(),
  shares: [] as Share[],
  gave: [] as Awaited<ReturnType<RecapsDeps['broughtBy']>>,
  sessions: [] as Awaited<ReturnType<RecapsDeps['sessions']>>,
  activityTime: null as { since: Date; until: Date } | null,
  notified: [] as string[],
  savedMonths: [] as string[],
  isFailing: false,
})

/** The recaps of Mira, who loves three items and has the buddies Jonas and Lena. */
export async function recapsWorld() {
  const world = await tasteWorld()
  const [mira, jonas, lena] = [await world.person('mira'), await world.person('jonas'), await world.person('lena')]
  for (const buddy of [jonas, lena]) await world.befriend(mira, buddy)
  await sql`update profiles set joined_at = '2026-01-01'`.execute(world.db)
  await world.loves(mira, 'spotify', [
    { kind: 'track', name: 'Kerala', by: 'Bonobo' },
    { kind: 'track', name: 'Gorilla', by: 'Little Simz' },
    { kind: 'artist', name: 'Little Simz', by: null },
  ])
  const { rows } = await sql<{
    id: string
  }>`select id from items where name in ('Kerala', 'Gorilla', 'Little Simz') order by kind desc, name desc`.execute(world.db)
  const tracks = rows.map(({ id }) => id)
  const given = atStart()
  const recaps = createRecaps({
    db: world.db,
    clock: { now: () => given.now },
    media: world.media,
    people: { ...world.connections, cards: (uids) => world.profiles.cards(uids) },
    percents: async (viewer, uids) =>
      new Map(uids.flatMap((uid) => (viewer === mira && given.percents.has(uid) ? [[uid, given.percents.get(uid) ?? 0]] : []))),
    shownTaste: async (uid) => ({ loves: new Set(uid === lena ? [tracks[SIMZ] ?? ''] : []), print: PRINT_BARS.map(() => 0) }),
    shares: async (_viewer, buddies) => given.shares.filter(({ by }) => buddies.includes(by)),
    counted: async (uids) => new Set([...(await world.privacy.getMany(uids))].flatMap(([uid, { counted }]) => (counted ? [uid] : []))),
    async activity(_viewer, time) {
      given.activityTime = time
      return { saved: 3, shared: 2 }
    },
    broughtBy: async (_viewer, buddies) => given.gave.filter(({ to }) => buddies.includes(to)),
    sessions: async () => given.sessions,
    listening: async () => [],
    mutedAmong: world.mutes.mutedAmong,
    timeZoneOf: async (uid) => given.zones.get(uid) ?? 'UTC',
    saveMonth: async (uid, date) => void given.savedMonths.push(`${uid} ${date}`),
    async notify(uid, monday) {
      if (given.isFailing) throw new Error('the server stopped')
      given.notified.push(`${uid} ${monday}`)
    },
    log: createLogs({ filter: 'off', pretty: false })('taste.match'),
  })

  async function play(uid: Uid, which: number, ...days: [date: string, plays: number][]) {
    await createPlaysStore(world.db).merge({ uid, source: 'spotify' }, [
      {
        itemId: tracks[which] ?? '',
        times: [],
        days: days.map(([date, plays]) => packDay({ day: dayOfDate(date), plays, seconds: plays * 200 })),
      },
    ])
  }
  return {
    world,
    given,
    recaps,
    tracks,
    mira,
    jonas,
    lena,
    play,
    /** Two items that Mira played for the first time in the last week. */
    async playNewItems() {
      await play(mira, KERALA, ['2026-11-02', 1])
      await play(mira, SIMZ, ['2026-11-18', 9])
      await play(mira, GORILLA, ['2026-11-18', 9])
    },
    week: async (uid: Uid, period?: string) => recap.parse(await recaps.recap(uid, period)),
    /** Stores Mira's match with a buddy for past weeks, by their Mondays. */
    async match(buddy: Uid, percents: Record<string, number>) {
      for (const [monday, percent] of Object.entries(percents))
        await sql`insert into weekly_matches (uid, week, other, percent) values (${mira}, ${monday}, ${buddy}, ${percent})`.execute(
          world.db,
        )
    },
    /** An item that Jonas sent before the last week. */
    sentByJonas: (which: number): Share => ({
      how: 'sent',
      where: '00000000-0000-4000-8000-000000000001',
      itemId: tracks[which] ?? '',
      by: jonas,
      at: new Date('2026-11-14T10:00:00Z'),
    }),
    async reset() {
      Object.assign(given, atStart())
      for (const table of ['recaps', 'weekly_matches', 'item_plays', 'notification_settings'])
        await sql`delete from ${sql.table(table)}`.execute(world.db)
    },
  }
}

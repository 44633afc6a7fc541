import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ConnectableSource, type SourceName, syncedSources } from '#contract/taste/taste.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { sourcesWorld } from '#tests/kit/sources.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createMonthlyPrintsStore } from './monthly-prints.ts'
import { packPlay } from './play-times.ts'
import { createPlaysStore } from './plays.ts'
import { NOTICE_DAYS, retentionRules } from './retention.rules.ts'
import { keepingItems } from './retention.store.ts'

const DAY_MS = 86_400_000
let database: Database
let world: Awaited<ReturnType<typeof sourcesWorld>>
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await sql`delete from people`.execute(database.db)
  world = await sourcesWorld(database.db)
})
afterAll(() => database.close())

async function connected(source: ConnectableSource, login = 'mira') {
  const uid = await world.person()
  await world.connect(uid, source, login)
  await world.settle()
  return uid
}
const hasRows = async (uid: string, source: ConnectableSource) => (await world.rowsOf(uid, source)).length > 0

/** Advances the clock day by day and runs the retention job each day; in production it runs every six hours. */
async function days(count: number, each: () => void = () => {}) {
  for (let day = 0; day < count; day++) {
    world.clock.pass(DAY_MS)
    each()
    await world.retention.round()
    // Runs the syncs that the job started, but not the next run, which isn't due.
    await world.settle()
  }
}

async function anItem(name: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into items (id, kind, name, name_key, created_at) values (gen_random_uuid(), 'track', ${name}, ${name}, ${world.clock.now()}) returning id
  `.execute(database.db)
  return rows[0]?.id ?? ''
}

async function played(uid: string, source: SourceName, itemId: string): Promise<void> {
  const times = [packPlay(Math.floor(world.clock.now().getTime() / 60_000) - 60, 180)]
  await database.db.transaction().execute((tx) => createPlaysStore(tx).merge({ uid, source }, [{ itemId, times, days: [] }]))
}

async function stored(uid: string): Promise<{ plays: number; prints: number } | undefined> {
  const { rows } = await sql<{ plays: number; prints: number }>`
    select (select count(*)::int from item_plays where uid = ${uid}) as plays, (select count(*)::int from monthly_prints where uid = ${uid}) as prints
  `.execute(database.db)
  return rows[0]
}

describe('data is refreshed in time', () => {
  test.for(['spotify', 'youtube'] as const)('%s: a connected account is never older than its retention rule allows', async (source) => {
    const uid = await connected(source)
    const began = world.clock.now()
    await days(retentionRules[source].refreshAfter + 2)
    const synced = (await world.statusOf(uid, source))?.synced_at ?? ''
    expect(Date.parse(synced)).toBeGreaterThan(began.getTime())
    expect(await hasRows(uid, source)).toBe(true)
    await world.close()
  })

  test('an account whose sync failed waits for the retention job, and does not delay working accounts', async () => {
    const [failing, working] = [await connected('spotify', 'failing'), await connected('spotify', 'working')]
    await sql`update taste_sources set error = 'unavailable' where uid = ${failing}`.execute(database.db)
    world.clock.pass(8 * DAY_MS)
    const statuses = () => Promise.all([failing, working].map(async (uid) => (await world.statusOf(uid, 'spotify'))?.status))
    await world.retention.refresh()
    expect(await statuses()).toEqual(['connected', 'syncing'])
    await world.retention.round()
    expect(await statuses()).toEqual(['syncing', 'syncing'])
    await world.close()
  })

  test('limits the syncs of one run and starts with the oldest', async () => {
    const first = await connected('spotify', 'first')
    world.clock.pass(DAY_MS)
    await connected('spotify', 'second')
    world.clock.pass(7 * DAY_MS - 1_000)
    await world.retention.round()
    expect((await world.statusOf(first, 'spotify'))?.status).toBe('syncing')
    await world.close()
  })
})

describe('data that cannot be refreshed is deleted', () => {
  test("deletes YouTube data that can't be refreshed within the thirty days of its policy", async () => {
    const uid = await connected('youtube')
    await days(27, () => world.youtube.failNext({ status: 500, times: 1_000, path: '/youtube/' }))
    expect(await hasRows(uid, 'youtube')).toBe(true)
    await days(2, () => world.youtube.failNext({ status: 500, times: 1_000, path: '/youtube/' }))
    expect(await hasRows(uid, 'youtube')).toBe(false)
    expect(await world.statusOf(uid, 'youtube')).toMatchObject({ counts: { channels: 0, videos: 0 }, synced_at: null })
    expect(world.changed.at(-1)).toBe(uid)
    await world.close()
  }, 60_000)

  test('deletes the data within a week after the user revoked the authorization', async () => {
    const uid = await connected('youtube')
    world.clock.pass(1_000)
    world.youtube.revoke('mira')
    await world.sources.sync(uid, 'youtube')
    await world.settle()
    const rejected = await world.statusOf(uid, 'youtube')
    expect(rejected).toMatchObject({ status: 'reconnect' })
    await days(4)
    expect(await hasRows(uid, 'youtube')).toBe(true)
    expect(Date.parse(rejected?.kept_until ?? '')).toBeGreaterThan(world.clock.now().getTime())
    await days(2)
    expect(await hasRows(uid, 'youtube')).toBe(false)
    expect(Date.parse(rejected?.kept_until ?? '')).toBeLessThan(world.clock.now().getTime())
    const deleted = await world.statusOf(uid, 'youtube')
    expect([deleted?.status, deleted?.kept_until]).toEqual(['reconnect', undefined])
    await world.close()
  })

  test('publishes a week before the limit that an account does not sync, and when it syncs again', async () => {
    const uid = await connected('spotify')
    const published = () => world.published.splice(0).flatMap((event) => ('source' in event && event.by === uid ? event.kind : []))
    published()
    await days(retentionRules.spotify.deleteAfter - NOTICE_DAYS - 1, () => world.spotify.failNext({ status: 503, times: 50 }))
    expect([published(), (await world.statusOf(uid, 'spotify'))?.kept_until]).toEqual([[], undefined])
    await days(2, () => world.spotify.failNext({ status: 503, times: 50 }))
    expect(new Set(published())).toEqual(new Set(['source.stopped']))
    const end = Date.parse((await world.statusOf(uid, 'spotify'))?.kept_until ?? '')
    expect(Math.ceil((end - world.clock.now().getTime()) / DAY_MS)).toBe(NOTICE_DAYS - 1)
    world.spotify.stopFailing()
    await days(1)
    expect([published().at(-1), (await world.statusOf(uid, 'spotify'))?.kept_until]).toEqual(['source.resumed', undefined])
    await world.close()
  })

  test('after a downtime it publishes only the accounts that still do not sync', async () => {
    const uid = await connected('spotify')
    world.published.length = 0
    world.clock.pass((retentionRules.spotify.deleteAfter - 3) * DAY_MS)
    world.spotify.failNext({ status: 503, times: 50 })
    await world.retention.round()
    expect([(await world.statusOf(uid, 'spotify'))?.status, world.published]).toEqual(['syncing', []])
    await world.settle()
    await world.retention.round()
    expect(world.published).toContainEqual({ kind: 'source.stopped', by: uid, source: 'spotify' })
    await world.close()
  })

  test('reconnecting in time preserves the data and restarts the period', async () => {
    const uid = await connected('youtube')
    world.clock.pass(1_000)
    world.youtube.revoke('mira')
    await world.sources.sync(uid, 'youtube')
    await world.settle()
    await days(3)
    world.published.length = 0
    await world.connect(uid, 'youtube', 'mira')
    expect(world.published).toEqual([{ kind: 'source.resumed', by: uid, source: 'youtube' }])
    expect((await world.statusOf(uid, 'youtube'))?.kept_until).toBeUndefined()
    await world.settle()
    await days(4)
    expect(await hasRows(uid, 'youtube')).toBe(true)
    await world.close()
  })

  test('Spotify authorizations end after six months: tokens are deleted, the user is asked to reconnect, and the data is deleted later', async () => {
    const uid = await connected('spotify')
    await sql`update taste_sources set authorized_at = ${new Date(world.clock.now().getTime() - 180 * DAY_MS)} where uid = ${uid}`.execute(
      database.db,
    )
    world.hub.takeFrames()
    world.published.length = 0
    await days(1)
    expect(await world.statusOf(uid, 'spotify')).toMatchObject({ status: 'reconnect' })
    expect(world.published).toEqual([{ kind: 'source.stopped', by: uid, source: 'spotify' }])
    expect(world.hub.takeFrames()).toMatchObject([{ uid, event: 'source_changed', data: { source: { status: 'reconnect' } } }])
    const { rows } = await sql<{ tokens_encrypted: string | null }>`select tokens_encrypted from taste_sources where uid = ${uid}`.execute(
      database.db,
    )
    expect(rows).toEqual([{ tokens_encrypted: null }])
    expect(await hasRows(uid, 'spotify')).toBe(true)
    await days(15)
    expect(await hasRows(uid, 'spotify')).toBe(false)
    await world.connect(uid, 'spotify', 'mira')
    await world.settle()
    expect((await world.statusOf(uid, 'spotify'))?.status).toBe('connected')
    expect(await hasRows(uid, 'spotify')).toBe(true)
    await world.close()
  })

  test('deletes the plays and monthly prints of a source with its data', async () => {
    const uid = await connected('spotify')
    const itemId = await anItem('Played')
    await played(uid, 'spotify', itemId)
    await createMonthlyPrintsStore(database.db).save(uid, '2026-10-01', new Map([['spotify', [1]]]))
    world.clock.pass(1_000)
    world.spotify.revoke('mira')
    await world.sources.sync(uid, 'spotify')
    await world.settle()
    await days(retentionRules.spotify.deleteAfterRejection - 1)
    expect(await stored(uid)).toEqual({ plays: expect.any(Number), prints: 1 })
    await days(2)
    expect(await stored(uid)).toEqual({ plays: 0, prints: 0 })
    await world.close()
  }, 60_000)

  test('an item that only has plays is used: it stays in the catalog, and so do its plays', async () => {
    const uid = await world.person()
    await world.bring(uid, JSON.stringify([{ endTime: '2026-10-01 10:00', artistName: 'Muse', trackName: 'Uprising', msPlayed: 99_000 }]))
    await world.settle()
    const itemId = await anItem('Rare')
    await played(uid, 'spotify_file', itemId)
    const before = await stored(uid)
    await days(3)
    expect(await stored(uid)).toEqual(before)
    await world.close()
  })

  test('deletes unused items from the catalog; items of other users and shipped items stay', async () => {
    const uid = await connected('youtube', 'leaver')
    const counted = async () =>
      (await sql<{ count: number }>`select count(*)::int as count from items`.execute(database.db)).rows[0]?.count ?? 0
    await sql`insert into items (id, kind, name, name_key, known_rank, created_at) values ('01900000-0000-7000-8000-0000000000aa', 'artist', 'Shipped', 'shipped', 1, now()) on conflict do nothing`.execute(
      database.db,
    )
    const before = await counted()
    await world.sources.disconnect(uid, 'youtube')
    await days(2)
    expect(await counted()).toBeLessThan(before)
    const { rows } = await sql<{ name: string }>`select name from items`.execute(database.db)
    expect(rows.map(({ name }) => name)).toContain('Shipped')
    await world.close()
  })

  test('an item that a user saved, muted, hid or pinned stays when all others lose it', async () => {
    const uid = await world.person()
    const now = world.clock.now()
    const named = ['saved', 'less', 'muted', 'excluded', 'hidden', 'removed', 'pinned', 'mixed', 'unmarked'] as const
    const ids = Object.fromEntries(await Promise.all(named.map(async (name) => [name, await anItem(name)] as const)))
    const blend = '01900000-0000-7000-8000-0000000000b1'
    for (const statement of [
      sql`insert into taste_saved (uid, item_id, created_at) values (${uid}, ${ids['saved']}, ${now})`,
      sql`insert into taste_less_like (uid, item_id, created_at) values (${uid}, ${ids['less']}, ${now})`,
      sql`insert into content_mutes (id, uid, item_id, muted_at) values (${blend}, ${uid}, ${ids['muted']}, ${now})`,
      sql`insert into play_exclusions (id, uid, item_id, from_at, to_at, reason, created_at) values (${blend}, ${uid}, ${ids['excluded']}, 0, 1, 'deleted', ${now})`,
      sql`insert into hidden_plays (uid, item_id, hidden_at) values (${uid}, ${ids['hidden']}, ${now})`,
      sql`insert into blends (id, title, kind, time_zone, created_at, next_mix_at) values (${blend}, 'Ours', 'all', 'UTC', ${now}, ${now})`,
      sql`insert into blend_removed (blend_id, item_id, removed_at) values (${blend}, ${ids['removed']}, ${now})`,
      sql`insert into profiles (uid, user_name, name, birth_year, search_text, joined_at, pinned_item_id) values (${uid}, 'marker', 'Marker', 1990, 'marker', ${now}, ${ids['pinned']})`,
      sql`insert into kept_mixes (id, uid, blend_id, mixed_at, title, items, kept_at) values (${blend}, ${uid}, ${blend}, ${now}, 'Ours', array[${ids['mixed']}]::uuid[], ${now})`,
    ])
      await statement.execute(database.db)
    await days(3)
    const { rows } = await sql<{ name: string }>`select name from items where name = any(${named})`.execute(database.db)
    expect(rows.map(({ name }) => name).toSorted()).toEqual(named.filter((name) => name !== 'unmarked').toSorted())
    await world.close()
  })

  test('every other table that refers to items allows their deletion from the catalog', async () => {
    const { rows } = await sql<{ named: string }>`
      select conrelid::regclass || '.' || attname as named from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1] where confrelid = 'items'::regclass order by 1
    `.execute(database.db)
    const keeping: readonly string[] = keepingItems.map((column) => column.join('.'))
    expect(rows.map(({ named }) => named).filter((named) => !keeping.includes(named))).toEqual([
      'blend_items.item_id',
      'imported_plays.item_id',
      'item_ids.item_id',
      'item_sizes.item_id',
      'plays.item_id',
      'safe_queue_items.item_id',
      'track_artists.track_id',
    ])
  })

  test('never deletes imports and picks, even old ones', async () => {
    const uid = await world.person()
    await world.bring(uid, JSON.stringify([{ endTime: '2026-10-01 10:00', artistName: 'Muse', trackName: 'Uprising', msPlayed: 99_000 }]))
    await world.settle()
    world.clock.pass(800 * DAY_MS)
    await world.retention.round()
    expect((await world.rowsOf(uid, 'spotify_file')).length).toBe(2)
    await world.close()
  })
})

test('schedules the next run before the work starts, and only once', async () => {
  await world.retention.scheduleNext()
  await world.retention.scheduleNext()
  expect(world.jobs.count()).toBe(1)
  const waits = await world.jobs.runWaiting()
  expect(waits[0]).toBeLessThanOrEqual(6 * 3_600)
  expect(world.jobs.count()).toBe(1)
  await world.close()
})

test('the table in the documentation matches the rules', () => {
  const table = readFileSync(new URL('../../../docs/sources.md', import.meta.url), 'utf8')
  for (const source of syncedSources) {
    const { refreshAfter, deleteAfter, deleteAfterRejection } = retentionRules[source]
    expect(table).toContain(`| \`${source}\` | ${refreshAfter} days | ${deleteAfter} days | ${deleteAfterRejection} days |`)
  }
})

import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import type { ExportedFile } from '#server/platform/personal-data.ts'
import { recapsPersonalData } from './recaps.personal.ts'
import { GORILLA, KERALA, LAST, SIMZ, recapsWorld } from './recaps.test-world.ts'

const { world, given, recaps, mira, jonas, lena, play, playNewItems, week, match, sentByJonas, reset } = await recapsWorld()
beforeEach(reset)
afterAll(() => world.database.close())

test('each user is notified once, on Monday at 8 AM in their time zone, even after a crash', async () => {
  await playNewItems()
  await sql`insert into notification_settings (uid, time_zone, push_shows_text, digest) values (${mira}, 'America/New_York', false, 'off')`.execute(
    world.db,
  )
  given.zones.set(mira, 'America/New_York')
  await recaps.completeDue()
  expect(given.notified).toEqual([])
  given.now = new Date('2026-11-23T13:00:00Z')
  given.isFailing = true
  await recaps.completeDue()
  given.isFailing = false
  await recaps.completeDue()
  await recaps.completeDue()
  expect(given.notified).toHaveLength(1)
  expect(given.notified[0]).toContain(LAST)
  // The print of the week's month is stored with it.
  expect(given.savedMonths).toContain(`${mira} 2026-11-22`)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from recaps`.execute(world.db)
  expect(rows[0]?.count).toBe(3)
})

test('a run stops when its time is up, and the next one continues', async () => {
  const completed = async () => (await sql<{ count: number }>`select count(*)::int as count from recaps`.execute(world.db)).rows[0]?.count
  let left = 1
  await recaps.completeDue(() => left-- === 0)
  expect(await completed()).toBe(1)
  await recaps.completeDue()
  expect(await completed()).toBe(3)
})

test('the email gets the week that became ready since the last one, once, even if the job has not reached it yet', async () => {
  await playNewItems()
  given.now = new Date('2026-11-23T07:59:00Z')
  expect(await recaps.getReadySince(mira, new Date('2026-11-17'))).toBeNull()
  given.now = new Date('2026-11-23T08:00:00Z')
  expect(await recaps.getReadySince(mira, new Date('2026-11-17'))).toMatchObject({ from: LAST, played: { music: 9 } })
  await recaps.completeDue()
  expect(given.notified).toEqual([`${mira} ${LAST}`])
  expect(await recaps.getReadySince(mira, new Date('2026-11-17'))).toMatchObject({ from: LAST })
  expect(await recaps.getReadySince(mira, new Date('2026-11-23T08:00:00Z'))).toBeNull()
  // Jonas played nothing.
  expect(await recaps.getReadySince(jonas, new Date('2026-11-17'))).toBeNull()
})

test('the job and the page agree on quiet periods and on the plays', async () => {
  const quietAndPlays = async () => {
    const page = await week(mira)
    const sections = [page.played !== null, page.fresh.length > 0, page.closer.length > 0, page.brought.length > 0]
    await sql`delete from recaps`.execute(world.db)
    given.notified = []
    await recaps.completeDue()
    expect((await week(mira)).is_changed).toBe(false)
    return [sections.filter(Boolean).length, given.notified.length]
  }
  await play(mira, KERALA, ['2026-11-02', 1], ['2026-11-17', 2])
  expect(await quietAndPlays()).toEqual([1, 0])
  await match(jonas, { '2026-11-09': 40, [LAST]: 45 })
  given.percents = new Map([[jonas, 45]])
  expect(await quietAndPlays()).toEqual([2, 1])
  given.percents = new Map()
  await play(mira, GORILLA, ['2026-11-18', 9])
  expect(await quietAndPlays()).toEqual([1, 0])
  given.shares = [sentByJonas(GORILLA)]
  expect(await quietAndPlays()).toEqual([2, 1])
  await play(mira, SIMZ, ['2026-11-18', 9])
  expect(await quietAndPlays()).toEqual([3, 1])
})

test('a user whose recap fails waits for the next run and does not block others', async () => {
  await playNewItems()
  const completed = async () => (await sql<{ uid: Uid }>`select uid from recaps`.execute(world.db)).rows.map(({ uid }) => uid)
  given.isFailing = true
  await recaps.completeDue()
  expect((await completed()).toSorted()).toEqual([jonas, lena].toSorted())
  given.isFailing = false
  await recaps.completeDue()
  expect(await completed()).toContain(mira)
})

test('a crash after the notification repeats it under the same key, and changes no stored match', async () => {
  await playNewItems()
  given.percents = new Map([[jonas, 60]])
  await recaps.completeDue()
  // The state of a process that stopped before its last step.
  await sql`delete from recaps where uid = ${mira}`.execute(world.db)
  given.percents = new Map([[jonas, 90]])
  await recaps.completeDue()
  expect(given.notified).toEqual([`${mira} ${LAST}`, `${mira} ${LAST}`])
  const { rows } = await sql<{ percent: number }>`select percent from weekly_matches where uid = ${mira}`.execute(world.db)
  expect(rows.map(({ percent }) => percent)).toEqual([60])
})

test('a quiet week sends no notification and has no card', async () => {
  await recaps.completeDue()
  expect(given.notified).toEqual([])
  expect(await recaps.card(mira, 'UTC')).toBeNull()
  expect(await week(mira)).toMatchObject({ played: null, fresh: [], closer: [], brought: [] })
})

test('the card is shown from Monday to Wednesday, by the time zone of the device for users without one', async () => {
  await play(mira, KERALA, ['2026-11-02', 1])
  await play(mira, SIMZ, ['2026-11-18', 2])
  await play(mira, GORILLA, ['2026-11-18', 2])
  expect(await recaps.card(mira, 'Europe/Berlin')).toMatchObject({
    from: LAST,
    plays: 2,
    length: { ms: 400_000, is_estimate: false },
    fresh: 1,
  })
  // There it is Thursday.
  given.now = new Date('2026-11-25T16:00:00Z')
  expect(await recaps.card(mira, 'Asia/Tokyo')).toBeNull()
  given.zones.set(mira, 'Europe/Berlin')
  expect(await recaps.card(mira, 'Asia/Tokyo')).not.toBeNull()
  given.now = new Date('2026-11-26T09:00:00Z')
  expect(await recaps.card(mira, 'Europe/Berlin')).toBeNull()
  await expect(recaps.card(mira, 'Nowhere/Else')).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a late import marks a week as changed', async () => {
  await play(mira, KERALA, ['2026-11-17', 1])
  await recaps.completeDue()
  expect((await week(mira)).is_changed).toBe(false)
  await play(mira, GORILLA, ['2026-11-18', 1])
  expect((await week(mira)).is_changed).toBe(true)
  expect((await week(mira, '2026-11')).is_changed).toBe(true)
  expect((await week(mira, '2026-11-02')).is_changed).toBe(false)
  expect((await week(mira, '2026-11-17--2026-11-30')).is_changed).toBe(false)
})

test('the export has the weeks and matches, and the deletion removes them for both users', async () => {
  given.percents = new Map([[jonas, 60]])
  await recaps.completeDue()
  const data = recapsPersonalData(world.db)
  const files: ExportedFile[] = []
  for await (const file of data.collect(mira, new Set())) files.push(file)
  expect(files.map(({ path }) => path)).toEqual(['weeks.json'])
  const countMatches = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from weekly_matches`.execute(world.db)).rows[0]?.count
  expect(await countMatches()).toBe(1)
  await data.eraseRows?.(world.db, jonas)
  expect(await countMatches()).toBe(0)
})

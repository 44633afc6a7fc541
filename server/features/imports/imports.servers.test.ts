import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { extendedRow, spotifyIdOf } from '#tests/kit/exports.ts'
import { sourcesWorld } from '#tests/kit/sources.ts'
import { aZip } from '#tests/kit/zip.ts'
import type { ReadInThread } from './reader.ts'
import { database, world, setUpSources } from '#tests/kit/sources-world.ts'

// How imports continue when a server crashes, stops, or starts beside others.

setUpSources()
afterAll(() => world.imports.stop())

const bonobo = { artist: 'Bonobo', track: 'Kerala', at: '2026-10-20T10:00:00Z', spotifyId: spotifyIdOf(1) }
const history = aZip([{ name: 'Streaming_History_Audio_2026_1.json', bytes: JSON.stringify([extendedRow(bonobo)]) }])

/** An import in the state right after a server started to read it. */
const beginReading = (id: string) =>
  sql`update imports set status = 'reading', progress = 0.5, changed_at = ${world.clock.now()} where id = ${id}`.execute(database.db)
const attemptOf = async (id: string) =>
  (await sql<{ attempt: number }>`select attempt from imports where id = ${id}`.execute(database.db)).rows[0]?.attempt

async function startAnother(beside = world): Promise<void> {
  const other = beside.importsElsewhere()
  await other.resume()
  other.stop()
}

/** A read that ends only when it is aborted. */
function slowReading() {
  const started = Promise.withResolvers<void>()
  const read: ReadInThread = ({ signal }) => {
    started.resolve()
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  return { read, started: started.promise }
}

test('resumes a crashed import after the start, and the old job stops', async () => {
  const uid = await world.person()
  const { id } = await world.bring(uid, history)
  await beginReading(id)
  world.jobs.loseAll()
  await world.imports.resume()
  await world.settle()
  expect((await world.importOf(uid, id))?.status).toBe('done')
  expect(await world.rowsOf(uid, 'spotify_file')).toMatchObject([{ name: 'Bonobo' }, { name: 'Kerala' }])
  expect(await world.bytesLeft()).toEqual([])
})

test('gives up on a file that crashes the process every time', async () => {
  const uid = await world.person()
  const { id } = await world.bring(uid, history)
  for (const _ of [1, 2, 3]) {
    await beginReading(id)
    world.jobs.loseAll()
    await world.imports.resume()
  }
  expect(await world.importOf(uid, id)).toMatchObject({ status: 'failed', problem: 'import_failed' })
  await world.settle()
  expect(await world.rowsOf(uid, 'spotify_file')).toEqual([])
  expect(await world.bytesLeft()).toEqual([])
})

describe('with several servers', () => {
  test('a starting server does not touch waiting imports or those of other servers', async () => {
    const uid = await world.person()
    const { id } = await world.bring(uid, history)
    for (const _ of [1, 2, 3]) await startAnother()
    await beginReading(id)
    for (const _ of [1, 2, 3]) await startAnother()
    expect([(await world.importOf(uid, id))?.status, await attemptOf(id)]).toEqual(['reading', 1])
    await world.settle()
    expect((await world.importOf(uid, id))?.status).toBe('done')
  })

  test("a waiting import has one job for an hour, and starts don't count as attempts", async () => {
    const uid = await world.person()
    const { id } = await world.bring(uid, history)
    world.clock.pass(3_600_000)
    for (const _ of [1, 2, 3]) await startAnother()
    expect([world.jobs.count(), await attemptOf(id)]).toEqual([1, 1])
    await world.settle()
  })

  test('an import whose server stopped before adding the job gets one', async () => {
    const uid = await world.person()
    const { id } = await world.bring(uid, history)
    world.jobs.forgetAll()
    world.clock.pass(60_000)
    await startAnother()
    await world.settle()
    expect((await world.importOf(uid, id))?.status).toBe('done')
  })

  test("another server reads a crashed server's import after a minute without a heartbeat", async () => {
    const uid = await world.person()
    const { id } = await world.bring(uid, history)
    await beginReading(id)
    world.jobs.loseAll()
    const clock = vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const other = world.importsElsewhere()
    await other.resume()
    world.clock.pass(59_000)
    clock.advanceTimersByTime(30_000)
    await database.query('select 1') // runs after the check
    expect(world.jobs.count()).toBe(0)
    world.clock.pass(1_000)
    clock.advanceTimersByTime(30_000)
    await vi.waitFor(() => expect(world.jobs.count()).toBe(1))
    other.stop()
    vi.useRealTimers()
    await world.settle()
    expect([(await world.importOf(uid, id))?.status, await attemptOf(id)]).toEqual(['done', 2])
  })

  test('a slow server sends heartbeats, and no other server takes its import', async () => {
    const reading = slowReading()
    const slow = await sourcesWorld(database.db, { read: reading.read })
    const uid = await slow.person()
    const { id } = await slow.bring(uid, history)
    const timers = vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const running = slow.jobs.runWaiting()
    await reading.started
    slow.clock.pass(3_600_000)
    timers.advanceTimersByTime(10_000)
    await database.query('select 1') // runs after the heartbeat
    await startAnother(slow)
    vi.useRealTimers()
    expect([(await slow.importOf(uid, id))?.status, await attemptOf(id)]).toEqual(['reading', 1])
    await slow.imports.cancel(uid, id)
    await running
    await slow.close()
  })

  test('a stopping server releases its import: another reads it at once, without a failed attempt', async () => {
    const reading = slowReading()
    const slow = await sourcesWorld(database.db, { read: reading.read })
    const uid = await slow.person()
    const { id } = await slow.bring(uid, history)
    const running = slow.jobs.runWaiting()
    await reading.started
    slow.imports.stop()
    await expect(running).rejects.toThrow('the server stops') // so that the queue tries it again
    expect([(await slow.importOf(uid, id))?.status, await attemptOf(id)]).toEqual(['waiting', 1])
    expect((await slow.bytesLeft()).filter((name) => !name.startsWith('imports/'))).toEqual([])
    await slow.imports.cancel(uid, id)
    await slow.close()
  })

  test('a stopping server starts no import: the import waits for another server, without a failed attempt', async () => {
    const stopping = await sourcesWorld(database.db)
    const uid = await stopping.person()
    const { id } = await stopping.bring(uid, history)
    stopping.imports.stop()
    await expect(stopping.jobs.runWaiting()).rejects.toThrow('the server stops')
    expect([(await stopping.importOf(uid, id))?.status, await attemptOf(id)]).toEqual(['waiting', 1])
    await stopping.imports.cancel(uid, id)
    await stopping.close()
  })
})

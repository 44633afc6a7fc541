import { afterEach, expect, test, vi } from 'vitest'
import { createLogs } from '#server/platform/observability/log.ts'
import { createInlineEngine } from './index-engine.ts'
import { createMatchIndex } from './match-index.ts'
import { createLiveIndex } from './live-index.ts'
import type { ConsentedEntry } from '../taste.store.ts'
import { sharedBus } from '#server/features/taste/taste.test-world.ts'

const uuid = (text: string): string => `00000000-0000-4000-8000-${Buffer.from(text).toString('hex').padStart(12, '0').slice(-12)}`
const entry = (uid: string, item: number, more: Partial<ConsentedEntry> = {}): ConsentedEntry => ({
  uid: uuid(uid),
  itemId: uuid(`${item}`),
  kind: 'artist',
  silently: false,
  source: 'picks',
  weight: 1,
  rank: 1,
  shownTo: 'everyone',
  counts: true,
  ...more,
})

/** An in-memory store whose queries finish when the test releases them. */
function pausedStore(rows: ConsentedEntry[]) {
  const pendingQueries: (() => void)[] = []
  return {
    rows,
    release: (): void => pendingQueries.shift()?.(),
    pendingQueries: () => pendingQueries.length,
    store: {
      async listRows(uid: string) {
        const now = rows.filter((row) => row.uid === uid)
        await new Promise<void>((resolve) => pendingQueries.push(resolve))
        return now
      },
      async listRowsAfter(after: string | null, limit: number) {
        const next = [...new Set(rows.map((row) => row.uid))]
          .toSorted()
          .filter((uid) => after === null || uid > after)
          .slice(0, limit)
        return rows.filter((row) => next.includes(row.uid))
      },
    },
  }
}

/** In-memory versions with a clock that advances a microsecond per read. */
function someVersions() {
  const last = new Map<string, number>()
  let now = 1
  return {
    bump: async (uid: string) => void last.set(uid, now++),
    get: async (uid: string) => last.get(uid) ?? 0,
    newest: async () => now++,
  }
}

const media = {
  attributes: async (ids: readonly string[]) => new Map(ids.map((id) => [id, { id, kind: 'artist' as const, bars: [], by: null }])),
  onAttributesChanged: () => undefined,
}
const everyone = { music: 'everyone', video: 'everyone', match: 'everyone' } as const
const privacy = { getMany: async (uids: readonly string[]) => new Map(uids.map((uid) => [uid, everyone])) }
const anIndex = () => createInlineEngine(createMatchIndex())
const log = createLogs({ filter: 'off', pretty: false })('taste.match')

afterEach(() => vi.useRealTimers())

test('applies the newer of two concurrent changes', async () => {
  const paused = pausedStore([])
  const { index: live, publishChange } = createLiveIndex({
    index: anIndex(),
    store: paused.store,
    versions: someVersions(),
    media,
    privacy,
    bus: sharedBus(),
    mayShare: () => true,
    log,
  })
  paused.rows.push(entry('anna', 1))
  const first = publishChange(uuid('anna'))
  await expect.poll(paused.pendingQueries).toBe(1)
  paused.rows.splice(0, 1, entry('anna', 2))
  const second = publishChange(uuid('anna'))
  paused.release()
  await first
  await expect.poll(paused.pendingQueries).toBe(1)
  paused.release()
  await second
  expect((await live.lovedItems(uuid('anna'), 'self')).map((item) => item.itemId)).toEqual([uuid('2')])
})

test('loads all users at start and excludes sources that the operator keeps private', async () => {
  const rows = [entry('anna', 1), entry('ben', 1, { source: 'spotify' }), entry('cleo', 1)]
  const { index: live, start } = createLiveIndex({
    index: anIndex(),
    store: pausedStore(rows).store,
    versions: someVersions(),
    media,
    privacy,
    bus: sharedBus(),
    mayShare: (source) => source !== 'spotify',
    log,
  })
  await start()
  expect((await live.uids()).toSorted()).toEqual(['anna', 'ben', 'cleo'].map(uuid).toSorted())
  expect(await live.holders(uuid('1'))).toBe(2)
  expect([await live.lovedItems(uuid('ben'), 'buddies'), (await live.lovedItems(uuid('ben'), 'self')).length]).toEqual([[], 1])
})

test('reloads all users and items after a bus outage without missing users in the meantime', async () => {
  const rows = [entry('anna', 1), entry('ben', 1), entry('cleo', 1)]
  const { store } = pausedStore(rows)
  let canContinue: Promise<void> = Promise.resolve()
  let bars: ('jazz' | 'soul')[] = ['jazz']
  const bus = sharedBus()
  const { index: live, start } = createLiveIndex({
    index: anIndex(),
    store: { ...store, listRowsAfter: async (after, limit) => canContinue.then(() => store.listRowsAfter(after, limit)) },
    versions: someVersions(),
    media: { ...media, attributes: async (ids) => new Map(ids.map((id) => [id, { id, kind: 'artist' as const, bars, by: null }])) },
    privacy,
    bus,
    mayShare: () => true,
    log,
  })
  await start()
  const state = async () => ({
    people: (await live.uids()).toSorted(),
    bars: (await live.lovedItems(uuid('ben'), 'self')).map((item) => item.bars.length),
  })

  rows.splice(0, 1)
  rows.push(entry('dora', 1))
  bars = ['jazz', 'soul']
  const gate = Promise.withResolvers<void>()
  canContinue = gate.promise
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  bus.outage()
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  expect(await state()).toEqual({ people: ['anna', 'ben', 'cleo'].map(uuid).toSorted(), bars: [1] })
  gate.resolve()
  await expect.poll(state).toEqual({ people: ['ben', 'cleo', 'dora'].map(uuid).toSorted(), bars: [2] })
})

test('reloads a user only when another process stored a newer version', async () => {
  const rows = [entry('anna', 1)]
  const versions = someVersions()
  const readings: string[] = []
  const { store } = pausedStore(rows)
  const {
    index: live,
    start,
    ensureCurrent,
  } = createLiveIndex({
    index: anIndex(),
    store: {
      ...store,
      async listRows(uid: string) {
        readings.push(uid)
        return rows.filter((row) => row.uid === uid)
      },
    },
    versions: versions,
    media,
    privacy,
    bus: sharedBus(),
    mayShare: () => true,
    log,
  })
  await versions.bump(uuid('anna'))
  await start()
  const shown = async () => (await live.lovedItems(uuid('anna'), 'self')).map((item) => item.itemId)
  await ensureCurrent(uuid('anna'))
  expect([readings, await shown()]).toEqual([[], [uuid('1')]])

  rows.splice(0, 1, entry('anna', 2))
  await versions.bump(uuid('anna'))
  await ensureCurrent(uuid('anna'))
  await ensureCurrent(uuid('anna'))
  await live.rank(uuid('anna'), { filter: 'all' })
  expect([readings, await shown()]).toEqual([[uuid('anna')], [uuid('2')]])

  rows.splice(0, 1, entry('anna', 3))
  await versions.bump(uuid('anna'))
  await Promise.all([live.rank(uuid('anna'), { filter: 'all' }), ensureCurrent(uuid('anna')), ensureCurrent(uuid('anna'))])
  expect([readings.length, await shown()]).toEqual([2, [uuid('3')]])
})

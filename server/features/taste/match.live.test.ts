import { expect, test } from 'vitest'
import { createLogs } from '#server/platform/log.ts'
import { createLiveIndex } from './match.live.ts'
import type { ConsentedEntry } from './taste.store.ts'
import { sharedBus } from './taste.test-world.ts'

const entry = (uid: string, item: number, more: Partial<ConsentedEntry> = {}): ConsentedEntry => ({
  uid,
  itemId: `item-${item}`,
  source: 'picks',
  weight: 1,
  rank: 1,
  shownTo: 'everyone',
  counts: true,
  ...more,
})

/** A store in memory whose readings end when the test says so. */
function heldStore(rows: ConsentedEntry[]) {
  const waiting: (() => void)[] = []
  return {
    rows,
    release: (): void => waiting.shift()?.(),
    waiting: () => waiting.length,
    store: {
      async rowsOf(uid: string) {
        const now = rows.filter((row) => row.uid === uid)
        await new Promise<void>((resolve) => waiting.push(resolve))
        return now
      },
      async rowsOfNext(after: string | null, limit: number) {
        const next = [...new Set(rows.map((row) => row.uid))]
          .toSorted()
          .filter((uid) => after === null || uid > after)
          .slice(0, limit)
        return rows.filter((row) => next.includes(row.uid))
      },
    },
  }
}

const media = {
  facts: async (ids: readonly string[]) => new Map(ids.map((id) => [id, { id, kind: 'artist' as const, bars: [], by: null }])),
}
const log = createLogs({ filter: 'off', pretty: false })('taste.match')

test('of two changes that are read at once the newer one stays', async () => {
  const held = heldStore([])
  const { index, changed } = createLiveIndex({ store: held.store, media, bus: sharedBus(), maySource: () => true, log })
  held.rows.push(entry('anna', 1))
  const first = changed('anna')
  await expect.poll(held.waiting).toBe(1)
  held.rows.splice(0, 1, entry('anna', 2))
  const second = changed('anna')
  held.release()
  await first
  await expect.poll(held.waiting).toBe(1)
  held.release()
  await second
  expect(index.held('anna', 'self').map((one) => one.itemId)).toEqual(['item-2'])
})

test('the start reads everybody, and keeps out what the operator keeps out', async () => {
  const rows = [entry('anna', 1), entry('ben', 1, { source: 'spotify' }), entry('cleo', 1)]
  const { index, start } = createLiveIndex({
    store: heldStore(rows).store,
    media,
    bus: sharedBus(),
    maySource: (source) => source !== 'spotify',
    log,
  })
  await start()
  expect(index.uids()).toEqual(['anna', 'ben', 'cleo'])
  expect(index.holders('item-1')).toBe(2)
  expect([index.held('ben', 'buddies'), index.held('ben', 'self').length]).toEqual([[], 1])
})

import { expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { createMemoryBus, createMemoryExchange } from '#server/platform/bus/memory-bus.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { manualClock } from '#tests/kit/people.ts'
import { createProfileCards } from './profiles.cards.ts'
import type { ProfileRow } from './profiles.store.ts'

const anna: Uid = '00000000-0000-4000-8000-000000000001'
const ben: Uid = '00000000-0000-4000-8000-000000000002'

function servers() {
  const [clock, exchange] = [manualClock(), createMemoryExchange()]
  const log = createLogs({ filter: 'off', pretty: false })('profiles')
  const names = new Map([[anna, 'Anna']])
  const reads: Uid[][] = []
  const store = {
    byUids: async (uids: readonly Uid[]) => {
      reads.push([...uids])
      // The cards use these columns only.
      return uids.flatMap((uid) => (names.has(uid) ? [{ uid, userName: 'anna', name: names.get(uid), avatarId: null } as ProfileRow] : []))
    },
  }
  const create = () =>
    createProfileCards({ store, pictures: { urlOf: (id) => `/files/${id}` }, bus: createMemoryBus({ log, exchange }), clock })
  const nameOn = async (cards: ReturnType<typeof create>) => (await cards.getMany([anna])).get(anna)?.name
  return { names, reads, nameOn, near: create(), far: create() }
}

test('a card is read once, and again after a change, on every server', async () => {
  const { names, reads, nameOn, near, far } = servers()
  const changed: Uid[] = []
  far.onChanged((uid) => void changed.push(uid))
  expect([await nameOn(near), await nameOn(far), await nameOn(near), await nameOn(far)]).toEqual(['Anna', 'Anna', 'Anna', 'Anna'])
  expect(reads).toEqual([[anna], [anna]])
  names.set(anna, 'Anna Renamed')
  near.changed(anna)
  expect(await nameOn(near)).toBe('Anna Renamed')
  await expect.poll(() => changed).toEqual([anna])
  expect(await nameOn(far)).toBe('Anna Renamed')
})

test('a deleted user has no card, and a new one has theirs at once', async () => {
  const { names, nameOn, near } = servers()
  await nameOn(near)
  names.delete(anna)
  near.changed(anna)
  expect(await near.getMany([anna, ben])).toEqual(new Map())
  names.set(ben, 'Ben')
  expect((await near.getMany([anna, ben])).get(ben)).toEqual({ uid: ben, user_name: 'anna', name: 'Ben', avatar_url: null })
})

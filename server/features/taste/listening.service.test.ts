import { expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { defaultPrivacy } from '#contract/identity/privacy.ts'
import { createListening } from './listening.service.ts'

const card = (uid: Uid) => ({ uid, user_name: uid, name: uid, avatar_url: null })
const track = (name: string) => ({ id: name, kind: 'track' as const, name, by: 'Burial', spotify_id: null, youtube_id: null })

/** Mira's buddies: whether they share, and what they played last. */
function world(buddies: Record<string, { shares: boolean; played: string | null }>, muted: string[] = [], mutedItems: string[] = []) {
  const requested: Uid[] = []
  const listening = createListening({
    people: { buddiesOf: async () => Object.keys(buddies), cards: async (uids) => new Map(uids.map((uid) => [uid, card(uid)])) },
    mutedBy: async () => new Set(muted),
    mutedAmong: async (_viewer, ids) => new Set(ids.filter((id) => mutedItems.includes(id))),
    privacy: {
      getMany: async (uids) => new Map(uids.map((uid) => [uid, { ...defaultPrivacy, listening: buddies[uid]?.shares ?? false }])),
    },
    playedLast: async (_viewer, owner) => {
      requested.push(owner)
      const played = buddies[owner]?.played
      return { rows: played ? [{ item: track(played), rank: 1, shared: false }] : [] }
    },
  })
  return { requested, seen: async () => (await listening('mira')).map(({ person, item }) => `${person.name}: ${item.name}`) }
}

test('shows the last plays of sharing buddies and reads no other user', async () => {
  const { seen, requested } = world({ jonas: { shares: true, played: 'Archangel' }, amara: { shares: false, played: 'Untrue' } })
  expect([await seen(), requested]).toEqual([['jonas: Archangel'], ['jonas']])
})

test('leaves out buddies without plays, with private music, and muted ones', async () => {
  const { seen } = world(
    { jonas: { shares: true, played: null }, amara: { shares: true, played: 'Untrue' }, june: { shares: true, played: 'Raver' } },
    ['june'],
  )
  expect(await seen()).toEqual(['amara: Untrue'])
})

test('leaves out muted items', async () => {
  const { seen } = world({ amara: { shares: true, played: 'Untrue' }, june: { shares: true, played: 'Raver' } }, [], ['Untrue'])
  expect(await seen()).toEqual(['june: Raver'])
})

import type { Uid } from '#contract/base/ids.ts'
import type { PersonCard } from '#contract/people.ts'
import { type CacheDeps, createAnnouncedCache } from '#server/platform/bus/announced-cache.ts'
import { createBatcher } from '#server/platform/concurrency/batcher.ts'
import { presentCard } from './profiles.present.ts'
import type { ProfileStore } from './profiles.store.ts'
import type { Pictures } from './profiles.types.ts'

/** A card takes some hundred bytes. */
const MAX_CACHED = 50_000

export type ProfileCardDeps = CacheDeps & { store: Pick<ProfileStore, 'byUids'>; pictures: Pick<Pictures, 'urlOf'> }

export type ProfileCards = ReturnType<typeof createProfileCards>

/** The cards of users, which nearly every request needs. */
export function createProfileCards({ store, pictures, bus, clock }: ProfileCardDeps) {
  const listeners: ((uid: Uid) => void)[] = []
  const cache = createAnnouncedCache<PersonCard>({
    bus,
    clock,
    topic: 'profiles.card',
    max: MAX_CACHED,
    onEvicted: (uid) => listeners.forEach((listener) => listener(uid)),
  })

  // One page, or one message, needs the same cards in several places.
  const load = createBatcher<Uid, PersonCard>({
    keyOf: (uid) => uid,
    run: async (uids) => {
      const readIn = cache.generation()
      const cards = (await store.byUids(uids)).map((row) => presentCard(row, pictures))
      for (const card of cards) cache.add(card.uid, card, readIn)
      return new Map(cards.map((card) => [card.uid, card]))
    },
  })

  return {
    /** The cards of the existing users among `uids`. */
    async getMany(uids: readonly Uid[]): Promise<Map<Uid, PersonCard>> {
      const found = new Map<Uid, PersonCard>()
      const unknown: Uid[] = []
      for (const uid of uids) {
        const card = cache.get(uid)
        if (card) found.set(uid, card)
        else unknown.push(uid)
      }
      for (const card of await Promise.all(unknown.map(load))) if (card) found.set(card.uid, card)
      return found
    },

    /** Call it after a change or the deletion of a profile. */
    changed: cache.evict,

    /** Calls `listener` on every server after a change or deletion. */
    onChanged: (listener: (uid: Uid) => void): void => void listeners.push(listener),
  }
}

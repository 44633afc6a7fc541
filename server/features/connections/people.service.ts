import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { PersonCard } from '#contract/people.ts'
import type { EditForm, PersonRow, Profile, SetupForm } from '#contract/profiles.ts'
import type { Person } from '../profiles/profiles.types.ts'
import type { Profiles } from '../profiles/profiles.service.ts'
import type { Connections } from './connections.service.ts'
import { peopleFilters } from './connections.store.ts'

// People as a viewer may see them: profiles joined with what is between the two. It lives here because profiles, the
// lower feature, knows nothing of connections.

export type PeopleDeps = { profiles: Profiles; connections: Connections }

export type People = {
  /** See `Profiles.setUp`; answers the whole profile. */
  setUp(viewer: Uid, form: SetupForm): Promise<Profile>
  /** See `Profiles.edit`; answers the whole profile. */
  edit(viewer: Uid, form: EditForm): Promise<Profile>
  /** @throws AppError 'not_found' for somebody unknown, and with a block in either direction. */
  profile(viewer: Uid, uid: Uid): Promise<Profile>
  /**
   * People by user name or name, best first, without anybody blocked in either direction. `within` keeps to the buddies of
   * that person, `through` to those whom that person's buddies know.
   * @throws AppError 'not_found' when `within` or `through` can't be seen.
   */
  search(viewer: Uid, query: { q: string; within?: Uid | undefined; through?: Uid | undefined }): Promise<PersonRow[]>
  /** Buddies of a person, latest first, without anybody blocked in either direction. @throws AppError 'not_found' as `profile`. */
  buddies(viewer: Uid, uid: Uid): Promise<PersonRow[]>
}

export function createPeople({ profiles, connections }: PeopleDeps): People {
  async function own(viewer: Uid, person: Person): Promise<Profile> {
    return presentProfile(person, { buddies_count: await connections.buddiesCount(viewer), mutual_count: 0, relation: 'self' })
  }

  async function rows(viewer: Uid, cards: readonly PersonCard[]): Promise<PersonRow[]> {
    const uids = cards.map((card) => card.uid)
    const [relations, counts] = await Promise.all([connections.relations(viewer, uids), connections.mutualCounts(viewer, uids)])
    return cards.flatMap((card) => {
      const relation = relations.get(card.uid)
      return relation && relation !== 'blocked' ? [{ ...card, relation, mutual_count: counts.get(card.uid) ?? 0 }] : []
    })
  }

  return {
    setUp: async (viewer, form) => own(viewer, await profiles.setUp(viewer, form)),

    edit: async (viewer, form) => own(viewer, await profiles.edit(viewer, form)),

    async profile(viewer, uid) {
      const [relation, person, buddiesCount, counts] = await Promise.all([
        connections.mustSee(viewer, uid),
        profiles.get(uid),
        connections.buddiesCount(uid),
        connections.mutualCounts(viewer, [uid]),
      ])
      if (!person) throw new AppError('not_found', { uid })
      return presentProfile(person, { buddies_count: buddiesCount, mutual_count: counts.get(uid) ?? 0, relation })
    },

    async search(viewer, { q, within, through }) {
      const filters = [peopleFilters.visibleTo(viewer)]
      if (within) filters.push(peopleFilters.buddyOf(within))
      if (through) filters.push(peopleFilters.knownThroughBuddiesOf(through))
      for (const uid of [within, through]) if (uid) await connections.mustSee(viewer, uid)
      return rows(viewer, await profiles.search(q, filters, limits.pageSize.default))
    },

    async buddies(viewer, uid) {
      await connections.mustSee(viewer, uid)
      const uids = await connections.buddiesOf(uid)
      const cards = await profiles.cards(uids)
      return rows(
        viewer,
        uids.flatMap((buddy) => cards.get(buddy) ?? []),
      )
    },
  }
}

function presentProfile(person: Person, between: Pick<Profile, 'buddies_count' | 'mutual_count' | 'relation'>): Profile {
  return {
    ...person.card,
    bio: person.bio,
    place: person.place,
    languages: person.languages,
    joined: person.joinedAt.toISOString(),
    ...between,
  }
}

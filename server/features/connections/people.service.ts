import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Item } from '#contract/media.ts'
import type { PersonCard, Relation } from '#contract/people.ts'
import type { EditForm, PersonRow, Profile, SetupForm } from '#contract/profiles.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Profiles } from '#server/features/profiles/profiles.service.ts'
import type { Person } from '#server/features/profiles/profiles.types.ts'
import type { Connections } from './connections.service.ts'
import { type PeoplePlace, readPeopleCursor, writePeopleCursor } from './people.cursor.ts'
import { type Between, presentProfile } from './people.present.ts'
import { createPeopleStore, type ListedPerson, peopleFilters } from './people.store.ts'
import type { Privacy } from './privacy.service.ts'
import type { As } from './standing.ts'

// People as a viewer may see them: profiles joined with what is between the two. It lives here because profiles, the
// lower feature, knows nothing of connections.

export type PeopleDeps = {
  db: Db
  profiles: Profiles
  connections: Connections
  privacy: Pick<Privacy, 'of' | 'maySee'>
  /** Things of the catalogue, a higher feature. */
  items: (ids: readonly string[]) => Promise<ReadonlyMap<string, Item>>
  /** How well the viewer matches each of these, by how they stand to each other; those who do not show it are missing. */
  percents: (viewer: Uid, relations: ReadonlyMap<Uid, Relation>) => Promise<ReadonlyMap<Uid, number>>
  /** Called with each search; throws when it is too often. */
  limitSearch: (viewer: Uid) => void
}

type Page = { cursor?: string | undefined; limit?: number | undefined }

export type People = {
  /** See `Profiles.setUp`; answers the whole profile. */
  setUp(viewer: Uid, form: SetupForm): Promise<Profile>
  /** See `Profiles.edit`; answers the whole profile. @throws AppError 'invalid_input' also for something that can't be pinned. */
  edit(viewer: Uid, form: EditForm): Promise<Profile>
  /** @throws AppError 'not_found' for somebody unknown, and with a block in either direction; with `as` see `Standings.eyes`. */
  profile(viewer: Uid, uid: Uid, as?: As): Promise<Profile>
  /**
   * People by user name or name, best first, without anybody blocked in either direction. `within` keeps to the buddies of
   * that person, `through` to those whom that person's buddies know; with one of them the name may be left out.
   * @throws AppError 'not_found' when `within` or `through` can't be seen, 'forbidden' where they keep their buddies to themselves.
   */
  search(viewer: Uid, query: { q?: string | undefined; within?: Uid | undefined; through?: Uid | undefined } & Page): Promise<PeoplePage>
  /** Buddies of a person, latest first, without anybody blocked in either direction. @throws AppError as `profile`, and as `search` */
  buddies(viewer: Uid, uid: Uid, page?: Page & { as?: As }): Promise<PeoplePage>
}
type PeoplePage = { people: PersonRow[]; next: string | null }

export function createPeople({ db, profiles, connections, privacy, items, percents, limitSearch }: PeopleDeps): People {
  const store = createPeopleStore(db)

  async function present(person: Person, between: Between): Promise<Profile> {
    const pinned = person.pinnedItemId === null ? undefined : (await items([person.pinnedItemId])).get(person.pinnedItemId)
    return presentProfile(person, pinned ?? null, between)
  }

  async function own(viewer: Uid, person: Person): Promise<Profile> {
    return present(person, { ...self, buddies_count: await store.countBuddies(viewer, viewer) })
  }

  /** What is between the two, and what the person shows the viewer. @throws AppError 'not_found' as `Connections.mustSee` */
  async function betweenOf(viewer: Uid, uid: Uid): Promise<Between> {
    const relation = await connections.mustSee(viewer, uid)
    const [settings, counts, taking, muted, ...open] = await Promise.all([
      privacy.of(uid),
      connections.mutualCounts(viewer, [uid]),
      connections.takingRequests(viewer, [uid]),
      connections.hasMuted(viewer, uid),
      ...(['music', 'video', 'buddies', 'match'] as const).map((thing) => privacy.maySee(viewer, uid, thing)),
    ])
    const [music = false, video = false, buddies = false, match = false] = open
    return {
      relation,
      muted,
      mutual_count: relation === 'self' ? 0 : (counts.get(uid) ?? 0),
      buddies_count: buddies ? await store.countBuddies(viewer, uid) : null,
      may_ask: relation === 'none' && taking.has(uid),
      may_message: relation !== 'self' && (relation === 'connected' || settings.messages === 'everyone'),
      shows: { music, video, buddies, match },
    }
  }

  /** @throws AppError 'not_found', 'forbidden' */
  async function mustSeeBuddies(viewer: Uid, uid: Uid): Promise<void> {
    await connections.mustSee(viewer, uid)
    if (!(await privacy.maySee(viewer, uid, 'buddies'))) throw new AppError('forbidden', { viewer, uid, thing: 'buddies' })
  }

  async function rows(viewer: Uid, cards: readonly PersonCard[], withMatch: boolean): Promise<PersonRow[]> {
    const uids = cards.map((card) => card.uid)
    const [relations, counts, taking] = await Promise.all([
      connections.relations(viewer, uids),
      connections.mutualCounts(viewer, uids),
      connections.takingRequests(viewer, uids),
    ])
    const matches = withMatch ? await percents(viewer, relations) : new Map<Uid, number>()
    return cards.flatMap((card) => {
      const relation = relations.get(card.uid)
      if (!relation || relation === 'blocked') return []
      const may_ask = relation === 'none' && taking.has(card.uid)
      return [
        {
          ...card,
          relation,
          mutual_count: relation === 'self' ? 0 : (counts.get(card.uid) ?? 0),
          may_ask,
          match_percent: matches.get(card.uid) ?? null,
        },
      ]
    })
  }

  /** A page of a list that comes sorted from the store. */
  async function listed(
    viewer: Uid,
    page: Page,
    read: (page: { behind: PeoplePlace | null; limit: number }) => Promise<ListedPerson[]>,
  ): Promise<PeoplePage> {
    const limit = page.limit ?? limits.pageSize.default
    const found = await read({ behind: readPeopleCursor(page.cursor), limit: limit + 1 })
    const shown = found.slice(0, limit)
    const last = shown.at(-1)
    const cards = await profiles.cards(shown.map(({ uid }) => uid))
    return {
      people: await rows(
        viewer,
        shown.flatMap(({ uid }) => cards.get(uid) ?? []),
        true,
      ),
      next: last && found.length > limit ? writePeopleCursor({ stage: 'listed', ...last }) : null,
    }
  }

  return {
    setUp: async (viewer, form) => own(viewer, await profiles.setUp(viewer, form)),

    async edit(viewer, form) {
      if (form.pinned_id) {
        const kind = (await items([form.pinned_id])).get(form.pinned_id)?.kind
        if (kind !== 'track' && kind !== 'video')
          throw new AppError('invalid_input', { kind }, [{ field: 'pinned_id', message: 'Only a track or a video can be pinned.' }])
      }
      return own(viewer, await profiles.edit(viewer, form))
    },

    async profile(viewer, uid, as) {
      const eyes = await connections.eyes(viewer, uid, as)
      const [between, person] = await Promise.all([betweenOf(eyes, uid), profiles.get(uid)])
      if (!person) throw new AppError('not_found', { uid })
      return present(person, between)
    },

    async search(viewer, { q, within, through, ...page }) {
      limitSearch(viewer)
      for (const uid of [within, through]) if (uid) await mustSeeBuddies(viewer, uid)
      if (q === undefined) {
        if (within) return listed(viewer, page, (it) => store.buddies(viewer, within, it))
        if (through) return listed(viewer, page, (it) => store.reachable(viewer, through, it))
        throw new AppError('invalid_input', {}, [{ field: 'q', message: 'Who are you looking for?' }])
      }
      const filters = [peopleFilters.visibleTo(viewer)]
      if (within) filters.push(peopleFilters.buddyOf(within))
      if (through) filters.push(peopleFilters.knownThroughBuddiesOf(viewer, through))
      const limit = page.limit ?? limits.pageSize.default
      const behind = readPeopleCursor(page.cursor)
      const found = await profiles.search(
        q,
        filters,
        behind && { stage: behind.stage === 'alike' ? 'alike' : 'spelt', uid: behind.uid },
        limit + 1,
      )
      const shown = found.slice(0, limit)
      const last = shown.at(-1)
      return {
        people: await rows(
          viewer,
          shown.map(({ card }) => card),
          false,
        ),
        next: last && found.length > limit ? writePeopleCursor({ stage: last.stage, figure: 0, uid: last.card.uid }) : null,
      }
    },

    async buddies(viewer, uid, { as, ...page } = {}) {
      const eyes = await connections.eyes(viewer, uid, as)
      await mustSeeBuddies(eyes, uid)
      return listed(eyes, page, (it) => store.buddies(eyes, uid, it))
    },
  }
}

/** What is between somebody and themselves. */
const self: Between = {
  relation: 'self',
  muted: false,
  buddies_count: null,
  mutual_count: 0,
  may_ask: false,
  may_message: false,
  shows: { music: true, video: true, buddies: true, match: true },
}

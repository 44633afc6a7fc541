import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Item } from '#contract/media.ts'
import type { PersonCard, Relation } from '#contract/people.ts'
import type { EditForm, PersonRow, Profile, SetupForm } from '#contract/profiles.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Profiles } from '#server/features/profiles/profiles.service.ts'
import type { Person } from '#server/features/profiles/profiles.types.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/platform/page-cursor.ts'
import type { Connections } from './connections.service.ts'
import { type ProfileRelation, presentProfile } from './connections.present.ts'
import { createPeopleStore, type ListedPerson, peopleFilters } from './people.store.ts'
import type { Privacy } from './privacy.service.ts'
import type { ViewAs } from './relationships.ts'

// Users as a viewer sees them: profiles joined with relationships. It is here because profiles, a lower feature, does not
// know connections.

export type PeopleDeps = {
  db: Db
  profiles: Profiles
  connections: Connections
  privacy: Pick<Privacy, 'get' | 'maySee'>
  /** From media, a higher feature. */
  items: (ids: readonly string[]) => Promise<ReadonlyMap<string, Item>>
  /** The viewer's match with each user. Users who don't show it are missing. */
  percents: (viewer: Uid, relations: ReadonlyMap<Uid, Relation>) => Promise<ReadonlyMap<Uid, number>>
  /** From moderation, a higher feature. */
  suspended: () => ReadonlySet<Uid>
  /** Counts a search. @throws AppError 'rate_limited' */
  limitSearch: (viewer: Uid) => void
}

type Page = { cursor?: string | undefined; limit?: number | undefined }

export type People = {
  /** See `Profiles.setUp`. @returns the whole profile */
  setUp(viewer: Uid, form: SetupForm): Promise<Profile>
  /** See `Profiles.edit`. @returns the whole profile @throws AppError 'invalid_input' also for an item that can't be pinned. */
  edit(viewer: Uid, form: EditForm): Promise<Profile>
  /** @throws AppError 'not_found' for an unknown user and if either user blocked the other. For `as` see `Relationships.effectiveViewer`. */
  profile(viewer: Uid, uid: Uid, as?: ViewAs): Promise<Profile>
  /**
   * The user with this present or former user name.
   * @throws AppError 'not_found' when nobody has it, and for a user who blocked the viewer
   */
  findByUserName(viewer: Uid, userName: string): Promise<Uid>
  /**
   * Users by user name or name, best first, without users with a block in either direction and suspended users who are no buddies. `within` limits the result to
   * that user's buddies, `through` to their buddies' buddies. With one of them, the name is optional.
   * @throws AppError 'not_found' when `within` or `through` is not visible, 'forbidden' when they hide their buddies.
   */
  search(viewer: Uid, query: { q?: string | undefined; within?: Uid | undefined; through?: Uid | undefined } & Page): Promise<PeoplePage>
  /** Buddies of a user, latest first, without users with a block in either direction. @throws AppError as `profile` and `search` */
  buddies(viewer: Uid, uid: Uid, page?: Page & { as?: ViewAs }): Promise<PeoplePage>
}
type PeoplePage = { people: PersonRow[]; next: string | null }

export function createPeople(deps: PeopleDeps): People {
  const { profiles, connections, items, suspended, limitSearch } = deps
  const { store, present, presentOwn, relationOf, assertSeesBuddies, rows, listPage } = createViews(deps)

  return {
    setUp: async (viewer, form) => presentOwn(viewer, await profiles.setUp(viewer, form)),

    async edit(viewer, form) {
      if (form.pinned_id) {
        const kind = (await items([form.pinned_id])).get(form.pinned_id)?.kind
        if (kind !== 'track' && kind !== 'video')
          throw new AppError('invalid_input', { kind }, [{ field: 'pinned_id', message: 'Only a track or a video can be pinned.' }])
      }
      return presentOwn(viewer, await profiles.edit(viewer, form))
    },

    async profile(viewer, uid, as) {
      const seenBy = await connections.effectiveViewer(viewer, uid, as)
      const [relation, person] = await Promise.all([relationOf(seenBy, uid), profiles.get(uid)])
      if (!person) throw new AppError('not_found', { uid })
      return present(person, relation)
    },

    async findByUserName(viewer, userName) {
      limitSearch(viewer)
      const uid = await profiles.ownerOf(userName)
      if (uid === null) throw new AppError('not_found', { userName })
      await connections.relation(viewer, uid)
      return uid
    },

    async search(viewer, { q, within, through, ...page }) {
      limitSearch(viewer)
      for (const uid of [within, through]) if (uid) await assertSeesBuddies(viewer, uid)
      if (q === undefined) {
        if (within) return listPage(viewer, page, (entry) => store.buddies(viewer, within, entry))
        if (through) return listPage(viewer, page, (entry) => store.buddiesOfBuddies(viewer, through, { ...entry, without: suspended() }))
        throw new AppError('invalid_input', {}, [{ field: 'q', message: 'Who are you looking for?' }])
      }
      const filters = [peopleFilters.visibleTo(viewer), peopleFilters.suggestedTo(viewer, suspended())]
      if (within) filters.push(peopleFilters.buddyOf(within))
      if (through) filters.push(peopleFilters.buddyOfBuddyOf(viewer, through))
      const limit = page.limit ?? limits.pageSize.default
      const after = readPeopleCursor(page.cursor)
      const found = await profiles.search(
        q,
        filters,
        after && { stage: after.stage === 'similar' ? 'similar' : 'exact', uid: after.uid },
        limit + 1,
      )
      const { shown, next } = pageOf(found, limit, ({ stage, card }) => writePeopleCursor({ stage, rank: 0, uid: card.uid }))
      return {
        people: await rows(
          viewer,
          shown.map(({ card }) => card),
          false,
        ),
        next,
      }
    },

    async buddies(viewer, uid, { as, ...page } = {}) {
      const seenBy = await connections.effectiveViewer(viewer, uid, as)
      await assertSeesBuddies(seenBy, uid)
      return listPage(seenBy, page, (entry) => store.buddies(seenBy, uid, entry))
    },
  }
}

/** Steps that the calls share: profiles and lists as a viewer sees them. */
function createViews(deps: PeopleDeps) {
  const { profiles, connections, privacy, items, percents, suspended } = deps
  const store = createPeopleStore(deps.db)

  async function present(person: Person, relation: ProfileRelation): Promise<Profile> {
    const pinned = person.pinnedItemId === null ? undefined : (await items([person.pinnedItemId])).get(person.pinnedItemId)
    return presentProfile(person, pinned ?? null, relation)
  }

  async function presentOwn(viewer: Uid, person: Person): Promise<Profile> {
    return present(person, { ...self, buddies_count: await store.countBuddies(viewer, viewer) })
  }

  /** @throws AppError 'not_found' as `Connections.mustSee` */
  async function relationOf(viewer: Uid, uid: Uid): Promise<ProfileRelation> {
    const relation = await connections.mustSee(viewer, uid)
    const [settings, counts, accepting, muted, ...shown] = await Promise.all([
      privacy.get(uid),
      connections.mutualCounts(viewer, [uid]),
      connections.acceptingRequests(viewer, [uid]),
      connections.hasMuted(viewer, uid),
      ...(['music', 'video', 'buddies', 'match'] as const).map((section) => privacy.maySee(viewer, uid, section)),
    ])
    const [music = false, video = false, buddies = false, match = false] = shown
    return {
      relation,
      muted,
      mutual_count: relation === 'self' ? 0 : (counts.get(uid) ?? 0),
      buddies_count: buddies ? await store.countBuddies(viewer, uid) : null,
      may_ask: relation === 'none' && accepting.has(uid),
      suspended: suspended().has(uid),
      may_message: relation !== 'self' && (relation === 'connected' || settings.messages === 'everyone'),
      shows: { music, video, buddies, match },
    }
  }

  /** @throws AppError 'not_found', 'forbidden' */
  async function assertSeesBuddies(viewer: Uid, uid: Uid): Promise<void> {
    await connections.mustSee(viewer, uid)
    if (!(await privacy.maySee(viewer, uid, 'buddies'))) throw new AppError('forbidden', { viewer, uid, section: 'buddies' })
  }

  async function rows(viewer: Uid, cards: readonly PersonCard[], withMatch: boolean): Promise<PersonRow[]> {
    const uids = cards.map((card) => card.uid)
    const [relations, counts, accepting] = await Promise.all([
      connections.relations(viewer, uids),
      connections.mutualCounts(viewer, uids),
      connections.acceptingRequests(viewer, uids),
    ])
    const matches = withMatch ? await percents(viewer, relations) : new Map<Uid, number>()
    return cards.flatMap((card) => {
      const relation = relations.get(card.uid)
      if (!relation || relation === 'blocked') return []
      const may_ask = relation === 'none' && accepting.has(card.uid)
      return [
        {
          ...card,
          relation,
          mutual_count: relation === 'self' ? 0 : (counts.get(card.uid) ?? 0),
          may_ask,
          match_percent: relation === 'self' ? null : (matches.get(card.uid) ?? null),
        },
      ]
    })
  }

  async function listPage(
    viewer: Uid,
    page: Page,
    read: (page: { after: PeopleCursor | null; limit: number }) => Promise<ListedPerson[]>,
  ): Promise<PeoplePage> {
    const limit = page.limit ?? limits.pageSize.default
    const found = await read({ after: readPeopleCursor(page.cursor), limit: limit + 1 })
    const { shown, next } = pageOf(found, limit, (last) => writePeopleCursor({ stage: 'listed', ...last }))
    const cards = await profiles.cards(shown.map(({ uid }) => uid))
    return {
      people: await rows(
        viewer,
        shown.flatMap(({ uid }) => cards.get(uid) ?? []),
        true,
      ),
      next,
    }
  }

  return { store, present, presentOwn, relationOf, assertSeesBuddies, rows, listPage }
}

const self: ProfileRelation = {
  relation: 'self',
  muted: false,
  buddies_count: null,
  mutual_count: 0,
  may_ask: false,
  may_message: false,
  suspended: false,
  shows: { music: true, video: true, buddies: true, match: true },
}

/** The last user of a page, with the value that sorts the list. */
export type PeopleCursor = { stage: 'exact' | 'similar' | 'listed'; rank: number; uid: Uid }

const stages: Record<string, PeopleCursor['stage']> = { e: 'exact', s: 'similar', l: 'listed' }

/** A cursor as text that only the server reads. */
export const writePeopleCursor = ({ stage, rank, uid }: PeopleCursor): string => encodeCursor(`${stage.charAt(0)}${rank}_${uid}`)

/** @throws AppError 'invalid_input' for anything that `writePeopleCursor` did not write */
export function readPeopleCursor(cursor: string | undefined): PeopleCursor | null {
  if (cursor === undefined) return null
  const [initial, rank, uid = ''] = decodeCursor(
    cursor,
    /^([esl])(-?\d{1,16}(?:\.\d{1,17})?(?:e-?\d{1,3})?)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/,
  )
  return { stage: stages[initial ?? ''] ?? 'listed', rank: Number(rank), uid }
}

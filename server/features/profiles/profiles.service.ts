import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { latestBirthYear, limits } from '#contract/limits.ts'
import type { PersonCard } from '#contract/people.ts'
import type { EditForm, OwnUserName, SetupForm } from '#contract/profiles.ts'
import type { CacheDeps } from '#server/platform/bus/announced-cache.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { PublishEvent } from '#server/platform/domain-events.ts'
import { createBatcher } from '#server/platform/concurrency/batcher.ts'
import { storable } from '#server/platform/i18n/text.ts'
import { createProfileCards, type ProfileCards } from './profiles.cards.ts'
import { presentCard, toPerson } from './profiles.present.ts'
import type { Person, Pictures } from './profiles.types.ts'
import type { PeopleSearch, SearchCursor } from './profiles.search.ts'
import { createProfileStore, type PeopleFilter, type ProfileRow, type ProfileStore } from './profiles.store.ts'
import { formerOwnerOf, isReservedForOthers, takenUserNames } from './profiles.user-names.store.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'

const SUFFIXES = ['fm', '_fm', '.music', '.plays', '_hq', '.tv', 'live']
const NUMBERS = 20

/**
 * Similar usernames to a taken one, the best first: other separators, then short endings, then numbers. The caller removes those that
 * aren't available.
 */
function similarUserNames(userName: string): string[] {
  // Names similar to a reserved one could be mistaken for the operator's.
  if (isReserved(userName)) return []
  const { max } = limits.userName
  const words = userName.split(/[._]+/).filter(Boolean)
  const base = userName.replace(/[._]+$/, '') || userName
  const withEnding = (ending: string) => base.slice(0, max - ending.length) + ending
  const numbers = Array.from({ length: NUMBERS }, (_, index) => String(index + 2))
  const names = [words.join('.'), words.join('_'), words.join(''), ...[...SUFFIXES, ...numbers].map(withEnding)]
  return [...new Set(names)].filter((name) => name !== userName && userNameError(name) === null && !isReserved(name))
}

// Profiles don't know relationships. Connections, a higher feature, decide who sees whom: their `people` service joins both.

export type ProfileDeps = CacheDeps & {
  db: Db
  pictures: Pictures
  names: Pick<PeopleSearch, 'addName' | 'find'>
  minimumAge: number
  publish: PublishEvent
  /** Setting up a profile accepts the terms of service. */
  acceptTerms?: (uid: Uid) => Promise<void>
}

export type Profiles = {
  /** Whether this user can take a username, with available alternatives. A reserved one counts as taken. */
  checkUserName(uid: Uid, userName: string): Promise<{ available: boolean; reason: 'taken' | UserNameError | null; alternatives: string[] }>
  /** @throws AppError 'not_found' without a profile */
  ownUserName(uid: Uid): Promise<OwnUserName>
  /**
   * Changes the username. While the old one is reserved, search finds the user by it.
   * @throws AppError 'user_name_taken', 'user_name_too_soon', 'invalid_input'
   */
  changeUserName(uid: Uid, userName: string): Promise<OwnUserName>
  /**
   * Creates the profile. Repeating it returns the existing one.
   * @throws AppError 'user_name_taken', also after a race; 'invalid_input' with the field at fault.
   */
  setUp(uid: Uid, form: SetupForm): Promise<Person>
  /** Updates a profile. @throws AppError 'invalid_input' for another user's picture, 'not_found' without a profile. */
  edit(uid: Uid, form: EditForm): Promise<Person>
  /** A user's profile, or null. Permissions are not checked. */
  get(uid: Uid): Promise<Person | null>
  /** The cards of existing users, which are cached. Permissions are not checked. */
  cards(uids: readonly Uid[]): Promise<Map<Uid, PersonCard>>
  /** Calls `listener` on every server after a card was changed or deleted. */
  onCardChanged(listener: (uid: Uid) => void): void
  /** Call it after the deletion of a profile. */
  deleted(uid: Uid): void
  exists(uid: Uid): Promise<boolean>
  /** Filters these pictures to those that a profile uses. */
  onProfiles(ids: readonly string[]): Promise<ReadonlySet<string>>
  uidOf(userName: string): Promise<Uid | null>
  /** The user who has this user name, or had it until a change less than 90 days ago. Permissions are not checked. */
  ownerOf(userName: string): Promise<Uid | null>
  uidsOf(userNames: readonly string[]): Promise<ReadonlyMap<string, Uid>>
  /** A page of people by username or name after `behind`, best first, similar spellings last. Only those who pass every filter. */
  search(
    typed: string,
    filters: readonly PeopleFilter[],
    behind: SearchCursor | null,
    limit: number,
  ): Promise<{ card: PersonCard; stage: SearchCursor['stage'] }[]>
}

export function createProfiles(deps: ProfileDeps): Profiles {
  const { db, clock, pictures, names } = deps
  const store = createProfileStore(db)
  const cards = createProfileCards({ ...deps, store })
  const userNames = createUserNames(deps, store, cards)
  return {
    ownUserName: userNames.ownUserName,
    checkUserName: userNames.checkUserName,
    changeUserName: userNames.changeUserName,
    ...profileCommands(deps, store, cards, userNames.checkChosenName),
    ...profileQueries(deps, store),
    cards: cards.getMany,
    onCardChanged: cards.onChanged,
    deleted: cards.changed,

    async search(typed, filters, behind, limit) {
      const userName = typed.trim().replace(/^@/, '').toLowerCase()
      const former = userNameError(userName) === null ? await formerOwnerOf(db, userName, clock.now()) : null
      const found = await names.find(typed, filters, behind, limit, former)
      return found.map(({ row, stage }) => ({ card: presentCard(row, pictures), stage }))
    },
  }
}

function createUserNames({ db, clock, names, publish }: ProfileDeps, store: ProfileStore, cards: ProfileCards) {
  /** @throws AppError 'invalid_input', and 'user_name_taken' for reserved names */
  async function checkChosenName(uid: Uid, userName: string): Promise<void> {
    const fault = userNameError(userName)
    if (fault) throw new AppError('invalid_input', { fault }, [{ field: 'user_name', message: 'This can’t be a user name.' }])
    if (isReserved(userName) || (await isReservedForOthers(db, uid, userName, clock.now()))) {
      throw new AppError('user_name_taken', { reserved: true })
    }
  }

  async function ownUserName(uid: Uid): Promise<OwnUserName> {
    const own = await store.userName(uid)
    if (!own) throw new AppError('not_found', { uid })
    const changeableAt = new Date((own.changedAt?.getTime() ?? 0) + limits.userName.changeMs)
    return { user_name: own.userName, changeable_at: changeableAt > clock.now() ? changeableAt.toISOString() : null }
  }

  async function checkUserName(uid: Uid, userName: string): ReturnType<Profiles['checkUserName']> {
    const fault = userNameError(userName)
    if (fault) return { available: false, reason: fault, alternatives: [] }
    const similar = similarUserNames(userName)
    const taken = await takenUserNames(db, uid, [userName, ...similar], clock.now())
    if (!isReserved(userName) && !taken.has(userName)) return { available: true, reason: null, alternatives: [] }
    return {
      available: false,
      reason: 'taken',
      alternatives: similar.filter((name) => !taken.has(name)).slice(0, limits.userName.alternatives),
    }
  }

  async function changeUserName(uid: Uid, userName: string): Promise<OwnUserName> {
    await checkChosenName(uid, userName)
    const row = await store.rename(uid, userName, clock.now())
    if (!row) throw new AppError('not_found', { uid })
    names.addName(row)
    cards.changed(uid)
    publish({ kind: 'person.changed', by: uid })
    return ownUserName(uid)
  }

  return { checkChosenName, ownUserName, checkUserName, changeUserName }
}

type CheckName = (uid: Uid, userName: string) => Promise<void>

function profileCommands(
  { clock, pictures, names, minimumAge, publish, acceptTerms }: ProfileDeps,
  store: ProfileStore,
  cards: ProfileCards,
  checkChosenName: CheckName,
): Pick<Profiles, 'setUp' | 'edit'> {
  async function checkPicture(uid: Uid, id: string | null | undefined, field = 'avatar_id'): Promise<void> {
    if (id && !(await pictures.ownedBy(uid, id))) {
      throw new AppError('invalid_input', { uid, picture: id }, [{ field, message: 'This picture isn’t here.' }])
    }
  }

  return {
    async setUp(uid, form) {
      const before = await store.byUid(uid)
      if (before) return toPerson(before, pictures)
      await checkChosenName(uid, form.user_name)
      checkBirthYear(form.birth_year, minimumAge, clock.now())
      await checkPicture(uid, form.avatar_id)
      await store.insert({
        uid,
        userName: form.user_name,
        name: storable(form.name, 'name'),
        avatarId: form.avatar_id,
        languages: unique(form.languages),
        birthYear: form.birth_year,
        joinedAt: clock.now(),
      })
      const row = await store.byUid(uid)
      if (!row) throw new AppError('user_name_taken')
      await acceptTerms?.(uid)
      names.addName(row)
      return toPerson(row, pictures)
    },

    async edit(uid, form) {
      await checkPicture(uid, form.avatar_id)
      await checkPicture(uid, form.cover_id, 'cover_id')
      const before = await store.byUid(uid)
      const row = await store.update(uid, {
        name: storable(form.name, 'name'),
        bio: storable(form.bio, 'bio'),
        place: form.place ? storable(form.place, 'place') : null,
        languages: unique(form.languages),
        ...(form.avatar_id === undefined ? {} : { avatarId: form.avatar_id }),
        ...(form.cover_id === undefined ? {} : { coverId: form.cover_id }),
        ...(form.pinned_id === undefined ? {} : { pinnedItemId: form.pinned_id }),
      })
      if (!row) throw new AppError('not_found', { uid })
      names.addName(row)
      cards.changed(uid)
      if (!before || shownFields(before) !== shownFields(row)) publish({ kind: 'person.changed', by: uid })
      return toPerson(row, pictures)
    },
  }
}

/** What open pages of other users show, to compare it. */
const shownFields = ({ name, avatarId, bio, place, languages, coverId }: ProfileRow): string =>
  JSON.stringify([name, avatarId, bio, place, languages, coverId])

type Queries = Pick<Profiles, 'get' | 'exists' | 'onProfiles' | 'uidOf' | 'ownerOf' | 'uidsOf'>

function profileQueries({ db, clock, pictures }: ProfileDeps, store: ProfileStore): Queries {
  // After a restart all clients reconnect at once.
  const exists = createBatcher<Uid, boolean>({
    keyOf: (uid) => uid,
    run: async (uids) => new Map((await store.existing(uids)).map((uid) => [uid, true])),
  })

  return {
    async get(uid) {
      const row = await store.byUid(uid)
      return row ? toPerson(row, pictures) : null
    },

    exists: async (uid) => (await exists(uid)) ?? false,

    async onProfiles(ids) {
      return new Set(ids.length === 0 ? [] : await store.shownPictures(ids))
    },

    uidOf: (userName) => store.uidOf(userName),
    ownerOf: async (userName) => (await store.uidOf(userName)) ?? formerOwnerOf(db, userName, clock.now()),
    uidsOf: (userNames) => store.uidsOf(userNames),
  }
}

const unique = (languages: readonly string[]): string[] => [...new Set(languages)]

/** A larger age is a typo. */
const OLDEST_AGE = 120

/** Names that look official or like one of the product's addresses. */
const reserved = new Set([
  'admin',
  'administrator',
  'root',
  'system',
  'server',
  'support',
  'help',
  'helpdesk',
  'moderator',
  'moderation',
  'mod',
  'mods',
  'staff',
  'team',
  'official',
  'security',
  'abuse',
  'postmaster',
  'webmaster',
  'hostmaster',
  'noreply',
  'info',
  'contact',
  'legal',
  'privacy',
  'terms',
  'about',
  'api',
  'app',
  'www',
  'mail',
  'login',
  'logout',
  'signin',
  'signup',
  'account',
  'settings',
  'notifications',
  'search',
  'profile',
  'chat',
  'moments',
  'everyone',
  'all',
  'here',
  'me',
  'you',
  'nobody',
  'anonymous',
  'deleted',
  'deletedaccount',
  'null',
  'undefined',
  PRODUCT_NAME.toLowerCase(),
])

/** Whether a username is reserved, ignoring dots. */
export function isReserved(userName: string): boolean {
  return reserved.has(userName.toLowerCase().replace(/[._]/g, ''))
}

export type UserNameError = 'too_short' | 'too_long' | 'characters'

export function userNameError(userName: string): UserNameError | null {
  const { min, max, pattern } = limits.userName
  if (userName.length < min) return 'too_short'
  if (userName.length > max) return 'too_long'
  return pattern.test(userName) ? null : 'characters'
}

/**
 * Only the year is stored, so an age counts as reached in the year after the birthday.
 * @throws AppError 'invalid_input' on `birth_year` for users who are too young, and for impossible years.
 */
export function checkBirthYear(birthYear: number, minimumAge: number, now: Date): void {
  const age = now.getUTCFullYear() - birthYear
  const birthYearError = (message: string) => new AppError('invalid_input', { age }, [{ field: 'birth_year', message }])
  if (age < 0 || age > OLDEST_AGE) throw birthYearError('This can’t be a year of birth.')
  const latest = latestBirthYear(minimumAge, now.getUTCFullYear())
  if (birthYear > latest) throw birthYearError(`You need to be at least ${minimumAge} years old: born in ${latest} or earlier.`)
}

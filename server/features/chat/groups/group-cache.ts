import type { Uid } from '#contract/base/ids.ts'
import type { PersonCard } from '#contract/people.ts'
import { createAnnouncedCache } from '#server/platform/bus/announced-cache.ts'
import type { ChatDeps } from '../chat.deps.ts'
import type { ChatId } from '../chat.types.ts'
import type { GroupStore, StoredGroup, StoredMember } from './groups.store.ts'

/** A group with the data for checking and showing its messages. Read-only. */
export type Group = Omit<StoredGroup, 'members'> & {
  /** Replaces the other person of a chat of two in a group. */
  card: PersonCard
  members: ReadonlyMap<Uid, StoredMember>
  /** Receivers of messages. */
  joined: readonly Uid[]
  cards: ReadonlyMap<Uid, PersonCard>
  /** For each member with a block, the members whom they may not see. Symmetric. */
  hidden: ReadonlyMap<Uid, ReadonlySet<Uid>>
}

export const NO_ONE: ReadonlySet<Uid> = new Set()

const MAX_CACHED = 2_000

type Deps = Pick<ChatDeps, 'people' | 'clock' | 'bus'> & { store: Pick<GroupStore, 'load'>; urlOfPicture: (id: string) => string }

/** Caches groups. Every change of a group, of a member's card, or of a relation between two members drops them on all servers. */
export function createGroupCache({ people, clock, bus, store, urlOfPicture }: Deps) {
  const loading = new Map<ChatId, Promise<Group | undefined>>()
  const cache = createAnnouncedCache<Group>({
    bus,
    clock,
    topic: 'chat.group',
    max: MAX_CACHED,
    onEvicted: (chatId) => void loading.delete(chatId),
  })
  bus.onReconnected(() => loading.clear())

  async function load(chatId: ChatId): Promise<Group | undefined> {
    const readIn = cache.generation()
    const stored = await store.load(chatId)
    if (!stored) return undefined
    const uids = stored.members.map(({ uid }) => uid)
    const [cards, hidden] = await Promise.all([people.cards(uids), hiddenPairs(people, uids)])
    const group = toGroup(stored, cards, hidden, urlOfPicture)
    cache.add(chatId, group, readIn)
    return group
  }

  return {
    cached: (chatId: ChatId): Group | undefined => cache.get(chatId),

    async get(chatId: ChatId): Promise<Group | undefined> {
      const found = cache.get(chatId)
      if (found) return found
      const running = loading.get(chatId)
      if (running) return running
      const started = load(chatId)
      loading.set(chatId, started)
      const end = () => void (loading.get(chatId) === started && loading.delete(chatId))
      started.then(end, end)
      return started
    },

    invalidate: (chatId: ChatId): void => cache.evict(chatId),

    /** Drops the groups of both on this server. Other servers receive the relation as well. */
    dropOfPair(a: Uid, b: Uid): void {
      loading.clear()
      cache.evictMatching((_chatId, { members }) => members.has(a) && members.has(b))
    },

    /** Drops the groups of a member whose card has changed. Call it on every server. */
    dropOfMember(uid: Uid): void {
      loading.clear()
      cache.evictMatching((_chatId, { members }) => members.has(uid))
    },
  }
}

export type GroupCache = ReturnType<typeof createGroupCache>

function toGroup(
  { members, ...stored }: StoredGroup,
  cards: ReadonlyMap<Uid, PersonCard>,
  hidden: Group['hidden'],
  urlOfPicture: (id: string) => string,
): Group {
  const { chatId, name, picture } = stored
  return {
    ...stored,
    card: { uid: chatId, user_name: '', name, avatar_url: picture === null ? null : urlOfPicture(picture) },
    members: new Map(members.map((member) => [member.uid, member])),
    joined: members.filter(({ role }) => role !== 'invited').map(({ uid }) => uid),
    cards,
    hidden,
  }
}

/** The members with a block between them. */
async function hiddenPairs(people: Deps['people'], uids: readonly Uid[]): Promise<Map<Uid, Set<Uid>>> {
  const pairs = uids.flatMap((uid, index) => uids.slice(index + 1).map((two) => [uid, two] as const))
  const relations = await people.relationsBetween(pairs)
  const hidden = new Map<Uid, Set<Uid>>()
  const hide = (from: Uid, uid: Uid) => hidden.set(from, (hidden.get(from) ?? new Set()).add(uid))
  for (const [index, [one, two]] of pairs.entries()) {
    const relation = relations[index]
    // Undefined: the second has blocked the first, or was deleted.
    if (relation !== undefined && relation !== 'blocked') continue
    hide(one, two)
    hide(two, one)
  }
  return hidden
}

/** The members that this viewer may not see. */
export const hiddenFrom = (group: Group, viewer: Uid): ReadonlySet<Uid> => group.hidden.get(viewer) ?? NO_ONE

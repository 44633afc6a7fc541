import type { Uid } from '#contract/base/ids.ts'
import type { PersonCard } from '#contract/people.ts'
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

const CACHE_MS = 30_000
const CACHE_WITHOUT_BUS_MS = 1_000
const MAX_CACHED = 2_000
const TOPIC = 'chat.group'

type Deps = Pick<ChatDeps, 'people' | 'clock' | 'bus'> & { store: Pick<GroupStore, 'load'>; urlOfPicture: (id: string) => string }

/** Caches groups for half a minute. Every change of a group or of a relation between two members drops them on all servers. */
export function createGroupCache({ people, clock, bus, store, urlOfPicture }: Deps) {
  const entries = new Map<ChatId, { group: Group; atMs: number }>()
  const loading = new Map<ChatId, Promise<Group | undefined>>()
  /** Increases with each invalidation: what was read earlier is not cached. */
  let generation = 0

  function isFresh(atMs: number): boolean {
    const ageMs = clock.now().getTime() - atMs
    return ageMs >= 0 && ageMs < (bus.isUp() ? CACHE_MS : CACHE_WITHOUT_BUS_MS)
  }

  function cached(chatId: ChatId): Group | undefined {
    const found = entries.get(chatId)
    return found && isFresh(found.atMs) ? found.group : undefined
  }

  function dropHere(chatId: ChatId): void {
    generation++
    entries.delete(chatId)
    loading.delete(chatId)
  }

  async function load(chatId: ChatId): Promise<Group | undefined> {
    const startedAt = generation
    const stored = await store.load(chatId)
    if (!stored) return undefined
    const uids = stored.members.map(({ uid }) => uid)
    const [cards, hidden] = await Promise.all([people.cards(uids), hiddenPairs(people, uids)])
    const group = toGroup(stored, cards, hidden, urlOfPicture)
    if (generation === startedAt) {
      if (entries.size >= MAX_CACHED) entries.clear()
      entries.set(chatId, { group, atMs: clock.now().getTime() })
    }
    return group
  }

  bus.onAnnouncement(TOPIC, dropHere)
  bus.onReconnected(() => {
    generation++
    entries.clear()
    loading.clear()
  })

  return {
    cached,

    async get(chatId: ChatId): Promise<Group | undefined> {
      const found = cached(chatId)
      if (found) return found
      const running = loading.get(chatId)
      if (running) return running
      const started = load(chatId)
      loading.set(chatId, started)
      const end = () => void (loading.get(chatId) === started && loading.delete(chatId))
      started.then(end, end)
      return started
    },

    invalidate(chatId: ChatId): void {
      dropHere(chatId)
      bus.announce(TOPIC, chatId)
    },

    /** Drops the groups of both on this server. Other servers receive the relation as well. */
    dropOfPair(a: Uid, b: Uid): void {
      generation++
      loading.clear()
      for (const [chatId, { group }] of entries) if (group.members.has(a) && group.members.has(b)) entries.delete(chatId)
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

import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { PersonCard, Relation } from '#contract/people.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency/concurrency-limit.ts'
import { createBatcher } from '#server/platform/concurrency/batcher.ts'
import type { ChatDeps } from './chat.deps.ts'
import type { ChatStore } from './chat.store.ts'
import type { ChatId, ChatStanding, NewChat } from './chat.types.ts'

/*
 * May they write? Asking costs four questions to the database, so all who want to know at the same moment share them, and as
 * people write many messages in a row a yes is kept for half a minute. Whatever ends it earlier calls `forget`, which every server hears of. While the bus is down nobody would,
 * so it is kept for a second only.
 */

/** A message that may be stored: in which chat, between whom. */
export type Permit = {
  chatId: ChatId
  me: PersonCard
  other: PersonCard
  /** The other side has not agreed to be written to: one message, words only. */
  isRequest: boolean
  /** Whether the other side wants to hear nothing of this chat now. */
  isQuiet(now: Date): boolean
}

type Wish = { from: Uid; to: Uid }
/** What stands between two people; whatever is missing is not there. */
type Seen = { relation: Relation | undefined; me: PersonCard | undefined; other: PersonCard | undefined; found: ChatStanding | undefined }
type Met = { relation: Relation; me: PersonCard; other: PersonCard }

const KEPT_MS = 30_000
const KEPT_WITHOUT_BUS_MS = 1_000
/** Announced with the two uids between whom something has changed. */
const TOPIC = 'chat.standing'
const MAX_KEPT = 50_000
/** When everybody begins to write to strangers at once, that must not take all connections of the database: commits need one. */
const ASKED_AT_ONCE = 2
const MAX_WAITING = 20_000
/** Strangers whom one person may write to within an hour. */
export const REQUESTS_PER_HOUR = 30
const HOUR_MS = 60 * 60 * 1000

type Deps = Pick<ChatDeps, 'people' | 'clock' | 'newId' | 'bus'> & {
  store: ChatStore
  changed: (chatId: ChatId, uids: readonly Uid[]) => void
}

export type Permits = ReturnType<typeof createPermits>

export function createPermits({ people, clock, newId, bus, store, changed }: Deps) {
  const kept = new Map<string, { permit: Permit; atMs: number }>()
  const look = createBatcher<Wish, Seen>({ keyOf: ({ from, to }) => `${from}/${to}`, run: lookAtAll })
  const make = createBatcher<NewChat, ChatId>({
    keyOf: ({ pair }) => pair.toSorted().join('/'),
    run: async (chats) => new Map((await store.pairChats(chats, clock.now())).map(({ id, low, high }) => [`${low}/${high}`, id])),
  })
  const limit = createConcurrencyLimit(ASKED_AT_ONCE, { maxWaiting: MAX_WAITING })
  /** Grows with every `forget`: what was asked before it must not be kept after it. */
  let generation = 0

  /** What was allowed a moment ago and is so still. */
  function known(from: Uid, to: Uid): Permit | undefined {
    const found = kept.get(`${from}/${to}`)
    return found && isFresh(found.atMs) ? found.permit : undefined
  }

  /**
   * @throws AppError 'not_found' for a block, nobody at all, or a `chatId` that is not the chat of these two; 'not_connected' where
   * writing is over or not wanted; 'request_waiting' for a second message to a stranger; 'too_many_strangers'.
   */
  async function get(from: Uid, to: Uid, chatId: ChatId | null): Promise<Permit> {
    const earlier = known(from, to)
    if (earlier) {
      if (chatId !== null && chatId !== earlier.chatId) throw new AppError('not_found', { from, chatId })
      return earlier
    }
    const before = generation
    const permit = await ask(from, to, chatId)
    if (!permit.isRequest && generation === before) keep(`${from}/${to}`, permit)
    return permit
  }

  async function ask(from: Uid, to: Uid, chatId: ChatId | null): Promise<Permit> {
    const seen = await look({ from, to })
    const { relation, me, other, found } = seen ?? {}
    if (!relation || relation === 'self' || relation === 'blocked' || !me || !other) throw new AppError('not_found', { from, to })
    if (chatId !== null && chatId !== found?.chatId) throw new AppError('not_found', { from, chatId })
    const work = () => settle({ from, to, relation, me, other, found })
    return needsLittle(relation, found) ? work() : limit(work)
  }

  /** One question each for all who want to write at the same moment. */
  async function lookAtAll(wishes: readonly Wish[]): Promise<Map<string, Seen>> {
    const pairs = wishes.map(({ from, to }) => [from, to] as const)
    const [relations, cards, chats] = await Promise.all([
      people.relationsBetween(pairs),
      people.cards([...new Set(pairs.flat())]),
      store.standings(pairs),
    ])
    const chatOf = new Map(chats.map((chat) => [`${chat.me}/${chat.other}`, chat]))
    const seenOf = ({ from, to }: Wish, at: number): Seen => ({
      relation: relations[at],
      me: cards.get(from),
      other: cards.get(to),
      found: chatOf.get(`${from}/${to}`),
    })
    return new Map(wishes.map((wish, at) => [`${wish.from}/${wish.to}`, seenOf(wish, at)]))
  }

  /** Nothing is known against writing: makes what is missing, and says what is allowed. */
  async function settle({ from, to, relation, me, other, found }: Wish & Met & Pick<Seen, 'found'>): Promise<Permit> {
    const isFirst = await mayWrite(from, to, relation, found)
    const id = found?.chatId ?? (await makeChat(from, to))
    const isRequest = isFirst && (await makeRequest(id, from, to))
    await wakeUp(id, from, to, found, relation)
    return { chatId: id, me, other, isRequest, isQuiet: (now) => isQuiet(found, now) }
  }

  async function makeChat(from: Uid, to: Uid): Promise<ChatId> {
    const id = await make({ pair: [from, to], id: newId() })
    // One of them was deleted a moment ago.
    if (id === undefined) throw new AppError('not_found', { from, to })
    return id
  }

  /** Gives whether the message will be a request, unless the other writes one at the same moment. */
  async function mayWrite(from: Uid, to: Uid, relation: Relation, found: ChatStanding | undefined): Promise<boolean> {
    if (relation === 'connected' || found?.request === 'accepted') return false
    if (found && found.request !== 'none') {
      if (found.askedBy !== from) return false
      if (found.lastSeq > 0) throw new AppError('request_waiting', { from, to })
      return true
    }
    // Where something was written before, the two were buddies: whoever ended that wants no request either.
    const wanted = (await people.privacy([to])).get(to)?.messages === 'everyone'
    if (!wanted || (found?.lastSeq ?? 0) > 0) throw new AppError('not_connected', { from, to })
    return true
  }

  /** Gives whether it is one: where both write at the same moment, the second answers the first. */
  async function makeRequest(chatId: ChatId, from: Uid, to: Uid): Promise<boolean> {
    const now = clock.now()
    if ((await store.countAsked(from, new Date(now.getTime() - HOUR_MS))) >= REQUESTS_PER_HOUR) {
      throw new AppError('too_many_strangers', { from, requests: REQUESTS_PER_HOUR })
    }
    if (await store.ask(chatId, from, now)) return true
    // Somebody was quicker: it is our own message of a moment ago, or theirs, which this one then answers.
    const [standing] = await store.standings([[from, to]])
    if (standing?.askedBy === from) {
      if (standing.lastSeq > 0) throw new AppError('request_waiting', { from, to })
      return true
    }
    const isAnswer = await store.answer(chatId, 'accepted')
    if (isAnswer) changed(chatId, [from, to])
    return !isAnswer
  }

  /** Writing returns to an archived chat, and accepts the request of the other side. */
  async function wakeUp(chatId: ChatId, from: Uid, to: Uid, found: ChatStanding | undefined, relation: Relation): Promise<void> {
    if (found?.isArchived) {
      await store.archive(chatId, from, null)
      changed(chatId, [from])
    }
    if (found && (await answerIfAsked(chatId, from, found, relation))) changed(chatId, [from, to])
  }

  /** Buddies need no request, and it must not go on when they are none any more; a stranger writes back and accepts. */
  async function answerIfAsked(chatId: ChatId, from: Uid, { request, askedBy }: ChatStanding, relation: Relation): Promise<boolean> {
    if (request !== 'waiting' && request !== 'declined') return false
    if (relation === 'connected') return store.endRequest(chatId)
    return askedBy !== from && store.answer(chatId, 'accepted')
  }

  function keep(key: string, permit: Permit): void {
    if (kept.size >= MAX_KEPT) kept.clear()
    kept.set(key, { permit, atMs: clock.now().getTime() })
  }

  /** A clock that was set back makes nothing last longer. */
  function isFresh(atMs: number): boolean {
    const ageMs = clock.now().getTime() - atMs
    return ageMs >= 0 && ageMs < (bus.isUp() ? KEPT_MS : KEPT_WITHOUT_BUS_MS)
  }

  function forgetHere(one: Uid, two: Uid): void {
    generation++
    kept.delete(`${one}/${two}`)
    kept.delete(`${two}/${one}`)
  }

  bus.onAnnouncement(TOPIC, (payload) => {
    const [one = '', two = ''] = payload.split('/')
    forgetHere(one, two)
  })
  // What was kept before an outage would count as fresh again after it.
  bus.onRejoined(() => {
    generation++
    kept.clear()
  })

  return {
    known,
    get,
    /** The chat of these two, made when there is none. @throws AppError 'not_found' when one of them is gone */
    makeChat,
    /** What is between these two has changed: every server asks anew. */
    forget(one: Uid, two: Uid): void {
      forgetHere(one, two)
      bus.announce(TOPIC, `${one}/${two}`)
    },
  }
}

/** Two buddies with no chat yet, which is made together with others, or one that needs nothing done to it: the usual cases. */
function needsLittle(relation: Relation, found: ChatStanding | undefined): boolean {
  if (relation !== 'connected') return false
  return !found || (!found.isArchived && (found.request === 'none' || found.request === 'accepted'))
}

function isQuiet(found: ChatStanding | undefined, now: Date): boolean {
  if (!found) return false
  return found.otherArchived || (found.otherMutedUntil !== null && found.otherMutedUntil > now)
}

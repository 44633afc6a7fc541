import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { PersonCard, Relation } from '#contract/people.ts'
import { createAnnouncedCache } from '#server/platform/bus/announced-cache.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency/concurrency-limit.ts'
import { createBatcher } from '#server/platform/concurrency/batcher.ts'
import type { ChatDeps } from './chat.deps.ts'
import { nextMessage } from './chat.permissions.ts'
import type { ChatStore } from './chat.store.ts'
import type { ChatId, NewChat, PairChat } from './chat.types.ts'

/*
 * Decides whether a user may write to another one. This takes several queries, so simultaneous checks share them. Permissions are
 * cached, because people send many messages in a row. `invalidate` ends the cache entry on all servers.
 */

/** The permission to store a message of `me` in a chat with `other`. */
export type SendPermission = {
  chatId: ChatId
  me: PersonCard
  other: PersonCard
  /** The receiver has not accepted messages from the sender: only one text message is allowed. */
  isRequest: boolean
  isMuted(now: Date): boolean
}

type Pair = { from: Uid; to: Uid }
type PairData = { relation: Relation | undefined; me: PersonCard | undefined; other: PersonCard | undefined; chat: PairChat | undefined }
type Contact = Pair & { relation: Relation; me: PersonCard; other: PersonCard; chat: PairChat | undefined }

const MAX_CACHED = 50_000
/** Keeps database connections free for commits when many users write to strangers at once. */
const CONCURRENT_CHECKS = 2
const MAX_WAITING = 20_000
/** Strangers that one user may write to within an hour. */
export const REQUESTS_PER_HOUR = 30
const HOUR_MS = 60 * 60 * 1000

type Deps = Pick<ChatDeps, 'people' | 'clock' | 'newId' | 'bus'> & {
  store: ChatStore
  sendChatChanged: (chatId: ChatId, uids: readonly Uid[]) => void
  /** Called on every server when the relation of two users has changed. */
  onInvalidated: (a: Uid, b: Uid) => void
}

export type SendPermissions = ReturnType<typeof createSendPermissions>

export function createSendPermissions(deps: Deps) {
  const { people, store, clock } = deps
  const cache = createAnnouncedCache<SendPermission>({
    bus: deps.bus,
    clock,
    topic: 'chat.standing',
    max: MAX_CACHED,
    keysOf(pair) {
      const [a, b] = pair.split('/')
      return [pair, `${b}/${a}`]
    },
    onEvicted(pair) {
      const [a = '', b = ''] = pair.split('/')
      deps.onInvalidated(a, b)
    },
  })
  const limit = createConcurrencyLimit(CONCURRENT_CHECKS, { maxWaiting: MAX_WAITING })
  const loadData = createBatcher<Pair, PairData>({
    keyOf: ({ from, to }) => `${from}/${to}`,
    run: (pairs) => loadPairData(people, store, pairs),
  })
  const createChats = createBatcher<NewChat, ChatId>({
    keyOf: ({ pair }) => pair.toSorted().join('/'),
    run: async (chats) => new Map((await store.pairChats(chats, clock.now())).map(({ id, low, high }) => [`${low}/${high}`, id])),
  })

  /** Finds or creates the chat of two users. @throws AppError 'not_found' when one of them was deleted. */
  async function openChat(from: Uid, to: Uid): Promise<ChatId> {
    const id = await createChats({ pair: [from, to], id: deps.newId() })
    if (id === undefined) throw new AppError('not_found', { from, to })
    return id
  }

  async function check(from: Uid, to: Uid, chatId: ChatId | null): Promise<SendPermission> {
    const { relation, me, other, chat } = (await loadData({ from, to })) ?? {}
    if (!relation || relation === 'self' || relation === 'blocked' || !me || !other) throw new AppError('not_found', { from, to })
    if (chatId !== null && chatId !== chat?.chatId) throw new AppError('not_found', { from, chatId })
    const work = () => getSendPermission(deps, openChat, { from, to, relation, me, other, chat })
    return needsNoUpdate(relation, chat) ? work() : limit(work)
  }

  return {
    cached: (from: Uid, to: Uid): SendPermission | undefined => cache.get(`${from}/${to}`),

    /**
     * @throws AppError 'not_found' for a block, an unknown user, or a `chatId` of other users; 'not_connected' when the connection
     * has ended or strangers may not write; 'request_waiting' for a second message to a stranger; 'too_many_strangers'.
     */
    async get(from: Uid, to: Uid, chatId: ChatId | null): Promise<SendPermission> {
      const cached = cache.get(`${from}/${to}`)
      if (cached) {
        if (chatId !== null && chatId !== cached.chatId) throw new AppError('not_found', { from, chatId })
        return cached
      }
      const readIn = cache.generation()
      const permission = await check(from, to, chatId)
      if (!permission.isRequest) cache.add(`${from}/${to}`, permission, readIn)
      return permission
    },

    openChat,

    /** Call when the relation of two users or their chat has changed: every server checks again. */
    invalidate: (a: Uid, b: Uid): void => cache.evict(`${a}/${b}`),

    /** Call on every server when the card of this user has changed. */
    dropCard(uid: Uid): void {
      cache.evictMatching((_pair, { me, other }) => me.uid === uid || other.uid === uid)
    },
  }
}

async function loadPairData(people: Deps['people'], store: ChatStore, pairs: readonly Pair[]): Promise<Map<string, PairData>> {
  const uids = pairs.map(({ from, to }) => [from, to] as const)
  const [relations, cards, chats] = await Promise.all([
    people.relationsBetween(uids),
    people.cards([...new Set(uids.flat())]),
    store.chatsOfPairs(uids),
  ])
  const chatByPair = new Map(chats.map((chat) => [`${chat.me}/${chat.other}`, chat]))
  return new Map(
    pairs.map(({ from, to }, index) => {
      const key = `${from}/${to}`
      return [key, { relation: relations[index], me: cards.get(from), other: cards.get(to), chat: chatByPair.get(key) }]
    }),
  )
}

/** Creates the missing chat or request. @throws AppError as `SendPermissions.get` */
async function getSendPermission(deps: Deps, openChat: (from: Uid, to: Uid) => Promise<ChatId>, contact: Contact): Promise<SendPermission> {
  const { from, to, me, other, chat } = contact
  const startsRequest = await canStartRequest(deps.people, contact)
  const chatId = chat?.chatId ?? (await openChat(from, to))
  const isRequest = startsRequest && (await createRequest(deps, chatId, contact))
  await applyReply(deps, chatId, contact)
  return { chatId, me, other, isRequest, isMuted: (now) => isMuted(chat, now) }
}

/** Returns whether the message starts a request, unless the receiver starts one at the same moment. */
async function canStartRequest(people: Deps['people'], { from, to, relation, chat }: Contact): Promise<boolean> {
  const next = nextMessage(from, relation, chat)
  if (next === 'awaiting-answer') throw new AppError('request_waiting', { from, to })
  if (next === 'first-contact' && (await people.privacy([to])).get(to)?.messages === 'everyone') return true
  if (next === 'closed' || next === 'first-contact') throw new AppError('not_connected', { from, to })
  return next === 'request'
}

/** Returns whether the message is a request. If both write at the same moment, the second message answers the first. */
async function createRequest({ store, clock, sendChatChanged }: Deps, chatId: ChatId, { from, to }: Pair): Promise<boolean> {
  const now = clock.now()
  if ((await store.countRequestsSentBy(from, new Date(now.getTime() - HOUR_MS))) >= REQUESTS_PER_HOUR) {
    throw new AppError('too_many_strangers', { from, requests: REQUESTS_PER_HOUR })
  }
  if (await store.createRequest(chatId, from, now)) return true
  // There is a request already: either our own of a moment ago, or the receiver's, which this message answers.
  const [chat] = await store.chatsOfPairs([[from, to]])
  if (chat?.askedBy === from) {
    if (chat.lastSeq > 0) throw new AppError('request_waiting', { from, to })
    return true
  }
  const isAnswer = await store.answerRequest(chatId, 'accepted')
  if (isAnswer) sendChatChanged(chatId, [from, to])
  return !isAnswer
}

/** A new message unarchives the sender's chat and accepts the receiver's request. */
async function applyReply({ store, sendChatChanged }: Deps, chatId: ChatId, { from, to, chat, relation }: Contact): Promise<void> {
  if (chat?.isArchived) {
    await store.archive(chatId, from, null)
    sendChatChanged(chatId, [from])
  }
  if (chat && (await closeRequest(store, chatId, from, chat, relation))) sendChatChanged(chatId, [from, to])
}

/** Between buddies the request is deleted, so that it is not open again after the connection ends. Otherwise a reply accepts it. */
async function closeRequest(
  store: ChatStore,
  chatId: ChatId,
  from: Uid,
  { request, askedBy }: PairChat,
  relation: Relation,
): Promise<boolean> {
  if (request !== 'waiting' && request !== 'declined') return false
  if (relation === 'connected') return store.endRequest(chatId)
  return askedBy !== from && store.answerRequest(chatId, 'accepted')
}

/** The usual cases: buddies with an open chat or without one, which is created in a batch. */
function needsNoUpdate(relation: Relation, chat: PairChat | undefined): boolean {
  if (relation !== 'connected') return false
  return !chat || (!chat.isArchived && (chat.request === 'none' || chat.request === 'accepted'))
}

function isMuted(chat: PairChat | undefined, now: Date): boolean {
  if (!chat) return false
  return chat.otherArchived || (chat.otherMutedUntil !== null && chat.otherMutedUntil > now)
}

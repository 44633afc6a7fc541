import { chatFrames, type ChatPositions } from '#contract/chat/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Relation } from '#contract/people.ts'
import { createBatcher } from '#server/platform/concurrency/batcher.ts'
import type { SocketPeer } from '#server/platform/socket/socket-route.ts'
import type { ChatDeps } from './chat.deps.ts'
import { type GroupCache, hiddenFrom } from './groups/group-cache.ts'
import type { GroupStore } from './groups/groups.store.ts'
import { classifyFailure } from './chat.failure.ts'
import { presentPositions } from './chat.present.ts'
import type {
  ClientPosition,
  Receipts,
  ReceiptStore,
  ReceiptUpdate,
  ResumedPositions,
  ResumeQuery,
  SharedReceiptUpdate,
} from './chat.receipts.store.ts'
import type { ChatId, Positions, RequestState } from './chat.types.ts'

const MAX_TRIES = 4
/** Small, because each query can return hundreds of chats. */
const MAX_RESUME_BATCH = 100

/** `notifies`: the other member of a chat of two, if they may see the receipts. */
type SharedReceipts = Receipts & { notifies: Uid | null; isGroup: boolean; isShared: boolean }

type PositionsOf = Positions & { uid: Uid }

type People = ChatDeps['people']
type Deps = Pick<ChatDeps, 'hub' | 'people' | 'publish' | 'clock'> & {
  store: ReceiptStore
  groups: Pick<GroupCache, 'get'>
  groupStore: Pick<GroupStore, 'authorsBetween'>
}

/** Read and delivery receipts, and the positions that clients resume from. */
export function createReceipts({ hub, people, publish, clock, store, groups, groupStore }: Deps) {
  const updateInBatches = createBatcher<ReceiptUpdate, SharedReceipts>({
    keyOf: ({ chatId, uid }) => `${chatId}/${uid}`,
    merge: (a, b) => ({ ...a, read: Math.max(a.read, b.read), delivered: Math.max(a.delivered, b.delivered) }),
    run: async (updates) =>
      new Map(
        (await updateVisible(people, store, updates, clock.now())).map((position) => [`${position.chatId}/${position.uid}`, position]),
      ),
  })

  // After a server restart all clients resume at once.
  const resumeInBatches = createBatcher<ResumeQuery, ResumedPositions[]>({
    keyOf: (query) => JSON.stringify(query),
    run: async (queries) => {
      const found = await visiblePositions(people, store, queries)
      return new Map(queries.map((query, index) => [JSON.stringify(query), found[index] ?? []]))
    },
    maxBatch: MAX_RESUME_BATCH,
  })

  async function update(receipt: ReceiptUpdate): Promise<SharedReceipts> {
    const updated = await updateInBatches(receipt)
    if (!updated) throw new AppError('not_found', { chatId: receipt.chatId })
    return updated
  }

  /** The authors of the messages that a member of a group has just read, if they may know. */
  async function readAuthors(viewer: Uid, { chatId, readBefore, readSeq }: SharedReceipts): Promise<Uid[]> {
    const [group, authors] = await Promise.all([groups.get(chatId), groupStore.authorsBetween(chatId, readBefore, readSeq)])
    if (!group) return []
    const hidden = hiddenFrom(group, viewer)
    const hasReceipts = await loadReceiptSettings(people, authors)
    return authors.filter((uid) => uid !== viewer && group.members.has(uid) && !hidden.has(uid) && hasReceipts(uid))
  }

  async function present(positions: readonly PositionsOf[]): Promise<ChatPositions[]> {
    const hasReceipts = await loadReceiptSettings(
      people,
      positions.flatMap(({ uid, other }) => (other ? [uid, other] : [])),
    )
    return positions.map((position) =>
      presentPositions(position, hasReceipts(position.uid) && hasReceipts(position.other) && !isUnanswered(position.request)),
    )
  }

  return {
    async read(viewer: Uid, chatId: ChatId, seq: number, except?: SocketPeer): Promise<void> {
      const updated = await update({ chatId, uid: viewer, read: seq, delivered: 0 })
      const { readMoved, readSeq, lastSeq, notifies, isGroup, isShared } = updated
      if (!readMoved) return
      const data = { chat_id: chatId, by: viewer, seq: readSeq }
      hub.send([viewer], chatFrames.chat_read, data, except)
      if (notifies) hub.send([notifies], chatFrames.chat_read, data)
      if (isGroup && isShared) hub.send(await readAuthors(viewer, updated), chatFrames.chat_read, data)
      if (readSeq === lastSeq) publish({ kind: 'chat.read', by: viewer, chatId })
    },

    /** Records that messages up to `seq` were delivered to a device of the viewer, and notifies the sender if they may know. */
    async delivered(viewer: Uid, chatId: ChatId, seq: number): Promise<void> {
      const { notifies, deliveredMoved, deliveredSeq } = await update({ chatId, uid: viewer, read: 0, delivered: seq })
      if (deliveredMoved && notifies) hub.send([notifies], chatFrames.chat_delivered, { chat_id: chatId, by: viewer, seq: deliveredSeq })
    },

    /**
     * Returns the positions of the viewer's chats. `reset` lists cached chats whose history has changed (after a restored backup),
     * and those that are unknown to the viewer or hidden by a block.
     */
    async resume(viewer: Uid, cached: readonly ClientPosition[]): Promise<{ chats: ChatPositions[]; reset: ChatId[] }> {
      const found = (await resumeInBatches({ uid: viewer, cached })) ?? []
      const foundIds = new Set(found.map(({ chatId }) => chatId))
      const reset = [...found.filter((position) => !position.isValid), ...cached.filter(({ chatId }) => !foundIds.has(chatId))].map(
        ({ chatId }) => chatId,
      )
      return { chats: await present(found.map((position) => ({ ...position, uid: viewer }))), reset }
    },

    /** The positions that each of these users may see: none of chats that a block hides from them. */
    async presentVisible(positions: readonly PositionsOf[]): Promise<{ uid: Uid; data: ChatPositions }[]> {
      const visible = await withoutBlocked(people, positions)
      const presented = await present(visible)
      return visible.flatMap(({ uid }, index) => (presented[index] ? [{ uid, data: presented[index] }] : []))
    },
  }
}

export type ChatReceipts = ReturnType<typeof createReceipts>

/** The positions of each query, without chats with people hidden from the viewer. */
async function visiblePositions(people: People, store: ReceiptStore, queries: readonly ResumeQuery[]): Promise<ResumedPositions[][]> {
  const found = await store.resumedPositions(queries)
  const positions = queries.flatMap(({ uid }, index) => (found[index] ?? []).map((position) => ({ ...position, uid, at: index })))
  const byQuery = Map.groupBy(await withoutBlocked(people, positions), ({ at }) => at)
  return queries.map((_, index) => byQuery.get(index) ?? [])
}

/** Leaves out the chats with people hidden from the user. */
async function withoutBlocked<P extends { uid: Uid; other: Uid | null }>(people: People, positions: readonly P[]): Promise<P[]> {
  const pairs = positions.flatMap(({ uid, other }) => (other ? [[uid, other] as const] : []))
  const relations = await people.relationsBetween(pairs)
  const visible = new Set(pairs.filter((_, index) => isVisible(relations[index])).map((pair) => pair.join('/')))
  return positions.filter(({ uid, other }) => other === null || visible.has(`${uid}/${other}`))
}

/** Updates receipts, except in chats without the user as a member and in chats that a block hides. */
async function updateVisible(people: People, store: ReceiptStore, updates: readonly ReceiptUpdate[], now: Date): Promise<SharedReceipts[]> {
  const others = await store.otherMembers(updates)
  const pairs = updates.flatMap(({ uid }, index) => (others[index]?.other ? [[uid, others[index].other] as const] : []))
  const inGroups = updates.flatMap(({ uid }, index) => (others[index]?.role ? [uid] : []))
  const [relations, hasReceipts] = await Promise.all([
    people.relationsBetween(pairs),
    loadReceiptSettings(people, [...pairs.flat(), ...inGroups]),
  ])
  const relationByPair = new Map(pairs.map((pair, index) => [pair.join('/'), relations[index]]))
  const visible = updates.flatMap((update, index) => {
    const counterpart = others[index]
    if (!counterpart) return []
    const { other, role } = counterpart
    if (role !== null) return { ...update, other: null, isConnected: false, isGroup: true, isShared: hasReceipts(update.uid) }
    const relation = relationByPair.get(`${update.uid}/${other}`)
    if (other && !isVisible(relation)) return []
    const isShared = hasReceipts(update.uid) && hasReceipts(other)
    return { ...update, other, isConnected: relation === 'connected', isGroup: false, isShared }
  })
  const updated = new Map((await advanceWithRetries(store, visible, now)).map((retry) => [`${retry.chatId}/${retry.uid}`, retry]))
  return visible.flatMap(({ chatId, uid, other, isConnected, isGroup, isShared }) => {
    const receipts = updated.get(`${chatId}/${uid}`)
    if (!receipts) return []
    return { ...receipts, isGroup, isShared, notifies: isShared && (isConnected || !isUnanswered(receipts.request)) ? other : null }
  })
}

async function advanceWithRetries(store: ReceiptStore, updates: readonly SharedReceiptUpdate[], now: Date, tries = 1): Promise<Receipts[]> {
  if (updates.length === 0) return []
  try {
    return await store.advance(updates, now)
  } catch (error) {
    if (classifyFailure(error) !== 'race' || tries >= MAX_TRIES) throw error
    return advanceWithRetries(store, updates, now, tries + 1)
  }
}

/** Loads who has receipts on. Receipts are mutual: users without them see none. */
async function loadReceiptSettings(people: People, uids: readonly Uid[]): Promise<(uid: Uid | null) => boolean> {
  const settings = await people.privacy(uids)
  return (uid) => uid !== null && settings.get(uid)?.receipts === true
}

/** The sender of a request sees no receipts until it is accepted. */
const isUnanswered = (request: RequestState): boolean => request === 'waiting' || request === 'declined'

const isVisible = (relation: Relation | undefined): boolean => relation !== undefined && relation !== 'blocked'

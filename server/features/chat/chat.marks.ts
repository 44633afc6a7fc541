import { chatFrames, type ChatPositions } from '#contract/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Relation } from '#contract/people.ts'
import { createBatcher } from '#server/platform/concurrency/batcher.ts'
import type { SocketPeer } from '#server/platform/socket/socket-route.ts'
import type { ChatDeps } from './chat.deps.ts'
import { kindOfFailure } from './chat.failure.ts'
import type { Held, HeldMarks, Mark, Marked, MarkStore, Move, Resuming } from './chat.marks.store.ts'
import { presentMarks } from './chat.present.ts'
import type { ChatId, Marks, RequestState } from './chat.types.ts'

const MAX_TRIES = 4
/** Each may have hundreds of chats. */
const RESUMED_AT_ONCE = 100

/** `toTell`: the other side, if they learn of it. */
type Moved = Marked & { toTell: Uid | null }

type Deps = Pick<ChatDeps, 'hub' | 'people' | 'tell'> & { store: MarkStore }

/** How far people have come in their chats: what reached them, what they have seen, and who gets to know. */
export function createMarks({ hub, people, tell, store }: Deps) {
  const moveInBatches = createBatcher<Mark, Moved>({
    keyOf: ({ chatId, uid }) => `${chatId}/${uid}`,
    merge: (one, another) => ({ ...one, read: Math.max(one.read, another.read), delivered: Math.max(one.delivered, another.delivered) }),
    run: async (marks) => new Map((await moveSeen(marks)).map((it) => [`${it.chatId}/${it.uid}`, it])),
  })

  // After a restart everybody comes back at once.
  const resumeInBatches = createBatcher<Resuming, HeldMarks[]>({
    keyOf: (resuming) => JSON.stringify(resuming),
    run: async (all) => {
      const found = await seenMarks(all)
      return new Map(all.map((resuming, at) => [JSON.stringify(resuming), found[at] ?? []]))
    },
    maxBatch: RESUMED_AT_ONCE,
  })

  /** For each who asks, without the chats with people who are hidden from them. */
  async function seenMarks(wishes: readonly Resuming[]): Promise<HeldMarks[][]> {
    const marks = await store.marksOf(wishes)
    const pairs = wishes.flatMap(({ uid }, at) => (marks[at] ?? []).flatMap(({ other }) => (other ? [[uid, other] as const] : [])))
    const relations = await people.relationsBetween(pairs)
    const seen = new Set(pairs.filter((_, at) => isSeen(relations[at])).map((pair) => pair.join('/')))
    return wishes.map(({ uid }, at) => (marks[at] ?? []).filter(({ other }) => other === null || seen.has(`${uid}/${other}`)))
  }

  /**
   * Without those of chats that somebody is no member of, or whose other side is hidden from them by a block: they see nothing of
   * the chat, and move nothing that the other would hear of.
   */
  async function moveSeen(marks: readonly Mark[]): Promise<Moved[]> {
    const others = await store.othersOf(marks)
    const pairs = marks.flatMap(({ uid }, at) => (others[at] ? [[uid, others[at]] as const] : []))
    const [relations, has] = await Promise.all([people.relationsBetween(pairs), receiptsOf(pairs.flat())])
    const relationOf = new Map(pairs.map((pair, at) => [pair.join('/'), relations[at]]))
    const seen = marks.flatMap((mark, at) => {
      const other = others[at]
      if (other === undefined) return []
      const relation = relationOf.get(`${mark.uid}/${other}`)
      if (other && !isSeen(relation)) return []
      return { ...mark, other, isConnected: relation === 'connected', isTold: has(mark.uid) && has(other) }
    })
    const movedOf = new Map((await moveAgainAfterRaces(seen)).map((it) => [`${it.chatId}/${it.uid}`, it]))
    return seen.flatMap(({ chatId, uid, other, isConnected, isTold }) => {
      const moved = movedOf.get(`${chatId}/${uid}`)
      return moved ? { ...moved, toTell: isTold && (isConnected || !isUnanswered(moved.request)) ? other : null } : []
    })
  }

  async function moveAgainAfterRaces(moves: readonly Move[], tries = 1): Promise<Marked[]> {
    if (moves.length === 0) return []
    try {
      return await store.move(moves)
    } catch (error) {
      if (kindOfFailure(error) !== 'race' || tries >= MAX_TRIES) throw error
      return moveAgainAfterRaces(moves, tries + 1)
    }
  }

  async function move(mark: Mark): Promise<Moved> {
    const moved = await moveInBatches(mark)
    if (!moved) throw new AppError('not_found', { chatId: mark.chatId })
    return moved
  }

  /** Who of them lets others know what arrived and what was seen, and so hears of it. */
  async function receiptsOf(uids: readonly Uid[]): Promise<(uid: Uid | null) => boolean> {
    const settings = await people.privacy(uids)
    return (uid) => uid !== null && settings.get(uid)?.receipts === true
  }

  return {
    /** Moves the viewer's read marker forward, never back, and tells the viewer's other devices and whoever may know of it. */
    async read(viewer: Uid, chatId: ChatId, seq: number, except?: SocketPeer): Promise<void> {
      const marked = await move({ chatId, uid: viewer, read: seq, delivered: 0 })
      if (!marked.readMoved) return
      const told = { chat_id: chatId, by: viewer, seq: marked.readSeq }
      hub.send([viewer], chatFrames.chat_read, told, except)
      if (marked.toTell) hub.send([marked.toTell], chatFrames.chat_read, told)
      if (marked.readSeq === marked.lastSeq) tell({ kind: 'chat.read', by: viewer, chatId })
    },

    /** Notes that messages up to `seq` have reached a device of the viewer, and tells whoever wrote them if they may know. */
    async delivered(viewer: Uid, chatId: ChatId, seq: number): Promise<void> {
      const { toTell, deliveredMoved, deliveredSeq } = await move({ chatId, uid: viewer, read: 0, delivered: seq })
      if (deliveredMoved && toTell) hub.send([toTell], chatFrames.chat_delivered, { chat_id: chatId, by: viewer, seq: deliveredSeq })
    },

    /**
     * How far the viewer's chats are, and which of those they hold have another history by now (a backup was put back).
     * Those with people hidden from the viewer are as unknown as none at all.
     */
    async resume(viewer: Uid, held: readonly Held[]): Promise<{ chats: ChatPositions[]; reset: ChatId[] }> {
      const found = (await resumeInBatches({ uid: viewer, held })) ?? []
      const known = new Set(found.map(({ chatId }) => chatId))
      const reset = [...found.filter((it) => !it.isOurs), ...held.filter(({ chatId }) => !known.has(chatId))].map(({ chatId }) => chatId)
      return { chats: await presentAll(viewer, found), reset }
    },

    presentAll,
  }

  async function presentAll(viewer: Uid, marks: readonly Marks[]): Promise<ChatPositions[]> {
    const has = await receiptsOf([viewer, ...marks.flatMap(({ other }) => other ?? [])])
    return marks.map((it) => presentMarks(it, has(viewer) && has(it.other) && !isUnanswered(it.request)))
  }
}

/** Whoever has asked a stranger learns nothing of what becomes of it until it is accepted. */
const isUnanswered = (request: RequestState): boolean => request === 'waiting' || request === 'declined'

const isSeen = (relation: Relation | undefined): boolean => relation !== undefined && relation !== 'blocked'

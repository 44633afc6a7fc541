import { chatFrames, type ChatMarks } from '#contract/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/ids.ts'
import type { Relation } from '#contract/people.ts'
import { createGather } from '../../platform/gather.ts'
import type { SocketPeer } from '../../platform/socket/socket-route.ts'
import type { ChatDeps } from './chat.deps.ts'
import { kindOfFailure } from './chat.failure.ts'
import type { Held, HeldMarks, Mark, Marked, MarkStore, Resuming } from './chat.marks.store.ts'
import { presentMarks } from './chat.present.ts'
import type { ChatId, Marks, RequestState } from './chat.types.ts'

const MAX_TRIES = 4
/** Each may have hundreds of chats. */
const RESUMED_AT_ONCE = 100

type Deps = Pick<ChatDeps, 'hub' | 'people' | 'tell'> & { store: MarkStore }

/** How far people have come in their chats: what reached them, what they have seen, and who gets to know. */
export function createMarks({ hub, people, tell, store }: Deps) {
  const moveGathered = createGather<Mark, Marked>({
    keyOf: ({ chatId, uid }) => `${chatId}/${uid}`,
    join: (one, another) => ({ ...one, read: Math.max(one.read, another.read), delivered: Math.max(one.delivered, another.delivered) }),
    act: async (marks) => new Map((await moveAgainAfterRaces(marks)).map((it) => [`${it.chatId}/${it.uid}`, it])),
  })

  // After a restart everybody comes back at once.
  const resumeGathered = createGather<Resuming, HeldMarks[]>({
    keyOf: (wish) => JSON.stringify(wish),
    act: async (wishes) => {
      const found = await seenMarks(wishes)
      return new Map(wishes.map((wish, at) => [JSON.stringify(wish), found[at] ?? []]))
    },
    atMost: RESUMED_AT_ONCE,
  })

  /** For each who asks, without the chats with people who are hidden from them. */
  async function seenMarks(wishes: readonly Resuming[]): Promise<HeldMarks[][]> {
    const marks = await store.marksOf(wishes)
    const pairs = wishes.flatMap(({ uid }, at) => (marks[at] ?? []).flatMap(({ other }) => (other ? [[uid, other] as const] : [])))
    const relations = await people.relationsBetween(pairs)
    const seen = new Set(pairs.filter((_, at) => isSeen(relations[at])).map((pair) => pair.join('/')))
    return wishes.map(({ uid }, at) => (marks[at] ?? []).filter(({ other }) => other === null || seen.has(`${uid}/${other}`)))
  }

  async function moveAgainAfterRaces(marks: readonly Mark[], tries = 1): Promise<Marked[]> {
    try {
      return await store.move(marks)
    } catch (error) {
      if (kindOfFailure(error) !== 'race' || tries >= MAX_TRIES) throw error
      return moveAgainAfterRaces(marks, tries + 1)
    }
  }

  /** `toTell`: the other side, if they learn of it. */
  async function move(mark: Mark): Promise<Marked & { toTell: Uid | null }> {
    const marked = await moveGathered(mark)
    if (!marked) throw new AppError('not_found', { chatId: mark.chatId })
    const { other, request } = marked
    if (!other) return { ...marked, toTell: null }
    const relation = (await people.relations(mark.uid, [other])).get(other)
    // Somebody hidden behind a block sees nothing of the chat, and moves nothing that the other would hear of.
    if (!isSeen(relation)) throw new AppError('not_found', { chatId: mark.chatId })
    const mayKnow = relation === 'connected' || !isUnanswered(request)
    return { ...marked, toTell: mayKnow && (await seeReceipts(people, mark.uid, other)) ? other : null }
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
    async resume(viewer: Uid, held: readonly Held[]): Promise<{ chats: ChatMarks[]; reset: ChatId[] }> {
      const found = (await resumeGathered({ uid: viewer, held })) ?? []
      const known = new Set(found.map(({ chatId }) => chatId))
      const reset = [...found.filter((it) => !it.isOurs), ...held.filter(({ chatId }) => !known.has(chatId))].map(({ chatId }) => chatId)
      return { chats: await presentAll(viewer, found), reset }
    },

    presentAll,
  }

  async function presentAll(viewer: Uid, marks: readonly Marks[]): Promise<ChatMarks[]> {
    const settings = await people.privacy([viewer, ...marks.flatMap(({ other }) => other ?? [])])
    const has = (uid: Uid | null) => uid !== null && settings.get(uid)?.receipts === true
    return marks.map((it) => presentMarks(it, has(viewer) && has(it.other) && !isUnanswered(it.request)))
  }
}

/** Whoever has asked a stranger learns nothing of what becomes of it until it is accepted. */
const isUnanswered = (request: RequestState): boolean => request === 'waiting' || request === 'declined'

const isSeen = (relation: Relation | undefined): boolean => relation !== undefined && relation !== 'blocked'

/** Whether the two let each other know what arrived and what was seen: it takes both. */
export async function seeReceipts(people: Pick<ChatDeps['people'], 'privacy'>, one: Uid, two: Uid): Promise<boolean> {
  const settings = await people.privacy([one, two])
  return settings.get(one)?.receipts === true && settings.get(two)?.receipts === true
}

import { chatFrames, type ChatMarks } from '#contract/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/ids.ts'
import { createGather } from '../../platform/gather.ts'
import type { SocketPeer } from '../../platform/socket/socket-route.ts'
import type { ChatDeps } from './chat.deps.ts'
import { kindOfFailure } from './chat.failure.ts'
import type { Held, Mark, Marked, MarkStore } from './chat.marks.store.ts'
import { presentMarks } from './chat.present.ts'
import type { ChatId, Marks } from './chat.types.ts'

const MAX_TRIES = 4

type Deps = Pick<ChatDeps, 'hub' | 'people' | 'tell'> & { store: MarkStore }

/** How far people have come in their chats: what reached them, what they have seen, and who gets to know. */
export function createMarks({ hub, people, tell, store }: Deps) {
  const moveGathered = createGather<Mark, Marked>({
    keyOf: ({ chatId, uid }) => `${chatId}/${uid}`,
    join: (one, another) => ({ ...one, read: Math.max(one.read, another.read), delivered: Math.max(one.delivered, another.delivered) }),
    act: async (marks) => new Map((await moveAgainAfterRaces(marks)).map((it) => [`${it.chatId}/${it.uid}`, it])),
  })

  async function moveAgainAfterRaces(marks: readonly Mark[], tries = 1): Promise<Marked[]> {
    try {
      return await store.move(marks)
    } catch (error) {
      if (kindOfFailure(error) !== 'race' || tries >= MAX_TRIES) throw error
      return moveAgainAfterRaces(marks, tries + 1)
    }
  }

  async function move(mark: Mark): Promise<Marked> {
    const marked = await moveGathered(mark)
    if (!marked) throw new AppError('not_found', { chatId: mark.chatId })
    // Somebody hidden behind a block sees nothing of the chat, and moves nothing that the other would hear of.
    if (marked.other && !(await canSee(mark.uid, marked.other))) throw new AppError('not_found', { chatId: mark.chatId })
    return marked
  }

  async function canSee(viewer: Uid, other: Uid): Promise<boolean> {
    const relation = (await people.relations(viewer, [other])).get(other)
    return relation !== undefined && relation !== 'blocked'
  }

  return {
    /** Moves the viewer's read marker forward, never back, and tells the other side and the viewer's other devices. */
    async read(viewer: Uid, chatId: ChatId, seq: number, except?: SocketPeer): Promise<void> {
      const marked = await move({ chatId, uid: viewer, read: seq, delivered: 0 })
      if (!marked.readMoved) return
      const told = { chat_id: chatId, by: viewer, seq: marked.readSeq }
      hub.send([viewer], chatFrames.chat_read, told, except)
      if (marked.other && (await seeReceipts(people, viewer, marked.other))) hub.send([marked.other], chatFrames.chat_read, told)
      if (marked.readSeq === marked.lastSeq) tell({ kind: 'chat.read', by: viewer, chatId })
    },

    /** Notes that messages up to `seq` have reached a device of the viewer, and tells whoever wrote them. */
    async delivered(viewer: Uid, chatId: ChatId, seq: number): Promise<void> {
      const { other, deliveredMoved, deliveredSeq } = await move({ chatId, uid: viewer, read: 0, delivered: seq })
      if (!deliveredMoved || !other || !(await seeReceipts(people, viewer, other))) return
      hub.send([other], chatFrames.chat_delivered, { chat_id: chatId, by: viewer, seq: deliveredSeq })
    },

    /**
     * How far the viewer's chats are, and which of those they hold have another history by now (a backup was put back).
     * Those with people hidden from the viewer are as unknown as none at all.
     */
    async resume(viewer: Uid, held: readonly Held[]): Promise<{ chats: ChatMarks[]; reset: ChatId[] }> {
      const [all, hidden] = await Promise.all([store.marksOf(viewer, held), people.hiddenFrom(viewer)])
      const found = all.filter(({ other }) => other === null || !hidden.has(other))
      const known = new Set(found.map(({ chatId }) => chatId))
      const reset = [...found.filter((it) => !it.isOurs), ...held.filter(({ chatId }) => !known.has(chatId))].map(({ chatId }) => chatId)
      return { chats: await presentAll(viewer, found), reset }
    },

    presentAll,
  }

  async function presentAll(viewer: Uid, marks: readonly Marks[]): Promise<ChatMarks[]> {
    const settings = await people.privacy([viewer, ...marks.flatMap(({ other }) => other ?? [])])
    const has = (uid: Uid | null) => uid !== null && settings.get(uid)?.receipts === true
    return marks.map((it) => presentMarks(it, has(viewer) && has(it.other)))
  }
}

/** Whether the two let each other know what arrived and what was seen: it takes both. */
export async function seeReceipts(people: Pick<ChatDeps['people'], 'privacy'>, one: Uid, two: Uid): Promise<boolean> {
  const settings = await people.privacy([one, two])
  return settings.get(one)?.receipts === true && settings.get(two)?.receipts === true
}

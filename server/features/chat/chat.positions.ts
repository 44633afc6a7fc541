/* How far this server has told its sockets that each chat is, and what to do about chats that are further in the store. */
import { chatFrames, type ChatPositions } from '#contract/chat.ts'
import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import type { MarkStore } from './chat.marks.store.ts'
import type { ChatId, Marks } from './chat.types.ts'

type Position = { seq: number; changeSeq: number }

/** Longer than any comparison with the store looks back. */
const KEPT_MS = 60_000

/** Frames that tell how far a chat is. */
export const positionFrames = [
  chatFrames.new_message,
  chatFrames.message_edited,
  chatFrames.message_deleted,
  chatFrames.message_reacted,
  chatFrames.chat_moved,
] as const

type Deps = {
  hub: Pick<SocketHub, 'send'>
  clock: Clock
  store: Pick<MarkStore, 'chatsMovedSince' | 'marksIn'>
  present: (viewer: Uid, marks: readonly Marks[]) => Promise<ChatPositions[]>
}

export function createPositions({ hub, clock, store, present }: Deps) {
  /** By chat; those that moved last are last. */
  const told = new Map<ChatId, Position & { atMs: number }>()
  /** What was found missing at the last comparison. It may have been on its way. */
  let missing = new Map<ChatId, Position>()

  function note(frame: FrameDefinition, data: unknown): void {
    const found = positionOf(frame, data)
    if (!found) return
    const before = told.get(found.chatId)
    told.delete(found.chatId)
    told.set(found.chatId, {
      seq: Math.max(found.seq, before?.seq ?? 0),
      changeSeq: Math.max(found.changeSeq, before?.changeSeq ?? 0),
      atMs: clock.now().getTime(),
    })
  }

  function forgetOld(): void {
    const nowMs = clock.now().getTime()
    for (const [chatId, { atMs }] of told) {
      // A clock that was set back keeps nothing for ever.
      if (Math.abs(nowMs - atMs) < KEPT_MS) break
      told.delete(chatId)
    }
  }

  const isBehind = (chatId: ChatId, { seq, changeSeq }: Position): boolean => {
    const known = told.get(chatId)
    return (known?.seq ?? 0) < seq || (known?.changeSeq ?? 0) < changeSeq
  }

  /** Tells the members of these chats how far they are; what is missing they ask for. */
  async function tell(chatIds: readonly ChatId[], isTold: (uid: Uid) => boolean = () => true): Promise<void> {
    if (chatIds.length === 0) return
    const marks = (await store.marksIn(chatIds)).filter(({ uid }) => isTold(uid))
    for (const [uid, ofOne] of Map.groupBy(marks, (it) => it.uid)) {
      for (const data of await present(uid, ofOne)) send([uid], chatFrames.chat_moved, data)
    }
  }

  function send<F extends FrameDefinition>(
    uids: readonly Uid[],
    frame: F,
    data: FrameData<F>,
    ...except: [Parameters<SocketHub['send']>[3]?]
  ): void {
    note(frame, data)
    hub.send(uids, frame, data, ...except)
  }

  return {
    /** The hub, for whoever sends such frames from here. */
    hub: { send },
    /** A frame of another server that has reached the sockets of this one. */
    note,
    tell,

    /**
     * Compares what this server has told with the store, and tells those whose chats are further, once they were so at two
     * comparisons: what has just been stored may still be on its way. `isHere`: whether somebody has sockets on this server.
     */
    async tellBehind(since: Date, isHere: (uid: Uid) => boolean): Promise<void> {
      forgetOld()
      const found = await store.chatsMovedSince(since)
      const behind = found.filter(({ chatId, members, ...position }) => isBehind(chatId, position) && members.some(isHere))
      const lost = behind.filter(({ chatId }) => isBehind(chatId, missing.get(chatId) ?? { seq: 0, changeSeq: 0 }))
      missing = new Map(behind.map(({ chatId, seq, changeSeq }) => [chatId, { seq, changeSeq }]))
      await tell(
        lost.map(({ chatId }) => chatId),
        isHere,
      )
    },
  }
}

function positionOf(frame: FrameDefinition, data: unknown): (Position & { chatId: ChatId }) | null {
  switch (frame.event) {
    case chatFrames.new_message.event: {
      // The event names the frame, here and below, and with it the type of its data.
      const { message } = data as FrameData<typeof chatFrames.new_message>
      return { chatId: message.chat_id, seq: message.seq, changeSeq: 0 }
    }
    case chatFrames.message_edited.event: {
      const { message } = data as FrameData<typeof chatFrames.message_edited>
      return { chatId: message.chat_id, seq: 0, changeSeq: message.change_seq ?? 0 }
    }
    case chatFrames.message_deleted.event:
    case chatFrames.message_reacted.event: {
      const { chat_id: chatId, change_seq: changeSeq } = data as FrameData<typeof chatFrames.message_deleted>
      return { chatId, seq: 0, changeSeq }
    }
    case chatFrames.chat_moved.event: {
      const { chat_id: chatId, last_seq: seq, change_seq: changeSeq } = data as FrameData<typeof chatFrames.chat_moved>
      return { chatId, seq, changeSeq }
    }
    default:
      return null
  }
}

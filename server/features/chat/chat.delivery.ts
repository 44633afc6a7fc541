/* Tracks which positions this server has sent to its sockets, and repairs frames that were lost between servers. */
import { chatFrames } from '#contract/chat/chat.ts'
import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import type { ChatReceipts } from './chat.receipts.ts'
import type { ReceiptStore } from './chat.receipts.store.ts'
import type { ChatId } from './chat.types.ts'

type Position = { seq: number; changeSeq: number }

/** Longer than the period that a comparison with the store covers. */
const TRACKED_MS = 60_000

/** Frames that contain the position of a chat. */
export const trackedFrames = [
  chatFrames.new_message,
  chatFrames.message_edited,
  chatFrames.message_deleted,
  chatFrames.message_reacted,
  chatFrames.chat_moved,
] as const

type Deps = {
  hub: Pick<SocketHub, 'send'>
  clock: Clock
  store: Pick<ReceiptStore, 'chatsUpdatedSince' | 'positionsIn'>
  present: ChatReceipts['presentVisible']
}

export function createDelivery({ hub, clock, store, present }: Deps) {
  /** The sent positions, ordered by time. */
  const sent = new Map<ChatId, Position & { atMs: number }>()
  /** Positions that the last comparison found missing; their frames may still have been in transit. */
  let missing = new Map<ChatId, Position>()

  function record(frame: FrameDefinition, data: unknown): void {
    const found = positionOf(frame, data)
    if (!found) return
    const before = sent.get(found.chatId)
    sent.delete(found.chatId)
    sent.set(found.chatId, {
      seq: Math.max(found.seq, before?.seq ?? 0),
      changeSeq: Math.max(found.changeSeq, before?.changeSeq ?? 0),
      atMs: clock.now().getTime(),
    })
  }

  function removeOld(): void {
    const nowMs = clock.now().getTime()
    for (const [chatId, { atMs }] of sent) {
      // The absolute value also removes entries after the clock was set back.
      if (Math.abs(nowMs - atMs) < TRACKED_MS) break
      sent.delete(chatId)
    }
  }

  const isBehind = (chatId: ChatId, { seq, changeSeq }: Position): boolean => {
    const known = sent.get(chatId)
    return (known?.seq ?? 0) < seq || (known?.changeSeq ?? 0) < changeSeq
  }

  /** Sends the positions of these chats to their members, who request what they miss. */
  async function sendPositions(chatIds: readonly ChatId[], includes: (uid: Uid) => boolean = () => true): Promise<void> {
    if (chatIds.length === 0) return
    const positions = (await store.positionsIn(chatIds)).filter(({ uid }) => includes(uid))
    for (const { uid, data } of await present(positions)) send([uid], chatFrames.chat_moved, data)
  }

  function send<F extends FrameDefinition>(
    uids: readonly Uid[],
    frame: F,
    data: FrameData<F>,
    ...except: [Parameters<SocketHub['send']>[3]?]
  ): void {
    record(frame, data)
    hub.send(uids, frame, data, ...except)
  }

  return {
    /** Sends frames through the hub and records their positions. */
    hub: { send },
    /** Records a frame of another server that reached the sockets of this one. */
    record,
    sendPositions,

    /**
     * Compares the sent positions with the store and sends those of chats that are behind at two comparisons: after only one,
     * a frame may still be in transit. `isHere`: whether a user has sockets on this server.
     */
    async repairMissed(since: Date, isHere: (uid: Uid) => boolean): Promise<void> {
      removeOld()
      const found = await store.chatsUpdatedSince(since)
      const behind = found.filter(({ chatId, members, ...position }) => isBehind(chatId, position) && members.some(isHere))
      const lost = behind.filter(({ chatId }) => isBehind(chatId, missing.get(chatId) ?? { seq: 0, changeSeq: 0 }))
      missing = new Map(behind.map(({ chatId, seq, changeSeq }) => [chatId, { seq, changeSeq }]))
      await sendPositions(
        lost.map(({ chatId }) => chatId),
        isHere,
      )
    },
  }
}

function positionOf(frame: FrameDefinition, data: unknown): (Position & { chatId: ChatId }) | null {
  switch (frame.event) {
    case chatFrames.new_message.event: {
      // The event determines the type of the data.
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

import { chatFrames } from '#contract/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { FrameData } from '#contract/base/frame.ts'
import { platformFrames } from '#contract/socket.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { on, type SocketPeer, type SocketRoute } from '#server/platform/socket/socket-route.ts'
import type { Held } from './chat.marks.store.ts'
import type { Chat } from './chat.service.ts'

/** @param onStored is told how many seconds passed between a message's arrival and its acknowledgement */
export function chatSocket(chat: Chat, log: Log, onStored: (seconds: number) => void = () => undefined): SocketRoute[] {
  return [
    on(chatFrames.sendMessage, (data, peer) => {
      const arrivedAt = performance.now()
      takeMessage(chat, log, data, peer, () => onStored((performance.now() - arrivedAt) / 1_000))
    }),
    on(chatFrames.editMessage, ({ content, ...which }, peer) => chat.edit(peer.uid, which, content)),
    on(chatFrames.deleteMessage, (which, peer) => chat.remove(peer.uid, which)),
    on(chatFrames.react, ({ emoji, on: isOn, ...which }, peer) => chat.react(peer.uid, which, emoji, isOn)),
    on(chatFrames.resume, async ({ chats }, peer) => peer.send(chatFrames.resumed, await chat.resume(peer.uid, chats.map(toHeld)))),
    on(chatFrames.deliveredChat, ({ chat_id, seq }, peer) => chat.delivered(peer.uid, chat_id, seq)),
    on(chatFrames.readChat, ({ chat_id, seq }, peer) => chat.read(peer.uid, chat_id, seq, peer)),
    on(chatFrames.typing, ({ chat_id }, peer) => chat.typing(peer.uid, chat_id)),
  ]
}

function toHeld({ chat_id, seq, id, change_seq }: FrameData<typeof chatFrames.resume>['chats'][number]): Held {
  return { chatId: chat_id, seq, id, changeSeq: change_seq }
}

/**
 * Returns at once: a socket's frames are handled one after the other, and waiting for each commit would give every message
 * a commit of its own. The service keeps the order.
 */
function takeMessage(chat: Chat, log: Log, data: FrameData<typeof chatFrames.sendMessage>, peer: SocketPeer, onStored: () => void): void {
  chat.send(peer.uid, data.to, data.message, peer).then(
    ({ id, chatId, seq, sentAt, duplicate }) => {
      peer.send(chatFrames.message_stored, {
        id,
        chat_id: chatId,
        seq,
        sent_date: sentAt.toISOString(),
        ...(duplicate ? { duplicate } : {}),
      })
      return onStored()
    },
    (error: unknown) => {
      if (!(error instanceof AppError)) log.error({ err: error }, 'a message failed')
      const known = error instanceof AppError ? error : new AppError('internal')
      peer.send(platformFrames.error, { message: known.message, code: known.code, id: data.message.id })
    },
  )
}

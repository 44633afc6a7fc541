import { chatFrames } from '#contract/chat/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { FrameData } from '#contract/base/frame.ts'
import { platformFrames } from '#contract/socket.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { on, type SocketPeer, type SocketRoute } from '#server/platform/socket/socket-route.ts'
import type { ClientPosition } from './chat.receipts.store.ts'
import type { Chat } from './chat.service.ts'

/** @param onStored receives the seconds between the arrival of a message and its acknowledgement */
export function chatSocket(chat: Chat, log: Log, onStored: (seconds: number) => void = () => undefined): SocketRoute[] {
  return [
    on(chatFrames.sendMessage, (data, peer) => {
      const arrivedAt = performance.now()
      sendMessage(chat, log, data, peer, () => onStored((performance.now() - arrivedAt) / 1_000))
    }),
    on(chatFrames.editMessage, ({ content, ...ref }, peer) => chat.edit(peer.uid, ref, content)),
    on(chatFrames.deleteMessage, (ref, peer) => chat.remove(peer.uid, ref)),
    on(chatFrames.react, ({ emoji, on: isOn, ...ref }, peer) => chat.react(peer.uid, ref, emoji, isOn)),
    on(chatFrames.resume, async ({ chats }, peer) => peer.send(chatFrames.resumed, await chat.resume(peer.uid, chats.map(toPosition)))),
    on(chatFrames.deliveredChat, ({ chat_id, seq }, peer) => chat.delivered(peer.uid, chat_id, seq)),
    on(chatFrames.readChat, ({ chat_id, seq }, peer) => chat.read(peer.uid, chat_id, seq, peer)),
    on(chatFrames.typing, ({ chat_id }, peer) => chat.typing(peer.uid, chat_id)),
  ]
}

function toPosition({ chat_id, seq, id, change_seq }: FrameData<typeof chatFrames.resume>['chats'][number]): ClientPosition {
  return { chatId: chat_id, seq, id, changeSeq: change_seq }
}

/**
 * Returns at once: the frames of a socket are handled in sequence, so awaiting the commit would give each message a commit of
 * its own. The service keeps the order.
 */
function sendMessage(chat: Chat, log: Log, data: FrameData<typeof chatFrames.sendMessage>, peer: SocketPeer, onStored: () => void): void {
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
      if (!(error instanceof AppError)) log.error({ err: error }, 'sending a message failed')
      const appError = error instanceof AppError ? error : new AppError('internal')
      peer.send(platformFrames.error, { message: appError.message, code: appError.code, id: data.message.id })
    },
  )
}

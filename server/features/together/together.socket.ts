import { togetherFrames } from '#contract/together.ts'
import type { Clock } from '#server/platform/clock.ts'
import { AppError } from '#contract/errors.ts'
import { platformFrames } from '#contract/socket.ts'
import { on, type SocketRoute } from '#server/platform/socket/socket-route.ts'
import type { Together } from './together.service.ts'

export function togetherSocket(together: Together, clock: Clock): SocketRoute[] {
  return [
    on(togetherFrames.togetherPing, ({ sent }, peer) =>
      peer.send(togetherFrames.together_pong, { sent, server_ms: clock.now().getTime() }),
    ),
    on(togetherFrames.togetherCommand, async ({ key, chat_id: chatId, command }, peer) => {
      try {
        await together.command(peer.uid, chatId, key, command)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        // With the key, so that the client knows which command it was.
        return peer.send(platformFrames.error, { message: error.message, code: error.code, id: key })
      }
      peer.send(togetherFrames.together_done, { key })
    }),
  ]
}

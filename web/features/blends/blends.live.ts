import { useEffect } from 'react'
import { blendCalls, blendFrames } from '#contract/blends.ts'
import { socketLink } from '#web/platform/socket/app-socket.ts'
import { refreshCall } from '#web/platform/query.ts'
import { leftBlends } from './blends.commands.ts'

/** An open blend is read again this often: what its members hide, or who left, disappears within a minute without any message. */
export const BLEND_REFRESH_MS = 45_000

/** Keeps the blends of an open page current while other members change them; with `chatId` also the group's blend. */
export function useLiveBlends(chatId?: string): void {
  useEffect(
    () =>
      socketLink.subscribe(blendFrames.blend_changed, ({ blend_id: id }) => {
        void refreshCall(blendCalls.getBlends)
        if (chatId !== undefined) void refreshCall(blendCalls.getGroupBlend, { params: { chatId } })
        if (!leftBlends.has(id)) void refreshCall(blendCalls.getBlend, { params: { id } })
      }),
    [chatId],
  )
}

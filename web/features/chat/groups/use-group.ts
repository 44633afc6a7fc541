import { useEffect } from 'react'
import { chatFrames } from '#contract/chat/chat.ts'
import { groupCalls, type Group, type GroupEvent } from '#contract/chat/groups.ts'
import { groupTasteCalls } from '#contract/taste/group-taste.ts'
import { platformFrames } from '#contract/socket.ts'
import { socketLink } from '#web/platform/socket/app-socket.ts'
import { callKey, queryClient, useCall } from '#web/platform/query.ts'
import { stopAll } from '#web/platform/stop-all.ts'
import type { Conversation } from '../engine/state.ts'

const STALE_MS = 60_000

export const groupKey = (chatId: string) => callKey(groupCalls.getGroup, { params: { chatId } })

/** The group of an open conversation, kept up to date; null until it is loaded, and in a chat of two. */
export function useGroup({ chatId, group }: Conversation): Group | null {
  const isGroup = Boolean(group)
  const { data } = useCall(groupCalls.getGroup, { params: { chatId } }, { enabled: isGroup, staleMs: STALE_MS })
  useEffect(() => (isGroup ? followGroup(chatId) : undefined), [isGroup, chatId])
  return isGroup ? (data ?? null) : null
}

const NO_EVENTS: readonly GroupEvent[] = []

/** The events in the group of an open conversation, the earliest first; empty in a chat of two. Reloaded with the group. */
export function useGroupEvents({ chatId, group }: Conversation): readonly GroupEvent[] {
  const { data } = useCall(groupCalls.getGroupEvents, { params: { chatId } }, { enabled: Boolean(group), staleMs: STALE_MS })
  return (group && data?.events) || NO_EVENTS
}

/** Reloads a group after changes, and moves its read positions with the receipts. */
function followGroup(chatId: string): () => void {
  const reload = () => {
    void queryClient.invalidateQueries({ queryKey: groupKey(chatId) })
    for (const call of [groupCalls.getGroupEvents, groupTasteCalls.getTasteMap, groupTasteCalls.getGroupPicks])
      void queryClient.invalidateQueries({ queryKey: callKey(call, { params: { chatId } }) })
  }
  return stopAll([
    socketLink.subscribe(chatFrames.chat_changed, ({ chat_id: changed, gone }) => changed === chatId && !gone && reload()),
    // Changes during a lost connection are not sent again.
    socketLink.subscribe(platformFrames.authenticated, reload),
    socketLink.subscribe(chatFrames.chat_read, ({ chat_id: read, by, seq }) => {
      if (read !== chatId) return
      queryClient.setQueryData<Group>(groupKey(chatId), (known) => known && withReceipt(known, by, seq, new Date()))
    }),
  ])
}

/** The group after a member has read up to `seq`. */
export function withReceipt(group: Group, by: string, seq: number, time: Date): Group {
  return {
    ...group,
    members: group.members.map((member) =>
      member.person.uid === by && member.read_seq < seq ? { ...member, read_seq: seq, read_at: time.toISOString() } : member,
    ),
  }
}

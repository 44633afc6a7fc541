import { chatCalls } from '#contract/chat.ts'
import { useStanding } from '#web/features/identity/auth.store.ts'
import { useCall } from '#web/platform/query.ts'

/** How many messages the signed-in person has not read yet, over all chats. */
export function useUnreadCount(): number {
  const standing = useStanding()
  const chats = useCall(chatCalls.getChats, {}, { enabled: standing === 'ready' })
  return chats.data?.chats.reduce((sum, chat) => sum + chat.unread, 0) ?? 0
}

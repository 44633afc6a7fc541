import { useLingui } from '@lingui/react'
import { limits } from '#contract/limits.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import type { Conversation, Thread } from '../engine/state.ts'
import { useChatState } from '../runtime/current-chat.ts'
import { saveDraft, useDraft } from '../storage/drafts.ts'

const Openers = lazyPart(async () => (await import('#web/features/matching/connect/Openers.tsx')).Openers)

/** Suggested first messages of an empty chat. They fill the composer and disappear with the first message. */
export function ChatOpeners({ conversation, thread }: { conversation: Conversation; thread: Thread }) {
  const { i18n } = useLingui()
  const { chatId, person, canAttach, canWrite } = conversation
  const draft = useDraft(chatId)
  const isSending = useChatState(({ outbox }) => outbox.some((message) => message.chat_id === chatId || message.to === person.uid))
  if (!canWrite || conversation.group || thread.status !== 'ready' || thread.items.length > 0 || isSending) return null
  return (
    <div className="wl-chat-openers">
      <Openers
        uid={person.uid}
        title={i18n._({ id: 'openers.chat', message: 'Break the ice' })}
        text={draft}
        withLinks={canAttach}
        maxLength={limits.message.max}
        onPick={(text) => saveDraft(chatId, text)}
      />
    </div>
  )
}

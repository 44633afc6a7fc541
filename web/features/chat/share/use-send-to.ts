import { useLingui } from '@lingui/react'
import { useNavigate } from 'react-router'
import type { MessageType } from '#contract/chat/chat.ts'
import type { PersonCard } from '#contract/people.ts'
import { notify } from '#web/platform/notices.ts'
import { useChat, useChatState } from '../runtime/current-chat.ts'

type Sent = { type: MessageType; content: string; referenceItem: string[] }

/**
 * Sends something to a person, with a notice that links to the chat. Returns whether the message could be queued. Null while chat is
 * loading.
 */
export function useSendTo(person: PersonCard): ((sent: Sent) => boolean) | null {
  const { i18n } = useLingui()
  const chat = useChat()
  const navigate = useNavigate()
  const existing = useChatState(
    ({ conversations }) => Object.values(conversations).find((value) => value.person.uid === person.uid)?.chatId,
  )
  if (!chat) return null
  return (sent) => {
    const isQueued = chat.write({ to: person.uid, chatId: existing ?? null, ...sent })
    if (isQueued) {
      notify('positive', i18n._({ id: 'reply.sent', message: 'On its way to {name}.', values: { name: person.name } }), {
        action: {
          label: i18n._({ id: 'reply.sent.open', message: 'Open chat' }),
          run: () => void navigate(existing ? `/chat/${existing}` : `/chat?uid=${person.uid}`),
        },
      })
    }
    return isQueued
  }
}

import { useLingui } from '@lingui/react'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copy.ts'
import type { ChatId } from './engine/state.ts'
import { useChat, useChatState } from './runtime/current-chat.ts'
import { unsentMessages } from './runtime/gone-chats.ts'
import { saveDraft, useDraft } from './storage/drafts.ts'

/** What the user wrote and didn't send in a conversation that is gone: to copy, or to delete. */
export function UnsentTexts({ chatId }: { chatId: ChatId }) {
  const { i18n } = useLingui()
  const chat = useChat()
  const draft = useDraft(chatId)
  const outbox = useChatState((state) => state.outbox)
  const texts = [
    ...unsentMessages({ outbox }, chatId).map(({ id, content }) => ({ id, text: content, remove: () => chat?.discard(id) })),
    ...(draft === '' ? [] : [{ id: 'draft', text: draft, remove: () => saveDraft(chatId, '') }]),
  ]
  if (texts.length === 0) return null
  return (
    <section className="wl-chat-unsent">
      <h3>{i18n._({ id: 'chat.unsent', message: 'What you didn’t send' })}</h3>
      <ul>
        {texts.map(({ id, text, remove }) => (
          <li key={id}>
            <p dir="auto">{text}</p>
            <Button variant="default" onClick={() => void copyText(i18n, text)}>
              {i18n._({ id: 'chat.copy', message: 'Copy text' })}
            </Button>
            <Button variant="subtle" onClick={remove}>
              {i18n._({ id: 'chat.discard', message: 'Delete' })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { useEffect, useRef } from 'react'
import { useLingui } from '@lingui/react'
import { IconX } from '@tabler/icons-react'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { useChat } from '../runtime/current-chat.ts'
import type { ChatId } from '../engine/state.ts'
import { SearchResults } from './SearchResults.tsx'
import { useMessageSearch } from './use-message-search.ts'

/** Search in one conversation; a result scrolls to its message. */
export function ConversationSearch({ chatId, onClose }: { chatId: ChatId; onClose: () => void }) {
  const { i18n } = useLingui()
  const chat = useChat()
  const search = useMessageSearch(chatId)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const label = i18n._({ id: 'chat.search.here', message: 'Search in this conversation' })
  return (
    // One key handler for all children.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <search className="wl-chat-search" onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      <div className="wl-chat-search-line">
        <TextInput
          ref={field}
          type="search"
          value={search.text}
          aria-label={label}
          placeholder={label}
          onChange={({ currentTarget }) => search.setText(currentTarget.value)}
        />
        <ActionIcon icon={IconX} size={44} aria-label={i18n._({ id: 'dialog.close', message: 'Close' })} onClick={onClose} />
      </div>
      <SearchResults
        search={search}
        onPick={({ message }) => {
          chat?.jump(chatId, message.seq)
          onClose()
        }}
      />
    </search>
  )
}

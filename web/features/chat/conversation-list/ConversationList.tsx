import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate, useSearchParams } from 'react-router'
import type { ChatTab } from '#contract/chat.ts'
import { ChipRow, FilterChip } from '#web/ui/Chip.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { useChatState } from '../runtime/current-chat.ts'
import type { ChatId } from '../engine/types.ts'
import { ConversationLines } from './ConversationLines.tsx'
import { FoundMessages } from '../search/FoundMessages.tsx'
import { useMessageSearch } from '../search/use-message-search.ts'
import './ConversationList.css'

const TAB_PARAM = 'tab'

/** Every conversation, latest first; requests of strangers and what was left stand in tabs of their own. Searches messages. */
export function ConversationList({ openChat }: { openChat: ChatId | null }) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const search = useMessageSearch(null)
  const [tab, setTab] = useTab(openChat)
  const label = i18n._({ id: 'chat.search', message: 'Search messages' })
  return (
    <>
      <search className="wl-chats-search">
        <TextInput
          type="search"
          value={search.words}
          aria-label={label}
          placeholder={label}
          leftSection={<IconSearch size={18} stroke={1.8} aria-hidden />}
          onChange={({ currentTarget }) => search.setWords(currentTarget.value)}
        />
      </search>
      {search.status === 'idle' ? (
        <>
          <Tabs tab={tab} onPick={setTab} />
          <ConversationLines key={tab} tab={tab} openChat={openChat} />
        </>
      ) : (
        <div className="wl-side-found">
          <FoundMessages
            search={search}
            onPick={({ message }) => {
              search.setWords('')
              void navigate(`/chat/${message.chat_id}?at=${message.seq}`)
            }}
          />
        </div>
      )}
    </>
  )
}

/** The tab that was picked or that the address names; it follows the open chat, which a request leaves when it is accepted. */
function useTab(openChat: ChatId | null): [ChatTab, (tab: ChatTab) => void] {
  const [search] = useSearchParams()
  const named = search.get(TAB_PARAM)
  const [tab, setTab] = useState<ChatTab>(named === 'requests' || named === 'archived' ? named : 'chats')
  const ofOpen = useChatState(({ conversations }) => (openChat === null ? undefined : conversations[openChat]?.tab))
  const [followed, setFollowed] = useState(ofOpen)
  if (followed !== ofOpen) {
    setFollowed(ofOpen)
    // Whoever leaves a conversation stays among the others.
    const isLeft = followed === 'chats' && ofOpen === 'archived'
    if (ofOpen && !isLeft) setTab(ofOpen)
  }
  return [tab, setTab]
}

function Tabs({ tab, onPick }: { tab: ChatTab; onPick: (tab: ChatTab) => void }) {
  const { i18n } = useLingui()
  const requests = useChatState((state) => state.requests)
  const names: Record<ChatTab, string> = {
    chats: i18n._({ id: 'chat.tab.chats', message: 'Chats' }),
    requests: i18n._({ id: 'chat.tab.requests', message: 'Requests' }),
    archived: i18n._({ id: 'chat.tab.archived', message: 'Archived' }),
  }
  return (
    <div className="wl-chats-tabs">
      <ChipRow label={i18n._({ id: 'chat.tabs', message: 'Which conversations' })}>
        {(['chats', 'requests', 'archived'] as const).map((one) => (
          <FilterChip key={one} isOn={one === tab} onPick={() => onPick(one)}>
            {names[one]}
            {one === 'requests' && requests > 0 && <span className="wl-badge">{requests > 99 ? '99+' : requests}</span>}
          </FilterChip>
        ))}
      </ChipRow>
    </div>
  )
}

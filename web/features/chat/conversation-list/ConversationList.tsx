import { useState, useEffect, useRef } from 'react'
import { useLingui } from '@lingui/react'
import { IconSearch, IconStar, IconMessagePlus, IconPlus, IconUsersPlus } from '@tabler/icons-react'
import { useNavigate, useSearchParams } from 'react-router'
import type { ChatTab } from '#contract/chat/chat.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { ChipRow, FilterChip } from '#web/ui/Chip.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { useChatState, useChat } from '../runtime/current-chat.ts'
import type { ChatId } from '../engine/state.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { ConversationLine } from './ConversationLine.tsx'
import { LoadFailed } from '../messages/LoadFailed.tsx'
import { useNow } from '#web/ui/text/use-now.ts'
import { useMessageSearch } from '../search/use-message-search.ts'
import { tabNames } from '../chat.messages.ts'
import { NewMessage } from './lazy-new-message.ts'
import { useConversations } from './use-conversations.ts'
import './ConversationList.css'
import { prefetchBuddies } from '#web/features/discover/use-buddies.ts'
import { MenuButton } from '#web/ui/inputs/MenuButton.tsx'

/** Shown to users without any conversation. */
export const NoConversations = lazyPart(async () => (await import('./NoConversations.tsx')).NoConversations)
const ListSearch = lazyPart(async () => (await import('./ListSearch.tsx')).ListSearch)

const TAB_PARAM = 'tab'

/** The list of conversations, latest first, with tabs for requests and archived ones. The search covers all of them. */
export function ConversationList({ openChat }: { openChat: ChatId | null }) {
  const { i18n } = useLingui()
  const search = useMessageSearch(null)
  const [tab, setTab] = useTab(openChat)
  const label = i18n._({ id: 'chat.search', message: 'Search chats, buddies, and messages' })
  return (
    <>
      <search className="wl-chats-search">
        <TextInput
          type="search"
          value={search.text}
          aria-label={label}
          placeholder={i18n._({ id: 'search.label', message: 'Search' })}
          leftSection={<IconSearch size={18} stroke={1.8} aria-hidden />}
          onChange={({ currentTarget }) => search.setText(currentTarget.value)}
        />
        <StarredButton />
        <NewChatMenu />
      </search>
      {search.text.trim() === '' ? (
        <>
          <Tabs tab={tab} onPick={setTab} />
          <ConversationLines key={tab} tab={tab} openChat={openChat} onShowAll={() => setTab('chats')} />
        </>
      ) : (
        <ListSearch search={search} openChat={openChat} />
      )}
    </>
  )
}

function StarredButton() {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const label = i18n._({ id: 'chat.starred', message: 'Starred messages' })
  return <ActionIcon icon={IconStar} size={44} label={label} onClick={() => void navigate('/chat?starred')} />
}

/** The selected tab, or the one in the address. It follows the open chat, because an accepted request changes tabs. */
function useTab(openChat: ChatId | null): [ChatTab, (tab: ChatTab) => void] {
  const [search] = useSearchParams()
  const named = search.get(TAB_PARAM)
  const [tab, setTab] = useState<ChatTab>(named === 'requests' || named === 'archived' ? named : 'chats')
  const openConversation = useChatState(({ conversations }) => (openChat === null ? undefined : conversations[openChat]?.tab))
  const [followed, setFollowed] = useState(openConversation)
  if (followed !== openConversation) {
    setFollowed(openConversation)
    // A user who archives the open chat stays in the first tab.
    const isLeft = followed === 'chats' && openConversation === 'archived'
    if (openConversation && !isLeft) setTab(openConversation)
  }
  return [tab, setTab]
}

function Tabs({ tab, onPick }: { tab: ChatTab; onPick: (tab: ChatTab) => void }) {
  const { i18n } = useLingui()
  const requests = useChatState((state) => state.requests)
  const names = tabNames(i18n)
  return (
    <div className="wl-chats-tabs">
      <ChipRow label={i18n._({ id: 'chat.tabs', message: 'Conversations to show' })}>
        {(['chats', 'requests', 'archived'] as const).map((name) => (
          <FilterChip key={name} isOn={name === tab} onPick={() => onPick(name)}>
            {names[name]}
            {name === 'requests' && requests > 0 && <span className="wl-badge">{requests > 99 ? '99+' : requests}</span>}
          </FilterChip>
        ))}
      </ChipRow>
    </div>
  )
}

/** The conversations of one tab, with infinite scrolling. */
function ConversationLines({ tab, openChat, onShowAll }: { tab: ChatTab; openChat: ChatId | null; onShowAll: () => void }) {
  const { i18n } = useLingui()
  const chat = useChat()
  const { status, cursor, isLoadingMore } = useChatState((state) => state.lists[tab])
  const conversations = useConversations(tab)
  const nowMs = useNow()
  useEffect(() => {
    if (tab !== 'chats') chat?.reloadList(tab)
  }, [chat, tab])
  if (status === 'failed' && conversations.length === 0) return <LoadFailed onRetry={() => chat?.reloadList(tab)} />
  if (status !== 'ready' && conversations.length === 0) {
    return (
      <div className="wl-chats-loading">
        <ListSkeleton rows={4} label={i18n._({ id: 'chat.list.loading', message: 'Loading conversations' })} />
      </div>
    )
  }
  if (conversations.length === 0) return <EmptyTab tab={tab} onShowAll={onShowAll} />
  return (
    <>
      <ul className="wl-chats-list">
        {conversations.map((conversation) => (
          <ConversationLine key={conversation.chatId} conversation={conversation} isOpen={conversation.chatId === openChat} nowMs={nowMs} />
        ))}
      </ul>
      {cursor !== null && <LoadMore isLoading={isLoadingMore} onLoad={() => chat?.loadMore(tab)} />}
    </>
  )
}

/** Loads the next page when it becomes visible or is pressed. */
function LoadMore({ isLoading, onLoad }: { isLoading: boolean; onLoad: () => void }) {
  const { i18n } = useLingui()
  const element = useRef<HTMLDivElement>(null)
  const load = useRef(onLoad)
  useEffect(() => {
    load.current = onLoad
  })
  useEffect(() => {
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && load.current())
    if (element.current) watcher.observe(element.current)
    return () => watcher.disconnect()
    // The observer doesn't fire again if the element stayed visible after a page; a new one does.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [isLoading])
  return (
    <div ref={element} className="wl-chats-more">
      <Button variant="subtle" loading={isLoading} onClick={onLoad}>
        {i18n._({ id: 'list.more', message: 'Show more' })}
      </Button>
    </div>
  )
}

function EmptyTab({ tab, onShowAll }: { tab: ChatTab; onShowAll: () => void }) {
  const { i18n } = useLingui()
  const showAll = (
    <Button variant="default" onClick={onShowAll}>
      {i18n._({ id: 'chat.list.show-chats', message: 'Show your chats' })}
    </Button>
  )
  if (tab === 'requests') {
    return (
      <EmptyState action={showAll}>
        {i18n._({ id: 'chat.requests.none', message: 'No requests. First messages from people you don’t know appear here.' })}
      </EmptyState>
    )
  }
  if (tab === 'archived') {
    return (
      <EmptyState action={showAll}>
        {i18n._({ id: 'chat.archived.none', message: 'Nothing archived. Conversations you leave appear here.' })}
      </EmptyState>
    )
  }
  return <NoConversations />
}

const NewGroup = lazyPart(async () => (await import('../groups/NewGroup.tsx')).NewGroup)

/** The “+” above the list: a conversation with a buddy, or a group. */
function NewChatMenu() {
  const { i18n } = useLingui()
  const [dialog, setDialog] = useState<'message' | 'group' | null>(null)
  const label = i18n._({ id: 'chat.start', message: 'New chat' })
  const close = () => setDialog(null)
  return (
    <>
      <MenuButton
        button={<ActionIcon icon={IconPlus} size={44} label={label} />}
        entries={() => [
          { icon: IconMessagePlus, label: i18n._({ id: 'chat.new', message: 'New message' }), act: () => setDialog('message') },
          { icon: IconUsersPlus, label: i18n._({ id: 'group.new', message: 'New group' }), act: () => setDialog('group') },
        ]}
        // Both dialogs list the buddies.
        onChange={(isOpen) => isOpen && prefetchBuddies()}
      />
      {dialog !== null && <>{dialog === 'message' ? <NewMessage onClose={close} /> : <NewGroup onClose={close} />}</>}
    </>
  )
}

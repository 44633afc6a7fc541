import { useEffect, useId, type ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { Link, useNavigate } from 'react-router'
import type { PersonCard } from '#contract/people.ts'
import { PresenceDot } from '#web/features/connections/PresenceDot.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useNow } from '#web/ui/text/use-now.ts'
import { tabNames } from '../chat.messages.ts'
import type { ChatId } from '../engine/state.ts'
import { useChat } from '../runtime/current-chat.ts'
import { SearchResults } from '../search/SearchResults.tsx'
import type { MessageSearch } from '../search/use-message-search.ts'
import { ConversationLine } from './ConversationLine.tsx'
import { useFoundNames } from './use-conversations.ts'

/** The conversations, buddies and messages that match the search above the list. */
export function ListSearch({ search, openChat }: { search: MessageSearch; openChat: ChatId | null }) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const nowMs = useNow()
  const typed = search.text.trim()
  const { conversations, buddies, isLoading } = useFoundNames(typed)
  useLoadedTabs()
  const close = () => search.setText('')
  const isDone = search.status === 'ready' || search.status === 'idle'
  const count = conversations.length + buddies.length + (search.status === 'ready' ? search.found.length : 0)
  const tabs = tabNames(i18n)
  return (
    <div className="wl-side-found">
      <output className="wl-hidden">
        {isDone &&
          !(isLoading && count === 0) &&
          i18n._({
            id: 'chat.search.count',
            message: '{count, plural, =0 {Nothing found} one {# result} other {# results}}',
            values: { count },
          })}
      </output>
      {conversations.length > 0 && (
        <Part title={tabs.chats}>
          <ul className="wl-chats-list">
            {conversations.map((conversation) => (
              <ConversationLine
                key={conversation.chatId}
                conversation={conversation}
                isOpen={conversation.chatId === openChat}
                nowMs={nowMs}
                {...(conversation.tab && conversation.tab !== 'chats' ? { tabName: tabs[conversation.tab] } : {})}
                onOpen={close}
              />
            ))}
          </ul>
        </Part>
      )}
      {buddies.length > 0 && (
        <Part title={i18n._({ id: 'profile.tab.buddies', message: 'Buddies' })}>
          <ul className="wl-chats-list">
            {buddies.map((person) => (
              <BuddyLine key={person.uid} person={person} onOpen={close} />
            ))}
          </ul>
        </Part>
      )}
      {search.status !== 'idle' && (search.status !== 'ready' || search.found.length > 0) && (
        <Part title={i18n._({ id: 'chat.search.messages', message: 'Messages' })}>
          <SearchResults
            search={search}
            onPick={({ message }) => {
              close()
              void navigate(`/chat/${message.chat_id}?at=${message.seq}`)
            }}
          />
        </Part>
      )}
      {isDone &&
        count === 0 &&
        (isLoading ? (
          <ListSkeleton rows={3} />
        ) : (
          <EmptyState>{i18n._({ id: 'chat.search.nothing', message: 'Nothing found for “{typed}”', values: { typed } })}</EmptyState>
        ))}
    </div>
  )
}

/** Requests and archived conversations load only with their tabs, and the search covers all tabs. */
function useLoadedTabs(): void {
  const chat = useChat()
  useEffect(() => {
    for (const tab of ['requests', 'archived'] as const) if (chat?.store.getState().lists[tab].isFromServer === false) chat.reloadList(tab)
  }, [chat])
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="wl-side-found-title">
        {title}
      </h2>
      {children}
    </section>
  )
}

function BuddyLine({ person, onOpen }: { person: PersonCard; onOpen: () => void }) {
  return (
    <li>
      <Link to={`/chat?uid=${person.uid}`} className="wl-chats-line" onClick={onOpen}>
        <span className="wl-chat-face">
          <Avatar person={person} size={42} />
          <PresenceDot uid={person.uid} />
        </span>
        <span className="wl-chats-text">
          <span className="wl-chats-name wl-line">
            <bdi>{person.name}</bdi>
          </span>
          <span className="wl-chats-preview wl-line">
            <bdi>@{person.user_name}</bdi>
          </span>
        </span>
      </Link>
    </li>
  )
}

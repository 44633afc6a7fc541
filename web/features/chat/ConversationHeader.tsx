import { useRef, useState, type RefObject } from 'react'
import { useLingui } from '@lingui/react'
import {
  IconAffiliate,
  IconArchive,
  IconArchiveOff,
  IconBan,
  IconBell,
  IconBellOff,
  IconDots,
  IconHeadphones,
  IconMail,
  IconSearch,
  IconStack2,
  IconUsers,
} from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import type { MuteDuration } from '#contract/chat/chat.ts'
import { tasteCalls } from '#contract/taste/taste.ts'
import { usePresence } from '#web/features/connections/presence.ts'
import { shortName } from '#web/ui/text/short-name.ts'
import { PresenceDot } from '#web/features/connections/PresenceDot.tsx'
import { presenceText } from '#web/features/connections/presence.messages.ts'
import { useOpenSession } from '#web/features/together/open-session.store.ts'
import { useCall } from '#web/platform/query.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { MenuButton, type MenuEntry } from '#web/ui/inputs/MenuButton.tsx'
import { BackToList } from './BackToList.tsx'
import { BlockDialog } from '#web/features/connections/PersonDialogs.tsx'
import { useChatState } from './runtime/current-chat.ts'
import type { Conversation } from './engine/state.ts'
import { ConversationSearch } from './search/ConversationSearch.tsx'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { useManageChat } from './use-manage.ts'
import { useIsNarrow } from '#web/ui/use-is-narrow.ts'
import { useNow } from '#web/ui/text/use-now.ts'

const Shelf = lazyPart(async () => (await import('./shelf/Shelf.tsx')).Shelf)

const MATCH_STALE_MS = 10 * 60_000
const MUTE_HOURS = 8

type ConversationHeaderProps = {
  conversation: Conversation
  /** Whether the search for the first item of a shared session is open. */
  isStarting: boolean
  onTogether: () => void
}

/** Starts a session, or adds to the running one, whose number of users it shows. */
function TogetherButton({ here, isStarting, onPress }: { here: number; isStarting: boolean; onPress: () => void }) {
  const { i18n } = useLingui()
  const start = i18n._({ id: 'together.start', message: 'Listen or watch together' })
  if (here === 0) return <ActionIcon icon={IconHeadphones} size={44} label={start} aria-expanded={isStarting} onClick={onPress} />
  return (
    <button
      type="button"
      className="wl-chat-together"
      aria-expanded={isStarting}
      title={i18n._({ id: 'together.add-item', message: 'Add a track or video' })}
      onClick={onPress}
    >
      <IconUsers size={18} stroke={1.8} aria-hidden />
      <span className="wl-chat-together-word">{i18n._({ id: 'together.button', message: 'Together' })}</span>
      <span aria-hidden>· </span>
      {here}
    </button>
  )
}

/** The other user, their presence and the match; on phones also a link back to the list. */
export function ConversationHeader({ conversation, isStarting, onTogether }: ConversationHeaderProps) {
  const { i18n } = useLingui()
  const [isSearching, setSearching] = useState(false)
  const [shelfOf, setShelfOf] = useState<string | null>(null)
  // On phones the name and the presence would have no room beside all buttons: some of them are in the menu.
  const isCompact = useIsNarrow()
  const opener = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLButtonElement>(null)
  const { person, chatId } = conversation
  const label = i18n._({ id: 'chat.search.here', message: 'Search in this conversation' })
  const here = useOpenSession((open) => open.here[chatId] ?? 0)
  // Closing the search field would lose the focus.
  const closeSearch = () => {
    setSearching(false)
    ;(opener.current ?? menu.current)?.focus()
  }
  const closeShelf = () => {
    setShelfOf(null)
    menu.current?.focus()
  }
  return (
    <>
      <header className="wl-chat-head">
        <BackToList />
        {conversation.group ? (
          <GroupHead conversation={conversation} />
        ) : (
          <>
            <span className="wl-chat-face">
              <Avatar person={person} size={38} />
              <PresenceDot uid={person.uid} />
            </span>
            <div className="wl-chat-head-text">
              <h2 className="wl-line">
                <Link to={`/profile/${person.uid}`}>{person.name}</Link>
              </h2>
              <ConversationStatus conversation={conversation} />
            </div>
          </>
        )}
        {conversation.group && conversation.canAttach && !isCompact && <GroupPageLink chatId={chatId} />}
        {conversation.canAttach && <TogetherButton here={here} isStarting={isStarting} onPress={onTogether} />}
        {!isCompact && (
          <ActionIcon
            icon={IconSearch}
            ref={opener}
            size={44}
            label={label}
            aria-expanded={isSearching}
            onClick={() => setSearching(!isSearching)}
          />
        )}
        <HeaderMenu
          conversation={conversation}
          menu={menu}
          onSearch={isCompact ? () => setSearching(true) : null}
          onShelf={() => setShelfOf(chatId)}
        />
      </header>
      {isSearching && <ConversationSearch chatId={chatId} onClose={closeSearch} />}
      {shelfOf === chatId && <Shelf key={chatId} chatId={chatId} onClose={closeShelf} />}
    </>
  )
}

const GroupHead = lazyPart(async () => (await import('./groups/GroupHead.tsx')).GroupHead, <div className="wl-chat-head-text" />)

function GroupPageLink({ chatId }: { chatId: string }) {
  const { i18n } = useLingui()
  const label = i18n._({ id: 'group.page', message: 'What you share' })
  return (
    <Link to={`/group/${chatId}`} className="wl-action" style={{ width: 44, height: 44 }} aria-label={label} title={label}>
      <IconAffiliate size={20} stroke={1.8} aria-hidden />
    </Link>
  )
}

type HeaderMenuProps = {
  conversation: Conversation
  menu: RefObject<HTMLButtonElement | null>
  /** Null where the search and the group's page have their own buttons. */
  onSearch: (() => void) | null
  onShelf: () => void
}

function HeaderMenu({ conversation, menu, onSearch, onShelf }: HeaderMenuProps) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const [isBlocking, setBlocking] = useState(false)
  const manageEntries = useManageEntries(conversation)
  const { person, group, canAttach, chatId } = conversation
  const { name } = person
  // Neither a deleted account nor a group can be blocked.
  const hasAccount = person.user_name !== ''
  return (
    <>
      <MenuButton
        button={
          <ActionIcon
            icon={IconDots}
            ref={menu}
            size={44}
            aria-label={i18n._({ id: 'chat.menu', message: 'More about the conversation with {name}', values: { name } })}
          />
        }
        entries={() => [
          ...(onSearch
            ? [{ icon: IconSearch, label: i18n._({ id: 'chat.search.here', message: 'Search in this conversation' }), act: onSearch }]
            : []),
          ...(onSearch && canAttach && group
            ? [
                {
                  icon: IconAffiliate,
                  label: i18n._({ id: 'group.page', message: 'What you share' }),
                  act: () => void navigate(`/group/${chatId}`),
                },
              ]
            : []),
          { icon: IconStack2, label: i18n._({ id: 'shelf.title', message: 'Shared here' }), act: onShelf },
          ...manageEntries(),
          ...(hasAccount
            ? [
                {
                  icon: IconBan,
                  label: i18n._({ id: 'profile.menu.block', message: 'Block {name}', values: { name: shortName(person) } }),
                  act: () => setBlocking(true),
                  isBad: true,
                },
              ]
            : []),
        ]}
      />
      {isBlocking && (
        <BlockDialog
          person={person}
          relation={canAttach ? 'connected' : 'none'}
          onBlocked={() => void navigate('/chat')}
          onClose={() => setBlocking(false)}
        />
      )}
    </>
  )
}

/** Menu entries to mute, leave or return. */
function useManageEntries({ chatId, group, tab, mutedUntil }: Conversation): () => MenuEntry[] {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const { manage } = useManageChat(chatId)
  const nowMs = useNow()
  const isMuted = mutedUntil !== null && Date.parse(mutedUntil) > nowMs
  const mute = (duration: MuteDuration) => void manage({ kind: 'mute', duration })
  // Leaves the conversation first: opening it clears the mark.
  const markUnread = () => {
    void navigate('/chat')
    void manage({ kind: 'mark_unread' })
  }
  const leave = () => void manage({ kind: 'archive' }).then((isDone) => isDone && void navigate('/chat'))
  const muting = (): MenuEntry[] =>
    isMuted
      ? [{ icon: IconBell, label: i18n._({ id: 'chat.unmute', message: 'Unmute' }), act: () => void manage({ kind: 'unmute' }) }]
      : [
          {
            icon: IconBellOff,
            label: i18n._({ id: 'chat.mute.hours', message: 'Mute for 8 hours' }),
            act: () => mute(MUTE_HOURS * 3_600),
          },
          { icon: IconBellOff, label: i18n._({ id: 'chat.mute', message: 'Mute' }), act: () => mute('forever') },
        ]
  const leaving = (): MenuEntry[] => {
    const leaveLabel = group
      ? i18n._({ id: 'group.archive', message: 'Archive' })
      : i18n._({ id: 'chat.leave', message: 'Leave and archive' })
    if (tab === 'chats') return [{ icon: IconArchive, label: leaveLabel, act: leave }]
    if (tab !== 'archived') return []
    const label = i18n._({ id: 'chat.return', message: 'Move back to chats' })
    return [{ icon: IconArchiveOff, label, act: () => void manage({ kind: 'return' }) }]
  }
  return () => [
    { icon: IconMail, label: i18n._({ id: 'chat.mark-unread', message: 'Mark as unread' }), act: markUnread },
    ...muting(),
    ...leaving(),
  ]
}

function ConversationStatus({ conversation: { chatId, person, canWrite, request } }: { conversation: Conversation }) {
  const { i18n } = useLingui()
  const isTyping = useChatState((state) => state.typing[chatId] !== undefined)
  const presence = usePresence(person.uid)
  const isShort = useIsNarrow()
  const nowMs = useNow()
  const match = useCall(tasteCalls.getMatch, { params: { uid: person.uid } }, { staleMs: MATCH_STALE_MS, enabled: canWrite })
  const percent = match.data?.match.percent ?? null
  const seen = presenceText(i18n, presence, isShort, nowMs)
  const parts = [
    seen,
    percent !== null && i18n._({ id: 'chat.match', message: '{percent}% match', values: { percent } }),
    // Strangers also see the user name.
    (request === 'received' || request === 'sent' || request === 'first') && person.user_name !== '' && `@${person.user_name}`,
  ].filter(Boolean)
  return (
    <p className="wl-chat-standing" data-away={(!isTyping && !presence?.online) || undefined} aria-live="polite">
      {(isTyping ? [i18n._({ id: 'chat.typing', message: 'typing…' })] : parts).map((part, index) => (
        // Their order never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index} className="wl-line" aria-live={part === seen && !presence?.online ? 'off' : undefined}>
          {index > 0 && ' · '}
          {part}
        </span>
      ))}
    </p>
  )
}

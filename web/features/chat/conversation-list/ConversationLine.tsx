import { Suspense } from 'react'
import { useLingui } from '@lingui/react'
import { IconBellOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import { linkOfMessage } from '#contract/chat/message-link.ts'
import { PresenceDot } from '#web/features/connections/PresenceDot.tsx'
import { RequestMatch } from '#web/features/matching/RequestMatch.tsx'
import { useOpenSession } from '#web/features/together/open-session.store.ts'
import { shortName } from '#web/ui/text/short-name.ts'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { LazyConversation } from '../lazy-conversation.ts'
import { useChat, useChatState } from '../runtime/current-chat.ts'
import { useDraft } from '../storage/drafts.ts'
import { useVoiceDraft } from '../storage/voice-drafts.ts'
import { shortAgo } from '../engine/times.ts'
import type { Conversation } from '../engine/state.ts'
import { GroupFace } from '../groups/GroupFace.tsx'
import { invitationText, previewText, voiceText, type PreviewedMessage } from '../chat.messages.ts'

type LineProps = {
  conversation: Conversation
  isOpen: boolean
  nowMs: number
  /** In a list of several tabs: the tab of this conversation. */
  tabName?: string
  onOpen?: () => void
}

/** One conversation in the list: user, latest message, unread count. */
export function ConversationLine({ conversation, isOpen, nowMs, tabName, onOpen }: LineProps) {
  const { i18n } = useLingui()
  const chat = useChat()
  const { chatId, person, last, unread, mutedUntil, isMarkedUnread = false } = conversation
  const prepare = () => {
    // First, because browsers allow only six requests at once.
    chat?.prepare(chatId)
    void LazyConversation.load()
  }
  const isMuted = mutedUntil !== null && Date.parse(mutedUntil) > nowMs
  return (
    <li>
      <Link
        to={`/chat/${chatId}`}
        className="wl-chats-line"
        aria-current={isOpen ? 'page' : undefined}
        onPointerEnter={() => void LazyConversation.load()}
        onFocus={() => void LazyConversation.load()}
        onMouseDown={prepare}
        onClick={() => {
          prepare()
          onOpen?.()
        }}
        data-unread={unread > 0 || isMarkedUnread || undefined}
        data-muted={isMuted || undefined}
      >
        <span className="wl-chat-face">
          {conversation.group ? (
            <GroupFace group={person} size={42} />
          ) : (
            <>
              <Avatar person={person} size={42} />
              <PresenceDot uid={person.uid} />
            </>
          )}
        </span>
        <span className="wl-chats-text">
          <span className="wl-chats-name wl-line">{person.name}</span>
          <Preview conversation={conversation} isOpen={isOpen} />
          {conversation.request === 'received' && !conversation.group && <RequestMatch uid={person.uid} />}
        </span>
        <span className="wl-chats-aside">
          <span className="wl-chats-when">
            {tabName}
            {isMuted && (
              <>
                <IconBellOff size={14} stroke={1.8} aria-hidden />
                <span className="wl-hidden">{i18n._({ id: 'chat.muted', message: 'muted' })}</span>
              </>
            )}
            {last?.sent_date && <time dateTime={last.sent_date}>{shortAgo(last.sent_date, i18n.locale, nowMs)}</time>}
          </span>
          {unread > 0 ? <Unread count={unread} /> : isMarkedUnread && <MarkedUnread />}
        </span>
      </Link>
    </li>
  )
}

function MarkedUnread() {
  const { i18n } = useLingui()
  return (
    <span className="wl-badge" data-dot>
      <span className="wl-hidden">{i18n._({ id: 'chat.marked-unread', message: 'marked as unread' })}</span>
    </span>
  )
}

function Unread({ count }: { count: number }) {
  const { i18n } = useLingui()
  return (
    <span className="wl-badge">
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="wl-hidden">
        {i18n._({ id: 'chat.unread', message: '{count, plural, one {# unread message} other {# unread messages}}', values: { count } })}
      </span>
    </span>
  )
}

/** The draft, the waiting message or the last message. Only the user's own messages name the sender. */
function Preview({ conversation: { chatId, person, group, last, canAttach }, isOpen }: { conversation: Conversation; isOpen: boolean }) {
  const { i18n } = useLingui()
  const me = useChatState((state) => state.me)
  const waiting = useChatState((state) => state.outbox.findLast(({ to }) => to === person.uid))
  const isTyping = useChatState((state) => state.typing[chatId] !== undefined)
  const voiceDraft = useVoiceDraft(chatId)
  const writtenDraft = useDraft(chatId)
  const draft = voiceDraft === null ? writtenDraft : voiceText(i18n, { durationMs: voiceDraft })
  const isTogether = useOpenSession((open) => (open.here[chatId] ?? 0) > 0)
  if (isTyping) return <span className="wl-chats-preview wl-chats-typing">{i18n._({ id: 'chat.typing', message: 'typing…' })}</span>
  if (isTogether)
    return <span className="wl-chats-preview wl-chats-typing">{i18n._({ id: 'together.now', message: 'Playing together now' })}</span>
  if (draft && !isOpen) {
    return (
      <span className="wl-chats-preview" data-led>
        <span className="wl-chats-draft">{i18n._({ id: 'chat.draft', message: 'Draft:' })}</span>
        <span className="wl-line">{draft}</span>
      </span>
    )
  }
  const shown = waiting ?? last
  if (group?.role === 'invited') return <span className="wl-chats-preview wl-line">{invitationText(i18n, group.invitedBy)}</span>
  if (!shown) return <span className="wl-chats-preview">{i18n._({ id: 'chat.list.empty-chat', message: 'Say hello' })}</span>
  const isMine = waiting !== undefined || last?.sender === me
  const preview = <PreviewText message={shown} hasCards={canAttach} />
  const sender = isMine
    ? i18n._({ id: 'chat.preview.mine', message: 'You:' })
    : group && last && i18n._({ id: 'chat.preview.sender', message: '{name}:', values: { name: shortName({ name: last.userName }) } })
  if (!sender) return <span className="wl-chats-preview wl-line">{preview}</span>
  return (
    <span className="wl-chats-preview" data-led>
      <span className="wl-line">{sender}</span>
      <span className="wl-line">{preview}</span>
    </span>
  )
}

const LinkName = lazyComponent(async () => (await import('./LinkName.tsx')).LinkName)

type PreviewTextProps = { message: PreviewedMessage; hasCards: boolean }

/** The text of a message, with the name of a link in the place of its address. */
function PreviewText({ message, hasCards }: PreviewTextProps) {
  const { i18n } = useLingui()
  const link = message.isDeleted ? null : linkOfMessage(message)
  const withName = (name: string | null) => previewText(i18n, message, name)
  if (!link || !hasCards) return withName(null)
  return (
    <Suspense fallback={withName(null)}>
      <LinkName link={link} text={withName} />
    </Suspense>
  )
}

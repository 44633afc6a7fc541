import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useLingui } from '@lingui/react'
import { Virtualizer, type CustomContainerComponentProps, type CustomItemComponentProps, type VirtualizerHandle } from 'virtua'
import { pressable } from '#web/ui/pressable.ts'
import { useChat, useChatState } from '../runtime/current-chat.ts'
import { isHiddenMessage } from '../engine/thread.ts'
import { useMessageActions } from './message-actions.ts'
import type { Group } from '#contract/chat/groups.ts'
import { EventRow } from '../groups/EventRow.tsx'
import { useGroupEvents } from '../groups/use-group.ts'
import { rowsOf, type ChatRowData } from '../engine/rows.ts'
import { dayText } from '../engine/times.ts'
import type { Conversation, OutboxMessage, Thread, ChatMessage } from '../engine/state.ts'
import { MessageRow } from './MessageRow.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import { useFocusedRow } from './use-focused-row.ts'
import { useKeptRows } from './use-kept-rows.ts'
import { useReadTracking } from './use-read-tracking.ts'
import { useMessageScroll } from './use-message-scroll.ts'
import { useNow } from '#web/ui/text/use-now.ts'
import { IconArrowDown } from '@tabler/icons-react'
import { Button } from '#web/ui/Button.tsx'
import { previewText } from '../chat.messages.ts'
import './MessageList.css'

const HIGHLIGHT_MS = 2_500
/**
 * Rows within this distance beyond the screen are rendered and measured. A wrong height estimate on screen would move the text being
 * read.
 */
const OVERSCAN_PX = 1_200

type MessageListProps = { conversation: Conversation; thread: Thread; onRetry: () => void }

/**
 * The messages of a conversation, oldest first, as a virtual list. It follows the newest message unless the user scrolls up. If loading
 * fails, unsent messages are still shown.
 */
export function MessageList({ conversation, thread, onRetry }: MessageListProps) {
  const { i18n } = useLingui()
  const chat = useChat()
  const { chatId, person } = conversation
  const { group, me } = useMessageActions()
  const tracking = useReadTracking(conversation)
  const { rows, isShifted } = useRows(conversation, thread, tracking.unreadAfter, seenByOthers(group, me, conversation))
  const { track } = tracking
  const boxRef = useRef<HTMLElement>(null)
  const listRef = useRef<VirtualizerHandle>(null)
  const scroll = useMessageScroll({
    boxRef,
    listRef,
    rows,
    thread,
    expectsUnread: tracking.isUndecided || tracking.unreadAfter !== null,
    onNearStart: useCallback(() => chat?.loadOlder(chatId), [chat, chatId]),
    onNearEnd: useCallback(() => chat?.loadNewer(chatId), [chat, chatId]),
    onScroll: useCallback((first: number, last: number, isResting: boolean) => track(rows, first, last, isResting), [track, rows]),
  })
  const highlighted = useHighlighted(thread.target)
  const focus = useFocusedRow(rows, thread.target, boxRef, listRef)
  const keepMounted = useKeptRows(rows, focus.keepMounted)
  const label = i18n._({ id: 'chat.messages', message: 'Messages with {name}', values: { name: person.name } })
  return (
    <div className="wl-messages">
      <OlderNote state={thread.older} onLoad={() => chat?.loadOlder(chatId)} />
      {/* Scrollable by keyboard, so it must be focusable. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        className="wl-messages-scroll"
        ref={boxRef}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={rows.some(({ kind }) => kind === 'message') ? -1 : 0}
        aria-label={label}
        onFocus={focus.handleFocus}
        onBlur={focus.handleBlur}
        onKeyDown={(event: KeyboardEvent) => focus.handleKey(event)}
      >
        <div className="wl-messages-space" />
        {thread.status === 'failed' && <LoadFailed onRetry={onRetry} />}
        {thread.status === 'ready' && thread.items.length === 0 && <BeginRow name={person.name} isGroup={Boolean(conversation.group)} />}
        <Virtualizer
          ref={listRef}
          scrollRef={boxRef}
          as={List}
          item={Item}
          data={rows}
          bufferSize={OVERSCAN_PX}
          shift={isShifted}
          keepMounted={keepMounted}
          onScroll={scroll.handleScroll}
          onScrollEnd={scroll.handleScrollEnd}
          onResize={scroll.handleResize}
        >
          {(row) => (
            <Row
              key={row.id}
              row={row}
              senderName={conversation.group && row.kind === 'message' ? row.author.name : person.name}
              isGroup={Boolean(conversation.group)}
              isTabStop={row.id === focus.tabStop}
              isHighlighted={row.kind === 'message' && row.seq !== null && row.seq === highlighted}
            />
          )}
        </Virtualizer>
        <div className="wl-messages-room" />
      </section>
      {!(scroll.isAtEnd && thread.reachesNewest) && (
        <JumpToNewest
          count={conversation.unread}
          onJump={() => {
            chat?.jumpToNewest(chatId)
            focus.focusLast()
          }}
        />
      )}
      <MessageAnnouncer
        key={thread.status}
        items={thread.items}
        senderName={person.name}
        isGroup={Boolean(conversation.group)}
        lastSeq={conversation.lastSeq}
      />
    </div>
  )
}

function List({ ref, style, children }: CustomContainerComponentProps) {
  return (
    <ol ref={ref} style={pressable(style)}>
      {children}
    </ol>
  )
}

function Item({ style, children, ref }: CustomItemComponentProps) {
  return (
    // The library's type of `ref` is older than React's.
    <li ref={ref as React.Ref<HTMLLIElement>} style={style} className="wl-row">
      {children}
    </li>
  )
}

/** The seq of the jump target, while it is highlighted. */
function useHighlighted(target: Thread['target']): number | 'newest' | null {
  const [finishedTurn, setFinishedTurn] = useState(0)
  useEffect(() => {
    if (!target) return undefined
    const timer = setTimeout(() => setFinishedTurn(target.turn), HIGHLIGHT_MS)
    return () => clearTimeout(timer)
  }, [target])
  return target && finishedTurn !== target.turn ? target.seq : null
}

/** How far any other member of a group has read, or the other user of a chat of two. */
function seenByOthers(group: Group | null, me: string, { theirReadSeq }: Conversation): number {
  return Math.max(theirReadSeq, ...(group?.members ?? []).map(({ person, read_seq: seq }) => (person.uid === me ? 0 : seq)))
}

/** The rows, and whether the last change was at the start: then the list must keep the scroll position. */
function useRows(conversation: Conversation, { items, reachesNewest }: Thread, unreadAfter: number | null, theirReadSeq: number) {
  const { chatId, person, theirDeliveredSeq } = conversation
  const me = useChatState((state) => state.me)
  const outbox = useChatState((state) => state.outbox)
  const commands = useChatState((state) => state.commands)
  const events = useGroupEvents(conversation)
  const rows = useMemo(() => {
    const isHere = (message: OutboxMessage) => (message.chat_id === null ? message.to === person.uid : message.chat_id === chatId)
    const waiting = outbox.filter(isHere)
    return rowsOf({ me, items, waiting, events, reachesNewest, commands, theirDeliveredSeq, theirReadSeq, unreadAfter })
  }, [me, items, events, reachesNewest, outbox, commands, chatId, person.uid, theirDeliveredSeq, theirReadSeq, unreadAfter])
  const [current, setCurrent] = useState({ rows, isShifted: false })
  if (current.rows !== rows) setCurrent({ rows, isShifted: isShift(current.rows, rows) })
  return current.rows === rows ? current : { rows, isShifted: isShift(current.rows, rows) }
}

/** Whether messages were added or removed at the start. */
function isShift(before: readonly ChatRowData[], after: readonly ChatRowData[]): boolean {
  const [first, now] = [before, after].map((rows) => rows.find(({ kind }) => kind === 'message')?.id)
  if (first === undefined || now === undefined || first === now) return false
  return after.some(({ id }) => id === first) || before.some(({ id }) => id === now)
}

type RowProps = { row: ChatRowData; senderName: string; isGroup?: boolean; isTabStop: boolean; isHighlighted: boolean }

/** A message, a day, an event of the group, the unread divider, or the beginning of the chat. */
export function Row({ row, isGroup = false, ...rest }: RowProps) {
  const { i18n } = useLingui()
  if (row.kind === 'begin') return <BeginRow name={rest.senderName} isGroup={isGroup} />
  if (row.kind === 'day') return <DayRow atMs={row.atMs} />
  if (row.kind === 'event') return <EventRow event={row.event} />
  if (row.kind === 'unread') return <p className="wl-row-unread">{i18n._({ id: 'chat.unread-from-here', message: 'New' })}</p>
  return <MessageRow row={row} {...rest} />
}

function BeginRow({ name, isGroup }: { name: string; isGroup: boolean }) {
  const { i18n } = useLingui()
  return (
    <p className="wl-messages-begin">
      {isGroup
        ? i18n._({ id: 'group.begin', message: 'This is the start of {name}.', values: { name } })
        : i18n._({ id: 'chat.begin', message: 'This is the start of your conversation with {name}.', values: { name } })}
    </p>
  )
}

function DayRow({ atMs }: { atMs: number }) {
  const { i18n } = useLingui()
  const nowMs = useNow()
  return <p className="wl-row-day">{dayText(atMs, i18n.locale, nowMs)}</p>
}

/** Shows that older messages are loading, or a button to retry. */
export function OlderNote({ state, onLoad }: { state: Thread['older']; onLoad: () => void }) {
  const { i18n } = useLingui()
  if (state === 'idle') return null
  return (
    <Button className="wl-messages-older" variant="default" loading={state === 'loading'} onClick={onLoad}>
      {state === 'failed'
        ? i18n._({ id: 'chat.older.failed', message: 'Couldn’t load earlier messages. Try again' })
        : i18n._({ id: 'chat.older', message: 'Earlier messages' })}
    </Button>
  )
}

/** Scrolls to the end, and shows the unread count. */
export function JumpToNewest({ count, onJump }: { count: number; onJump: () => void }) {
  const { i18n } = useLingui()
  return (
    <button
      type="button"
      className="wl-messages-end"
      data-new={count > 0 || undefined}
      aria-label={
        count > 0
          ? i18n._({
              id: 'chat.newest.count',
              message: '{count, plural, one {Jump to newest, # new message} other {Jump to newest, # new messages}}',
              values: { count },
            })
          : i18n._({ id: 'chat.newest', message: 'Jump to newest' })
      }
      onClick={onJump}
    >
      {count > 0 && <span className="wl-badge">{count > 999 ? '999+' : count}</span>}
      <IconArrowDown size={20} stroke={1.8} aria-hidden />
    </button>
  )
}

/** The maximum number of messages in the live region; older ones were announced already. */
const MAX_LOGGED = 5

type ArrivedLogProps = {
  items: readonly ChatMessage[]
  senderName: string
  isGroup?: boolean
  /** Seq of the newest message. */
  lastSeq: number
}

/**
 * Announces new messages of the other user to screen readers. The list itself is not a live region, because loaded pages of old messages
 * would be read aloud.
 */
export function MessageAnnouncer({ items, senderName, isGroup = false, lastSeq }: ArrivedLogProps) {
  const { i18n } = useLingui()
  const me = useChatState((state) => state.me)
  const [openedAt] = useState(lastSeq)
  const arrived = items.filter((item) => item.seq > openedAt && item.sender !== me && !isHiddenMessage(item, me)).slice(-MAX_LOGGED)
  return (
    <div role="log" aria-live="polite" className="wl-hidden">
      {arrived.map((message) => (
        <p key={message.id}>
          {i18n._({
            id: 'chat.notice',
            message: '{name}: {text}',
            values: { name: isGroup ? message.userName : senderName, text: previewText(i18n, message) },
          })}
        </p>
      ))}
    </div>
  )
}

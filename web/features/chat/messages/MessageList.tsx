import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useLingui } from '@lingui/react'
import { Virtualizer, type CustomContainerComponentProps, type CustomItemComponentProps, type VirtualizerHandle } from 'virtua'
import { pressable } from '#web/ui/pressable.ts'
import { useChat, useChatState } from '../runtime/current-chat.ts'
import { rowsOf, type ChatRowData } from '../engine/rows.ts'
import { dayWords } from '../engine/times.ts'
import type { Conversation, OutboxMessage, Thread } from '../engine/types.ts'
import { ArrivedLog } from './ArrivedLog.tsx'
import { JumpToNewest, OlderNote } from './MessageListNotes.tsx'
import { MessageRow } from './MessageRow.tsx'
import { ReadFailed } from './ReadFailed.tsx'
import { useFocusedRow } from './use-focused-row.ts'
import { useLooking } from './use-looking.ts'
import { useMessageScroll } from './use-message-scroll.ts'
import { useNow } from '#web/ui/use-now.ts'
import './MessageList.css'

const MARKED_MS = 2_500
/**
 * So far beyond the screen rows are drawn, and so measured before they are seen. Until then their heights are guesses, and one
 * that turns out wrong in sight moves what is read.
 */
const DRAWN_BEYOND_PX = 1_200

type MessageListProps = { conversation: Conversation; thread: Thread; onRetry: () => void }

/**
 * The messages of a conversation, oldest first. Only those near the screen are drawn, however long it is; it stays at the newest
 * unless one reads further up. When they could not be loaded, what is being written is shown all the same.
 */
export function MessageList({ conversation, thread, onRetry }: MessageListProps) {
  const { i18n } = useLingui()
  const chat = useChat()
  const { chatId, person } = conversation
  const looking = useLooking(conversation)
  const { rows, isShifted } = useRows(conversation, thread, looking.unreadAfter)
  const { look } = looking
  const boxRef = useRef<HTMLElement>(null)
  const listRef = useRef<VirtualizerHandle>(null)
  const scroll = useMessageScroll({
    boxRef,
    listRef,
    rows,
    thread,
    expectsUnread: looking.isUndecided || looking.unreadAfter !== null,
    onNearStart: useCallback(() => chat?.loadOlder(chatId), [chat, chatId]),
    onNearEnd: useCallback(() => chat?.loadNewer(chatId), [chat, chatId]),
    onLook: useCallback((first: number, last: number, isResting: boolean) => look(rows, first, last, isResting), [look, rows]),
  })
  const marked = useMarked(thread.target)
  const focus = useFocusedRow(rows, thread.target, boxRef, listRef)
  const label = i18n._({ id: 'chat.messages', message: 'Messages with {name}', values: { name: person.name } })
  return (
    <div className="wl-messages">
      <OlderNote state={thread.older} onLoad={() => chat?.loadOlder(chatId)} />
      {/* Scrollable by keyboard, so it must be reachable by it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        className="wl-messages-scroll"
        ref={boxRef}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={rows.length === 0 ? 0 : -1}
        aria-label={label}
        onFocus={focus.handleFocus}
        onBlur={focus.handleBlur}
        onKeyDown={(event: KeyboardEvent) => focus.handleKey(event)}
      >
        <div className="wl-messages-space" />
        {thread.status === 'failed' && <ReadFailed onRetry={onRetry} />}
        {thread.status === 'ready' && thread.items.length === 0 && <BeginRow name={person.name} />}
        <Virtualizer
          ref={listRef}
          scrollRef={boxRef}
          as={List}
          item={Item}
          data={rows}
          bufferSize={DRAWN_BEYOND_PX}
          shift={isShifted}
          keepMounted={focus.keepMounted}
          onScroll={scroll.handleScroll}
          onScrollEnd={scroll.handleScrollEnd}
          onResize={scroll.handleResize}
        >
          {(row) => (
            <Row
              key={row.id}
              row={row}
              senderName={person.name}
              isTabStop={row.id === focus.tabStop}
              isMarked={row.kind === 'message' && row.seq !== null && row.seq === marked}
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
      <ArrivedLog key={thread.status} items={thread.items} senderName={person.name} lastSeq={conversation.lastSeq} />
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
    // The library's type of `ref` is older than React's own.
    <li ref={ref as React.Ref<HTMLLIElement>} style={style} className="wl-row">
      {children}
    </li>
  )
}

/** The place one was brought to, for as long as it takes to see it. */
function useMarked(target: Thread['target']): number | 'newest' | null {
  const [past, setPast] = useState(0)
  useEffect(() => {
    if (!target) return undefined
    const timer = setTimeout(() => setPast(target.turn), MARKED_MS)
    return () => clearTimeout(timer)
  }, [target])
  return target && past !== target.turn ? target.seq : null
}

/** The rows, and whether the last change of them was at the beginning: then what is on screen must stay where it is. */
function useRows(conversation: Conversation, { items }: Thread, unreadAfter: number | null) {
  const { chatId, person, theirDeliveredSeq, theirReadSeq } = conversation
  const me = useChatState((state) => state.me)
  const outbox = useChatState((state) => state.outbox)
  const acts = useChatState((state) => state.acts)
  const rows = useMemo(() => {
    const isHere = (message: OutboxMessage) => (message.chat_id === null ? message.to === person.uid : message.chat_id === chatId)
    return rowsOf({ me, items, waiting: outbox.filter(isHere), acts, theirDeliveredSeq, theirReadSeq, unreadAfter })
  }, [me, items, outbox, acts, chatId, person.uid, theirDeliveredSeq, theirReadSeq, unreadAfter])
  const [shown, setShown] = useState({ rows, isShifted: false })
  if (shown.rows !== rows) setShown({ rows, isShifted: isShift(shown.rows, rows) })
  return shown.rows === rows ? shown : { rows, isShifted: isShift(shown.rows, rows) }
}

/** Messages were added or dropped before the others. */
function isShift(before: readonly ChatRowData[], after: readonly ChatRowData[]): boolean {
  const [first, now] = [before, after].map((rows) => rows.find(({ kind }) => kind === 'message')?.id)
  if (first === undefined || now === undefined || first === now) return false
  return after.some(({ id }) => id === first) || before.some(({ id }) => id === now)
}

type RowProps = { row: ChatRowData; senderName: string; isTabStop: boolean; isMarked: boolean }

/** A message, a day, where what is new begins, or where everything does. */
export function Row({ row, ...rest }: RowProps) {
  const { i18n } = useLingui()
  if (row.kind === 'begin') return <BeginRow name={rest.senderName} />
  if (row.kind === 'day') return <DayRow atMs={row.atMs} />
  if (row.kind === 'unread') return <p className="wl-row-unread">{i18n._({ id: 'chat.unread-from-here', message: 'New' })}</p>
  return <MessageRow row={row} {...rest} />
}

function BeginRow({ name }: { name: string }) {
  const { i18n } = useLingui()
  return (
    <p className="wl-messages-begin">
      {i18n._({ id: 'chat.begin', message: 'This is the start of your conversation with {name}.', values: { name } })}
    </p>
  )
}

function DayRow({ atMs }: { atMs: number }) {
  const { i18n } = useLingui()
  const nowMs = useNow()
  return <p className="wl-row-day">{dayWords(atMs, i18n.locale, nowMs)}</p>
}

import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconArrowDown } from '@tabler/icons-react'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { useChat, useChatState } from './chat.current.ts'
import { rowsOf, type ChatRowData } from './chat.rows.ts'
import { hasOlder } from './chat.timeline.ts'
import { dayWords } from './chat.times.ts'
import type { Conversation, OutboxMessage, Thread } from './chat.types.ts'
import { ArrivedLog } from './ArrivedLog.tsx'
import { MessageRow } from './MessageRow.tsx'
import { useNow } from './use-now.ts'
import { useStickToNewest } from './use-stick-to-newest.ts'
import './MessageList.css'

type MessageListProps = { conversation: Conversation; thread: Thread; onRetry: () => void }

/**
 * The messages of a conversation, oldest first, kept at the newest unless one reads further up.
 * When they could not be loaded, what is being written is shown all the same.
 */
export function MessageList({ conversation, thread, onRetry }: MessageListProps) {
  const { i18n } = useLingui()
  const chat = useChat()
  const { chatId, person } = conversation
  const rows = useRows(conversation, thread)
  const newest = rows.at(-1)
  const loadOlder = useCallback(() => chat?.loadOlder(chatId), [chat, chatId])
  const { list, isAtEnd, handleScroll, scrollToEnd } = useStickToNewest({
    firstKey: rows[0]?.id,
    lastKey: newest?.id,
    isLastMine: newest?.kind === 'message' && newest.isMine,
    onNearStart: loadOlder,
  })
  useSeen(conversation, isAtEnd)
  const label = i18n._({ id: 'chat.messages', message: 'Messages with {name}', values: { name: person.name } })
  return (
    <div className="wl-messages">
      {/* Scrollable by keyboard, so it must be reachable by it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="wl-messages-scroll" ref={list} onScroll={handleScroll} tabIndex={0} aria-label={label}>
        <div className="wl-messages-content">
          {thread.status === 'failed' && <ErrorState kind="offline" onRetry={onRetry} />}
          {hasOlder(thread.items) && <OlderButton state={thread.older} onLoad={loadOlder} />}
          <ol className="wl-messages-list">
            {rows.map((row) => (
              <Row key={row.id} row={row} senderName={person.name} />
            ))}
          </ol>
        </div>
      </section>
      {!isAtEnd && (
        <ActionIcon
          className="wl-messages-end"
          variant="default"
          size={44}
          onClick={scrollToEnd}
          aria-label={i18n._({ id: 'chat.newest', message: 'Jump to newest' })}
        >
          <IconArrowDown size={20} stroke={1.8} aria-hidden />
        </ActionIcon>
      )}
      <ArrivedLog key={thread.status} items={thread.items} senderName={person.name} />
    </div>
  )
}

function useRows({ chatId, person, theirReadSeq }: Conversation, { items }: Thread): ChatRowData[] {
  const me = useChatState((state) => state.me)
  const outbox = useChatState((state) => state.outbox)
  return useMemo(() => {
    const isHere = (message: OutboxMessage) => (message.chat_id === null ? message.to === person.uid : message.chat_id === chatId)
    return rowsOf({ me, items, waiting: outbox.filter(isHere), theirReadSeq })
  }, [me, items, outbox, chatId, person.uid, theirReadSeq])
}

/** Whoever looks at the newest message has seen it. */
function useSeen({ chatId, lastSeq, readSeq }: Conversation, isAtEnd: boolean): void {
  const chat = useChat()
  const isVisible = useIsVisible()
  useEffect(() => {
    if (isAtEnd && isVisible && readSeq < lastSeq) chat?.seen(chatId)
  }, [chat, chatId, lastSeq, readSeq, isAtEnd, isVisible])
}

function useIsVisible(): boolean {
  const [isVisible, setIsVisible] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const follow = () => setIsVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', follow)
    return () => document.removeEventListener('visibilitychange', follow)
  }, [])
  return isVisible
}

function Row({ row, senderName }: { row: ChatRowData; senderName: string }) {
  return row.kind === 'day' ? <DayRow atMs={row.atMs} /> : <MessageRow row={row} senderName={senderName} />
}

function DayRow({ atMs }: { atMs: number }) {
  const { i18n } = useLingui()
  const nowMs = useNow()
  return <li className="wl-message-day">{dayWords(atMs, i18n.locale, nowMs)}</li>
}

function OlderButton({ state, onLoad }: { state: Thread['older']; onLoad: () => void }) {
  const { i18n } = useLingui()
  return (
    <Button className="wl-messages-older" variant="subtle" loading={state === 'loading'} onClick={onLoad}>
      {state === 'failed'
        ? i18n._({ id: 'chat.older.failed', message: 'Could not load earlier messages. Try again' })
        : i18n._({ id: 'chat.older', message: 'Earlier messages' })}
    </Button>
  )
}

import type { I18n } from '@lingui/core'
import { useEffect, useId, useRef, useState } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { useLingui } from '@lingui/react'
import { IconBookmark, IconCheck, IconMessage, IconPlayerPlayFilled, IconX } from '@tabler/icons-react'
import type { Uid } from '#contract/base/ids.ts'
import { shelfCalls, type ShelfItem } from '#contract/taste/shelf.ts'
import { LinkCard } from '#web/features/links/LinkCard.tsx'
import { useSaveDialog } from '#web/features/media/folders/save-dialog.store.ts'
import { listEntryOf } from '#web/features/media/items/list-entry.ts'
import { playLink } from '#web/features/media/items/play-link.tsx'
import { playList } from '#web/features/media/queue/play-queue.ts'
import { TogetherButton } from '#web/features/media/together/TogetherButton.tsx'
import { importWithRetry } from '#web/platform/lazy-component.ts'
import { refreshCall } from '#web/platform/query.ts'
import { useCallPages } from '#web/platform/query-pages.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ShowMore } from '#web/ui/ShowMore.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { relativeTime } from '#web/ui/text/relative-time.ts'
import { LoadingLabel, Skeleton } from '#web/ui/Skeleton.tsx'
import { useNow } from '#web/ui/text/use-now.ts'
import { useChat, useChatState } from '../runtime/current-chat.ts'
import type { ChatId } from '../engine/state.ts'
import './Shelf.css'

const DEBOUNCE_MS = 250

/** Everything that was shared in a conversation, by item: beside the messages, on phones over them. */
export function Shelf({ chatId, onClose }: { chatId: ChatId; onClose: () => void }) {
  const { i18n } = useLingui()
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), DEBOUNCE_MS)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  const label = i18n._({ id: 'shelf.search', message: 'Search what you shared' })
  return (
    // One key handler for all children.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={panel}
      className="wl-shelf"
      tabIndex={-1}
      aria-labelledby={titleId}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}
    >
      <header className="wl-shelf-head">
        <h3 id={titleId}>{i18n._({ id: 'shelf.title', message: 'Shared here' })}</h3>
        <ActionIcon icon={IconX} size={44} aria-label={i18n._({ id: 'dialog.close', message: 'Close' })} onClick={onClose} />
      </header>
      <TextInput
        className="wl-shelf-search"
        type="search"
        value={text}
        aria-label={label}
        placeholder={label}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <ShelfItems key={q} chatId={chatId} q={q} onClose={onClose} />
    </section>
  )
}

function ShelfItems({ chatId, q, onClose }: { chatId: ChatId; q: string; onClose: () => void }) {
  const { i18n } = useLingui()
  useFreshShelf(chatId)
  const shelf = useCallPages(shelfCalls.getShelf, { params: { chatId }, query: q === '' ? {} : { q } })
  if (shelf.status === 'failed') return <ErrorState kind={shelf.failure.kind} onRetry={shelf.retry} />
  if (shelf.status === 'loading') return <ShelfSkeleton />
  const items = shelf.pages.flatMap((page) => page.items)
  const total = shelf.pages[0]?.total ?? 0
  if (items.length === 0) {
    return q === '' ? (
      <EmptyState>
        {i18n._({ id: 'shelf.empty', message: 'Nothing shared yet. Songs and videos you send each other appear here.' })}
      </EmptyState>
    ) : (
      <p className="wl-shelf-none wl-muted">{i18n._({ id: 'shelf.none', message: 'Nothing you shared matches your search.' })}</p>
    )
  }
  return (
    <div className="wl-shelf-list">
      <div className="wl-shelf-tools">
        <span className="wl-muted" aria-live="polite">
          {i18n._({ id: 'shelf.count', message: '{count, plural, one {# item} other {# items}}', values: { count: total } })}
        </span>
        <PlayShelf items={items} />
      </div>
      <ul>
        {items.map((item) => (
          <ShelfRow key={item.key} chatId={chatId} item={item} onClose={onClose} />
        ))}
      </ul>
      <ShowMore more={shelf.more} />
    </div>
  )
}

/** Reads the shelf again when it opens, and after each new, edited or deleted message. */
function useFreshShelf(chatId: ChatId): void {
  const version = useChatState(({ conversations }) => `${conversations[chatId]?.lastSeq} ${conversations[chatId]?.changeSeq}`)
  useEffect(() => {
    void refreshCall(shelfCalls.getShelf)
    // Runs for each version.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [version])
}

function PlayShelf({ items }: { items: readonly ShelfItem[] }) {
  const { i18n } = useLingui()
  const entries = items.flatMap(({ link, item, by }) => listEntryOf({ link, item }, by?.name ?? null) ?? [])
  if (entries.length < 2) return null
  return (
    <Button variant="default" size="sm" leftSection={<IconPlayerPlayFilled size={14} aria-hidden />} onClick={() => void playList(entries)}>
      {i18n._({ id: 'queue.play-all', message: 'Play all' })}
    </Button>
  )
}

function ShelfRow({ chatId, item: { link, item, by, shared_at: at, via, seq, times, is_played: isPlayed }, onClose }: RowProps) {
  const { i18n } = useLingui()
  const chat = useChat()
  const me = useChatState((state) => state.me)
  const nowMs = useNow()
  const startHere = async (address: string) => {
    onClose()
    const together = await importWithRetry(() => import('#web/features/together/together.store.ts'))
    await together.startOrAddLink(chatId, address)
  }
  const show = () => {
    if (seq !== null) chat?.jump(chatId, seq)
    onClose()
  }
  return (
    <li className="wl-shelf-row">
      <LinkCard link={link} play={playLink} />
      <p className="wl-shelf-about wl-small wl-muted">
        <bdi>{sharerText(i18n, { by, via }, me)}</bdi>
        <time dateTime={at}>{relativeTime(at, i18n.locale, nowMs)}</time>
        {times > 1 && (
          <span>
            {i18n._({ id: 'shelf.times', message: '{times, plural, one {shared once} other {shared # times}}', values: { times } })}
          </span>
        )}
        <span className="wl-shelf-played" data-played={isPlayed || undefined}>
          {isPlayed && <IconCheck size={14} stroke={2} aria-hidden />}
          {isPlayed ? i18n._({ id: 'shelf.played', message: 'Played' }) : i18n._({ id: 'shelf.unplayed', message: 'Not played yet' })}
        </span>
        <span className="wl-shelf-actions">
          <TogetherButton link={link} onStart={(address) => void startHere(address)} />
          <ActionIcon
            icon={IconBookmark}
            iconSize={18}
            size={44}
            label={i18n._({ id: 'folders.save', message: 'Save to a folder' })}
            onClick={() => useSaveDialog.getState().open({ link, title: item?.name ?? '' })}
          />
          {seq !== null && (
            <ActionIcon
              icon={IconMessage}
              iconSize={18}
              size={44}
              label={i18n._({ id: 'shelf.show', message: 'Show message' })}
              onClick={show}
            />
          )}
        </span>
      </p>
    </li>
  )
}

function sharerText(i18n: I18n, { by, via }: Pick<ShelfItem, 'by' | 'via'>, me: Uid | null): string {
  if (via === 'together') return i18n._({ id: 'shelf.together', message: 'Played together' })
  if (by === null) return i18n._({ id: 'shelf.deleted', message: 'Deleted account' })
  return by.uid === me ? i18n._({ id: 'chat.you', message: 'You' }) : by.name
}

type RowProps = { chatId: ChatId; item: ShelfItem; onClose: () => void }

function ShelfSkeleton() {
  const { i18n } = useLingui()
  return (
    <div className="wl-shelf-list">
      <LoadingLabel label={i18n._({ id: 'shelf.loading', message: 'Loading what you shared' })} />
      {[1, 2, 3, 4].map((index) => (
        <Skeleton key={index} shape="block" height={96} />
      ))}
    </div>
  )
}

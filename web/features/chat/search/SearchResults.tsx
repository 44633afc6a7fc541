import { useLingui } from '@lingui/react'
import type { FoundMessage } from '#contract/chat/chat.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useChatState } from '../runtime/current-chat.ts'
import { shortAgo } from '../engine/times.ts'
import { splitFound } from '../engine/text.ts'
import { LoadFailed } from '../messages/LoadFailed.tsx'
import type { MessageSearch } from './use-message-search.ts'
import { useNow } from '#web/ui/text/use-now.ts'
import './SearchResults.css'

/** The search results, newest first, with the terms highlighted. */
export function SearchResults({ search, onPick }: { search: MessageSearch; onPick: (found: FoundMessage) => void }) {
  const { i18n } = useLingui()
  const me = useChatState((state) => state.me)
  const nowMs = useNow()
  if (search.status === 'idle') return null
  if (search.status === 'failed') return <LoadFailed onRetry={search.retry} />
  if (search.status === 'loading') return <ListSkeleton rows={3} />
  return (
    <div className="wl-found" aria-live="polite">
      {search.found.length === 0 && (
        <p className="wl-found-none wl-muted">{i18n._({ id: 'chat.search.none', message: 'No messages match your search.' })}</p>
      )}
      <ul>
        {search.found.map((hit) => (
          <li key={hit.message.id}>
            <button type="button" className="wl-found-hit" onClick={() => onPick(hit)}>
              <Avatar person={hit.person} size={36} />
              <span className="wl-found-text">
                <span className="wl-line">
                  {hit.message.from === me
                    ? i18n._({ id: 'chat.search.you', message: 'You to {name}', values: { name: hit.person.name } })
                    : hit.person.name}
                </span>
                <span className="wl-found-words" dir="auto">
                  {splitFound(hit.message.content, search.text).map(({ text, isFound }, index) =>
                    // The parts of a text never reorder.
                    // oxlint-disable-next-line react/no-array-index-key
                    isFound ? <mark key={index}>{text}</mark> : text,
                  )}
                </span>
              </span>
              {hit.message.sent_date && (
                <time className="wl-dim wl-small" dateTime={hit.message.sent_date}>
                  {shortAgo(hit.message.sent_date, i18n.locale, nowMs)}
                </time>
              )}
            </button>
          </li>
        ))}
      </ul>
      {search.hasMore && (
        <Button variant="subtle" onClick={search.loadMore}>
          {i18n._({ id: 'list.more', message: 'Show more' })}
        </Button>
      )}
    </div>
  )
}

import { useEffect } from 'react'
import { useLingui } from '@lingui/react'
import { IconStarFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import { chatFrames } from '#contract/chat/chat.ts'
import { pinCalls } from '#contract/chat/pins.ts'
import { platformFrames } from '#contract/socket.ts'
import { callApi } from '#web/platform/api-client.ts'
import { socketLink } from '#web/platform/socket/app-socket.ts'
import { notify } from '#web/platform/notices.ts'
import { refreshCall } from '#web/platform/query.ts'
import { useCallPages } from '#web/platform/query-pages.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ShowMore } from '#web/ui/ShowMore.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { useNow } from '#web/ui/text/use-now.ts'
import { stopAll } from '#web/platform/stop-all.ts'
import { previewText } from '../chat.messages.ts'
import { BackToList } from '../BackToList.tsx'
import { shortAgo } from '../engine/times.ts'
import { useChatState } from '../runtime/current-chat.ts'
import { chatErrorText } from '../use-chat-command.ts'
import '../search/SearchResults.css'
import './StarredMessages.css'

/** The messages that the user has starred, the latest star first. A click opens the conversation at the message. */
export function StarredMessages() {
  const { i18n } = useLingui()
  const title = i18n._({ id: 'chat.starred', message: 'Starred messages' })
  return (
    <>
      <PageTitle title={title} />
      <header className="wl-chat-head">
        <BackToList />
        <h2>{title}</h2>
      </header>
      <div className="wl-starred">
        <StarredList />
      </div>
    </>
  )
}

function StarredList() {
  const { i18n } = useLingui()
  const me = useChatState((state) => state.me)
  const nowMs = useNow()
  const starred = useCallPages(pinCalls.getStarred, {})
  useEffect(followStars, [])
  if (starred.status === 'failed') return <ErrorState kind={starred.failure.kind} onRetry={starred.retry} />
  if (starred.status === 'loading') {
    return <ListSkeleton rows={4} label={i18n._({ id: 'chat.starred.loading', message: 'Loading starred messages' })} />
  }
  const found = starred.pages.flatMap((page) => page.found)
  if (found.length === 0 && !starred.more) {
    return (
      <EmptyState
        next={{ to: '/chat', label: i18n._({ id: 'chat.starred.none.action', message: 'Open your conversations' }), variant: 'default' }}
      >
        {i18n._({
          id: 'chat.starred.none',
          message: 'No starred messages yet. Star a message in its menu to find it here. Only you see your stars.',
        })}
      </EmptyState>
    )
  }
  async function unstar(chatId: string, seq: number): Promise<void> {
    try {
      await callApi(pinCalls.starMessages, { params: { chatId }, body: { seqs: [seq], on: false } })
    } catch (error) {
      notify('error', chatErrorText(i18n, error))
    }
    await Promise.all([refreshCall(pinCalls.getStarred), refreshCall(pinCalls.getPinsAndStars)])
  }
  const remove = i18n._({ id: 'chat.unstar', message: 'Remove star' })
  return (
    <div className="wl-found">
      <ul>
        {found.map(({ message, person }) => (
          <li key={`${message.chat_id} ${message.seq}`} className="wl-starred-row">
            <Link to={`/chat/${message.chat_id}?at=${message.seq}`} className="wl-found-hit">
              <Avatar person={person} size={36} />
              <span className="wl-found-text">
                <span className="wl-line">
                  {message.from === me
                    ? i18n._({ id: 'chat.search.you', message: 'You to {name}', values: { name: person.name } })
                    : message.userName}
                </span>
                <span className="wl-found-words" dir="auto">
                  {previewText(i18n, message)}
                </span>
              </span>
              {message.sent_date && (
                <time className="wl-dim wl-small" dateTime={message.sent_date}>
                  {shortAgo(message.sent_date, i18n.locale, nowMs)}
                </time>
              )}
            </Link>
            <ActionIcon
              icon={IconStarFilled}
              iconSize={18}
              size={44}
              label={remove}
              onClick={() => void unstar(message.chat_id, message.seq)}
            />
          </li>
        ))}
      </ul>
      <ShowMore more={starred.more} />
    </div>
  )
}

/** Stars also change in other tabs and on other devices. */
function followStars(): () => void {
  const reload = () => void refreshCall(pinCalls.getStarred)
  // Changes during a lost connection are not sent again.
  return stopAll([chatFrames.chat_changed, platformFrames.authenticated].map((frame) => socketLink.subscribe(frame, reload)))
}

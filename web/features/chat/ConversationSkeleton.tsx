import { useLingui } from '@lingui/react'
import { LoadingLabel, Skeleton } from '#web/ui/Skeleton.tsx'
import { BackToList } from './BackToList.tsx'

/** The outline of a conversation while it loads. */
export function ConversationSkeleton() {
  return (
    <>
      <div className="wl-chat-head">
        <BackToList />
        <Skeleton shape="round" width={38} />
        <Skeleton width="min(180px, 50%)" />
      </div>
      <MessagesSkeleton />
    </>
  )
}

export function MessagesSkeleton() {
  const { i18n } = useLingui()
  return (
    <div className="wl-chat-loading">
      <LoadingLabel label={i18n._({ id: 'chat.messages.loading', message: 'Loading messages' })} />
      {[45, 30, 55].map((width, index) => (
        <div key={width} className="wl-chat-loading-row" data-mine={index === 1 || undefined} aria-hidden>
          <Skeleton shape="block" width={`${width}%`} height={42} />
        </div>
      ))}
    </div>
  )
}

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

/** The outline of an invitation to a group while it loads. */
export function InvitationSkeleton() {
  const { i18n } = useLingui()
  return (
    <div className="wl-chat-invitation">
      <LoadingLabel label={i18n._({ id: 'invite.loading', message: 'Loading the invitation' })} />
      <Skeleton shape="round" width={72} />
      <Skeleton width="min(200px, 60%)" height="1.5em" />
      <Skeleton width="min(260px, 75%)" />
      <Skeleton shape="block" width={96} height={44} />
    </div>
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

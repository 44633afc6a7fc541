import { useEffect } from 'react'
import { useLingui } from '@lingui/react'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useParams } from 'react-router'
import { chatFrames } from '#contract/chat/chat.ts'
import { groupTasteCalls } from '#contract/taste/group-taste.ts'
import { groupCalls, type Group } from '#contract/chat/groups.ts'
import { GroupFace } from '#web/features/chat/groups/GroupFace.tsx'
import { socketLink } from '#web/platform/app-socket.ts'
import { refreshCall, useCall } from '#web/platform/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { CardSkeleton, LoadingLabel } from '#web/ui/Skeleton.tsx'
import { NotFoundPage } from '#web/pages/not-found/NotFoundPage.tsx'
import { GroupBlend } from './GroupBlend.tsx'
import { GroupPicks } from './GroupPicks.tsx'
import { NewMembers } from './NewMembers.tsx'
import { TasteMapCard } from './TasteMapCard.tsx'
import './Group.css'

/** `/group/:chat_id`: what the members of a group have in common, and what to play together. */
export function GroupPage() {
  const { i18n } = useLingui()
  const { chat_id: chatId = '' } = useParams()
  const { data, error, refetch } = useCall(groupCalls.getGroup, { params: { chatId } })
  useLiveGroup(chatId)
  if (error?.failure.kind === 'missing' || error?.failure.code === 'invalid_input' || data?.role === 'invited') return <NotFoundPage />
  if (error && !data) return <ErrorState kind={error.failure.kind} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <>
        <LoadingLabel label={i18n._({ id: 'group.page.loading', message: 'Loading the group' })} />
        <CardSkeleton blockHeight={240} />
      </>
    )
  }
  return (
    <div className="wl-group-page">
      <Head group={data} />
      <div className="wl-group-columns">
        <div>
          <NewMembers chatId={chatId} />
          <TasteMapCard chatId={chatId} />
          <GroupBlend chatId={chatId} />
        </div>
        <div>
          <GroupPicks chatId={chatId} />
        </div>
      </div>
    </div>
  )
}

/** Reads the group again when members come and go. */
function useLiveGroup(chatId: string): void {
  useEffect(
    () =>
      socketLink.subscribe(chatFrames.chat_changed, ({ chat_id: changed }) => {
        if (changed !== chatId) return
        const input = { params: { chatId } }
        void refreshCall(groupCalls.getGroup, input)
        void refreshCall(groupTasteCalls.getTasteMap, input)
        void refreshCall(groupTasteCalls.getNewMembers, input)
        void refreshCall(groupTasteCalls.getGroupPicks, input)
      }),
    [chatId],
  )
}

function Head({ group: { chat_id: chatId, name, avatar_url: avatarUrl, description, members } }: { group: Group }) {
  const { i18n } = useLingui()
  const count = members.filter(({ role }) => role !== 'invited').length
  return (
    <header className="wl-group-page-head">
      <PageTitle title={name} />
      <Link to={`/chat/${chatId}`} className="wl-group-page-back">
        <IconArrowLeft size={18} stroke={1.8} aria-hidden />
        {i18n._({ id: 'group.page.back', message: 'Conversation' })}
      </Link>
      <GroupFace group={{ uid: chatId, name, avatar_url: avatarUrl }} size={64} />
      <div className="wl-group-page-name">
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <p className="wl-muted">
          {i18n._({ id: 'group.people', message: '{count, plural, one {# person} other {# people}}', values: { count } })}
        </p>
        {description !== '' && <p dir="auto">{description}</p>}
      </div>
    </header>
  )
}

import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { Link, useNavigate } from 'react-router'
import { groupCalls } from '#contract/chat/groups.ts'
import type { PersonCard } from '#contract/people.ts'
import { SEPARATOR } from '#web/features/media/items/length-text.ts'
import { callApi } from '#web/platform/api-client.ts'
import { notify } from '#web/platform/notices.ts'
import { callKey, failureOf, queryClient, useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { invitationText } from '../chat.messages.ts'
import { InvitationSkeleton } from '../ConversationSkeleton.tsx'
import { useChat } from '../runtime/current-chat.ts'
import { BlockedMemberWarning } from './BlockedMemberWarning.tsx'
import { GroupFace } from './GroupFace.tsx'
import './groups.css'
import { chatErrorText } from '../use-chat-command.ts'

export function JoinGroup({ code }: { code: string }) {
  const { i18n } = useLingui()
  const chat = useChat()
  const navigate = useNavigate()
  const { data, error, refetch } = useCall(groupCalls.getGroupInvitation, { params: { code } })
  const [isBusy, setBusy] = useState(false)

  /** An invitation that has ended meanwhile replaces the page; other failures are notices. */
  async function showFailure(failed: unknown): Promise<void> {
    if (failureOf(failed).code === 'link_invalid') await refetch()
    else notify('error', chatErrorText(i18n, failed))
  }

  async function join(): Promise<void> {
    setBusy(true)
    try {
      const row = await callApi(groupCalls.joinGroup, { params: { code } })
      chat?.read(row.chat_id)
      void navigate(`/chat/${row.chat_id}`, { replace: true })
    } catch (failed) {
      await showFailure(failed)
      setBusy(false)
    }
  }

  async function sendRequest(isAsking: boolean): Promise<void> {
    setBusy(true)
    const input = { params: { code } }
    try {
      if (isAsking) queryClient.setQueryData(callKey(groupCalls.getGroupInvitation, input), await callApi(groupCalls.askToJoinGroup, input))
      else {
        await callApi(groupCalls.withdrawGroupRequest, input)
        await refetch()
      }
    } catch (failed) {
      await showFailure(failed)
    } finally {
      setBusy(false)
    }
  }

  if (error?.failure.code === 'link_invalid') {
    return (
      <div className="wl-chat-none">
        <EmptyState
          next={{ to: '/chat', label: i18n._({ id: 'chat.starred.none.action', message: 'Open your conversations' }), variant: 'default' }}
        >
          {i18n._({
            id: 'group.link.invalid',
            message: 'This invitation is no longer valid for you. Ask someone in the group to invite you.',
          })}
        </EmptyState>
      </div>
    )
  }
  if (error && !data) {
    return (
      <div className="wl-chat-none">
        <ErrorState kind={error.failure.kind} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (!data) return <InvitationSkeleton />
  return (
    <section className="wl-group-invitation" aria-label={i18n._({ id: 'group.invitation', message: 'Invitation' })}>
      <GroupFace group={{ uid: data.chat_id, name: data.name, avatar_url: data.avatar_url }} size={72} />
      <h2>{data.name}</h2>
      <p className="wl-muted">
        {i18n._({ id: 'group.people', message: '{count, plural, one {# person} other {# people}}', values: { count: data.members } })}
      </p>
      {data.invited_by && <Inviter person={data.invited_by} percent={data.percent} />}
      {data.description && <p dir="auto">{data.description}</p>}
      {data.has_blocked && !data.has_joined && <BlockedMemberWarning />}
      {data.needs_approval ? (
        <AskToJoin hasAsked={data.has_asked} isBusy={isBusy} onAsk={(isAsking) => void sendRequest(isAsking)} />
      ) : (
        <Button loading={isBusy} onClick={() => void join()}>
          {data.has_joined ? i18n._({ id: 'chat.notice.open', message: 'Open' }) : i18n._({ id: 'group.join', message: 'Join' })}
        </Button>
      )}
    </section>
  )
}

function Inviter({ person, percent }: { person: PersonCard; percent: number | null }) {
  const { i18n } = useLingui()
  return (
    <p className="wl-muted">
      {invitationText(i18n, person)}
      {percent !== null && (
        <>
          {SEPARATOR}
          <Link className="wl-link" to={`/view-connection/${person.uid}`}>
            {i18n._({ id: 'chat.match', message: '{percent}% match', values: { percent } })}
          </Link>
        </>
      )}
    </p>
  )
}

/** Asks the owner and admins to be let in, and shows that the user waits for them. */
function AskToJoin({ hasAsked, isBusy, onAsk }: { hasAsked: boolean; isBusy: boolean; onAsk: (isAsking: boolean) => void }) {
  const { i18n } = useLingui()
  return (
    <>
      <output className="wl-muted">
        {hasAsked
          ? i18n._({ id: 'group.asked', message: 'You asked to join. You’ll be notified when an admin lets you in.' })
          : i18n._({ id: 'group.ask.what', message: 'An admin lets new members in.' })}
      </output>
      <Button variant={hasAsked ? 'default' : 'filled'} loading={isBusy} onClick={() => onAsk(!hasAsked)}>
        {hasAsked ? i18n._({ id: 'group.ask.withdraw', message: 'Withdraw request' }) : i18n._({ id: 'group.ask', message: 'Ask to join' })}
      </Button>
    </>
  )
}

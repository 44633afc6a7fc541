import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { groupCalls } from '#contract/chat/groups.ts'
import { GroupFace } from '#web/features/chat/groups/GroupFace.tsx'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { EndedInvitation } from './EndedInvitation.tsx'
import { InvitationSkeleton } from './InvitationSkeleton.tsx'

/** The group of an invitation link, for visitors. */
export function OpenGroupInvitation({ code }: { code: string }) {
  const { i18n } = useLingui()
  const { data, error, refetch } = useCall(groupCalls.getOpenGroupInvitation, { params: { code } })
  if (error?.failure.code === 'link_invalid') return <EndedInvitation />
  if (!data) return error ? <ErrorState kind={error.failure.kind} onRetry={() => void refetch()} /> : <InvitationSkeleton />
  const { name, description, avatar_url: avatar, members, needs_approval: needsApproval, invited_by: inviter } = data
  return (
    <section className="wl-card wl-invite">
      <PageTitle title={name} />
      <p className="wl-muted">
        {inviter === null
          ? i18n._({ id: 'invite.group', message: 'You are invited to a group on {product}.', values: { product: PRODUCT_NAME } })
          : i18n._({
              id: 'invite.group.by',
              message: '{name} invites you to a group on {product}.',
              values: { name: inviter, product: PRODUCT_NAME },
            })}
      </p>
      <div className="wl-invite-group">
        <GroupFace group={{ uid: data.chat_id, name, avatar_url: avatar }} size={72} />
        <div>
          <h1 dir="auto">{name}</h1>
          <p className="wl-muted">
            {i18n._({ id: 'group.people', message: '{count, plural, one {# person} other {# people}}', values: { count: members } })}
          </p>
        </div>
      </div>
      {description && <p dir="auto">{description}</p>}
      <p className="wl-muted">
        {i18n._({
          id: 'invite.group.what',
          message: 'Members share tracks and videos, play them together, and see where their tastes meet.',
        })}
      </p>
      {needsApproval && <p className="wl-muted">{i18n._({ id: 'group.ask.what', message: 'An admin lets new members in.' })}</p>}
      <div className="wl-invite-actions">
        {/* The page of the invitation is protected: visitors sign up first and then return to it. */}
        <Button component={Link} size="lg" to={`/chat?join=${code}`}>
          {needsApproval ? i18n._({ id: 'group.ask', message: 'Ask to join' }) : i18n._({ id: 'group.join', message: 'Join' })}
        </Button>
      </div>
    </section>
  )
}

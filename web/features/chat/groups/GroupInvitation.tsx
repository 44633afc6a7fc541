import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { useNavigate } from 'react-router'
import { LazyReportDialog } from '#web/features/connections/lazy-dialogs.ts'
import { queryClient } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Conversation } from '../engine/state.ts'
import { invitationText } from '../chat.messages.ts'
import { useChat } from '../runtime/current-chat.ts'
import { useManageChat } from '../use-manage.ts'
import { BlockedMemberWarning } from './BlockedMemberWarning.tsx'
import { GroupFace } from './GroupFace.tsx'
import { MemberList } from './MemberList.tsx'
import { groupKey, useGroup } from './use-group.ts'
import './groups.css'

/** A group that the user is invited to: who is in it, a warning about someone they blocked, and the answer. */
export function GroupInvitation({ conversation }: { conversation: Conversation }) {
  const { i18n } = useLingui()
  const chat = useChat()
  const navigate = useNavigate()
  const { chatId, person, group: row } = conversation
  const group = useGroup(conversation)
  const { manage, isBusy } = useManageChat(chatId)
  const [isReporting, setReporting] = useState(false)
  const accept = async () => {
    if (!(await manage({ kind: 'accept' }))) return
    void queryClient.invalidateQueries({ queryKey: groupKey(chatId) })
    chat?.show(chatId)
  }
  // Leaves the conversation first: afterwards it is unknown, and would be requested again.
  const decline = () => {
    void navigate('/chat')
    void manage({ kind: 'decline' })
  }
  return (
    <section className="wl-group-invitation" aria-label={i18n._({ id: 'group.invitation', message: 'Invitation' })}>
      <GroupFace group={person} size={72} />
      <h2>{person.name}</h2>
      <p className="wl-muted">{invitationText(i18n, row?.invitedBy ?? null)}</p>
      {group?.description && <p dir="auto">{group.description}</p>}
      {group?.has_blocked && <BlockedMemberWarning />}
      <div className="wl-chat-request-actions">
        <Button variant="default" disabled={isBusy} onClick={decline}>
          {i18n._({ id: 'connections.decline', message: 'Decline' })}
        </Button>
        <Button disabled={isBusy} onClick={() => void accept()}>
          {i18n._({ id: 'group.join', message: 'Join' })}
        </Button>
      </div>
      {isReporting && (
        <LazyReportDialog
          kind="group"
          id={chatId}
          onClose={() => setReporting(false)}
          also={{ label: i18n._({ id: 'group.report.decline', message: 'Also decline the invitation' }), act: decline }}
        />
      )}
      {group && <MemberList group={{ ...group, members: group.members.filter(({ role }) => role !== 'invited') }} />}
      <Button variant="subtle" onClick={() => setReporting(true)}>
        {i18n._({ id: 'group.report-group', message: 'Report group' })}
      </Button>
    </section>
  )
}

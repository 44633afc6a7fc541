import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { groupCalls, type Group } from '#contract/chat/groups.ts'
import { callApi } from '#web/platform/api-client.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useGroupCommand } from './use-group-command.ts'

/** Who asked to join, with the match to the user, for the owner and admins. */
export function GroupRequests({ group }: { group: Group }) {
  const { i18n } = useLingui()
  const { run, isBusy } = useGroupCommand(group.chat_id)
  if (group.requests.length === 0) return null
  const answer = (uid: string, accept: boolean) =>
    void run(() => callApi(groupCalls.answerGroupRequest, { params: { chatId: group.chat_id, uid }, body: { accept } }))
  return (
    <section aria-labelledby="group-requests">
      <h3 id="group-requests">{i18n._({ id: 'group.requests', message: 'Requests to join' })}</h3>
      <ul className="wl-group-people">
        {group.requests.map(({ person, percent }) => (
          <li key={person.uid} className="wl-group-person wl-group-request">
            <Avatar person={person} size={36} />
            <span className="wl-group-person-name">
              <Link to={`/profile/${person.uid}`} className="wl-line">
                <bdi>{person.name}</bdi>
              </Link>
              {percent !== null && (
                <span className="wl-dim wl-small">{i18n._({ id: 'chat.match', message: '{percent}% match', values: { percent } })}</span>
              )}
            </span>
            <span className="wl-group-request-answers">
              <Button
                variant="default"
                disabled={isBusy}
                aria-label={i18n._({ id: 'group.requests.decline', message: 'Decline {name}', values: { name: person.name } })}
                onClick={() => answer(person.uid, false)}
              >
                {i18n._({ id: 'connections.decline', message: 'Decline' })}
              </Button>
              <Button
                disabled={isBusy}
                aria-label={i18n._({ id: 'group.requests.accept', message: 'Accept {name}', values: { name: person.name } })}
                onClick={() => answer(person.uid, true)}
              >
                {i18n._({ id: 'connections.accept', message: 'Accept' })}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

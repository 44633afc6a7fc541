import { useLingui } from '@lingui/react'
import { IconDots } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Group, GroupMember } from '#contract/chat/groups.ts'
import type { GroupRole } from '#contract/chat/chat.ts'
import { PresenceDot } from '#web/features/connections/PresenceDot.tsx'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { MenuButton, type MenuEntry } from '#web/ui/inputs/MenuButton.tsx'
import { useChatState } from '../runtime/current-chat.ts'
import './groups.css'

type MemberListProps = {
  group: Group
  /** The user's permissions for a member. */
  entriesFor?: (member: GroupMember) => MenuEntry[]
}

/** The members of a group with their role or the match with the user. */
export function MemberList({ group, entriesFor = () => [] }: MemberListProps) {
  const { i18n } = useLingui()
  const me = useChatState((state) => state.me)
  return (
    <ul className="wl-group-people">
      {group.members.map((member) => {
        const { person, role, percent, writes_from: writesFrom } = member
        const entries = entriesFor(member)
        const isMe = person.uid === me
        return (
          <li key={person.uid} className="wl-group-person">
            <span className="wl-chat-face">
              <Avatar person={person} size={36} />
              {!isMe && <PresenceDot uid={person.uid} />}
            </span>
            <span className="wl-group-person-name">
              <Link to={`/profile/${person.uid}`} className="wl-line">
                <bdi>{isMe ? i18n._({ id: 'chat.you', message: 'You' }) : person.name}</bdi>
              </Link>
              <MemberRole role={role} onlyReads={writesFrom !== null} />
            </span>
            {!isMe && percent !== null && (
              <span className="wl-group-percent">
                <span className="wl-hidden">{i18n._({ id: 'chat.match', message: '{percent}% match', values: { percent } })}</span>
                <span aria-hidden>{percent}%</span>
              </span>
            )}
            {entries.length > 0 && (
              <MenuButton
                button={
                  <ActionIcon
                    icon={IconDots}
                    size={44}
                    aria-label={i18n._({ id: 'group.member.menu', message: 'More about {name}', values: { name: person.name } })}
                  />
                }
                entries={() => entries}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function MemberRole({ role, onlyReads }: { role: GroupRole; onlyReads: boolean }) {
  const { i18n } = useLingui()
  if (role === 'member' && !onlyReads) return null
  const labels = {
    owner: i18n._({ id: 'group.role.owner', message: 'owner' }),
    admin: i18n._({ id: 'group.role.admin', message: 'admin' }),
    member: i18n._({ id: 'group.role.only-reads', message: 'read-only for now' }),
    invited: i18n._({ id: 'group.role.invited', message: 'invited' }),
  }[role]
  return <span className="wl-dim wl-small">{labels}</span>
}

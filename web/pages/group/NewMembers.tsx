import { useLingui } from '@lingui/react'
import { IconMessage2 } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { groupTasteCalls, type NewMember } from '#contract/taste/group-taste.ts'
import { readDraft, saveDraft } from '#web/features/chat/storage/drafts.ts'
import { useCall } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { relativeTime } from '#web/ui/text/relative-time.ts'
import { shortName } from '#web/ui/text/short-name.ts'

/** New members, with a first message about what only the two love. Renders nothing without new members. */
export function NewMembers({ chatId }: { chatId: string }) {
  const { i18n } = useLingui()
  const { data, error, refetch } = useCall(groupTasteCalls.getNewMembers, { params: { chatId } })
  if (error && !data) return <ErrorState kind={error.failure.kind} onRetry={() => void refetch()} />
  if (!data || data.members.length === 0) return null
  return (
    <section className="wl-card wl-group-card" aria-labelledby="group-new">
      <SectionHeader titleId="group-new" title={i18n._({ id: 'group.recent', message: 'New in the group' })} />
      <ul className="wl-group-new">
        {data.members.map((member) => (
          <Row key={member.person.uid} member={member} chatId={chatId} />
        ))}
      </ul>
    </section>
  )
}

function Row({ member: { person, joined_at: joinedAt, item }, chatId }: { member: NewMember; chatId: string }) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const values = { name: shortName(person), item: item?.name ?? '' }
  // The draft is never sent automatically, and keeps earlier text.
  const write = () => {
    const text = i18n._({
      id: 'group.icebreaker.text',
      message: '@{user} We’re the only two here who love {item}!',
      values: { ...values, user: person.user_name },
    })
    const before = readDraft(chatId)
    if (!before.includes(text)) saveDraft(chatId, before === '' ? text : `${before}\n${text}`)
    void navigate(`/chat/${chatId}`)
  }
  return (
    <li>
      <Avatar person={person} size={44} />
      <span className="wl-group-new-text">
        <Link className="wl-line" to={`/profile/${person.uid}`}>
          <bdi>{person.name}</bdi>
        </Link>
        <span className="wl-muted wl-small">
          {item
            ? i18n._({ id: 'group.icebreaker', message: 'You and {name} are the only two who love {item}', values })
            : i18n._({ id: 'group.joined', message: 'Joined {when}', values: { when: relativeTime(joinedAt, i18n.locale) } })}
        </span>
      </span>
      {item && (
        <Button variant="default" size="sm" leftSection={<IconMessage2 size={16} stroke={1.8} aria-hidden />} onClick={write}>
          {i18n._({ id: 'group.icebreaker.write', message: 'Write it' })}
        </Button>
      )}
    </li>
  )
}

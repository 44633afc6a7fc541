import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { unreachable } from '#contract/base/unreachable.ts'
import type { GroupEvent } from '#contract/chat/groups.ts'
import { useMessageActions } from '../messages/message-actions.ts'

/** A change of the group or its members, between the messages. */
export function EventRow({ event }: { event: GroupEvent }) {
  const { i18n } = useLingui()
  const { me } = useMessageActions()
  return <p className="wl-row-event">{eventText(i18n, event, me)}</p>
}

function eventText(i18n: I18n, event: GroupEvent, me: string): string {
  const { kind, actor, subject } = event
  const values = {
    actor: actor?.name ?? '',
    name: subject?.name ?? '',
    title: event.name ?? '',
    // The subject of the sentence: the reader, another member, or someone whom the reader doesn't see.
    by: actor === null ? 'none' : actor.uid === me ? 'me' : 'other',
    who: subject?.uid === me ? 'me' : 'other',
  }
  switch (kind) {
    case 'created':
      return i18n._({
        id: 'group.event.created',
        message: '{by, select, me {You created the group} none {The group was created} other {{actor} created the group}}',
        values,
      })
    case 'joined':
      return actor ? invitedText(i18n, values) : joinedText(i18n, values)
    case 'admitted':
      return i18n._({
        id: 'group.event.admitted',
        message:
          '{who, select, me {{by, select, none {You were let in} other {{actor} let you in}}} other {{by, select, me {You let {name} in} none {{name} was let in} other {{actor} let {name} in}}}}',
        values,
      })
    case 'left':
      return i18n._({ id: 'group.event.left', message: '{who, select, me {You left} other {{name} left}}', values })
    case 'removed':
      return removedText(i18n, values)
    case 'renamed':
      return i18n._({
        id: 'group.event.renamed',
        message:
          '{by, select, me {You named the group “{title}”} none {The group is now called “{title}”} other {{actor} named the group “{title}”}}',
        values,
      })
    case 'described':
      return i18n._({
        id: 'group.event.described',
        message:
          '{by, select, me {You changed the description} none {The description was changed} other {{actor} changed the description}}',
        values,
      })
    case 'pictured':
      return i18n._({
        id: 'group.event.pictured',
        message: '{by, select, me {You changed the picture} none {The picture was changed} other {{actor} changed the picture}}',
        values,
      })
    case 'made_admin':
      return i18n._({
        id: 'group.event.made-admin',
        message: '{who, select, me {You’re now an admin} other {{name} is now an admin}}',
        values,
      })
    case 'ended_admin':
      return i18n._({
        id: 'group.event.ended-admin',
        message: '{who, select, me {You’re no longer an admin} other {{name} is no longer an admin}}',
        values,
      })
    case 'made_owner':
      return i18n._({
        id: 'group.event.made-owner',
        message: '{who, select, me {You’re now the owner} other {{name} is now the owner}}',
        values,
      })
    default:
      return unreachable(kind)
  }
}

type Values = Record<'actor' | 'name' | 'title' | 'by' | 'who', string>

function joinedText(i18n: I18n, values: Values): string {
  return i18n._({ id: 'group.event.joined', message: '{who, select, me {You joined} other {{name} joined}}', values })
}

function invitedText(i18n: I18n, values: Values): string {
  return i18n._({
    id: 'group.event.invited',
    message:
      '{who, select, me {You joined, invited by {actor}} other {{by, select, me {{name} joined, invited by you} other {{name} joined, invited by {actor}}}}}',
    values,
  })
}

function removedText(i18n: I18n, values: Values): string {
  return i18n._({
    id: 'group.event.removed',
    message:
      '{who, select, me {You were removed} other {{by, select, me {You removed {name}} none {{name} was removed} other {{actor} removed {name}}}}}',
    values,
  })
}

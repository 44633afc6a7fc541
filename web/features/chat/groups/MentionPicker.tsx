import { useLingui } from '@lingui/react'
import { Avatar } from '#web/ui/Avatar.tsx'
import { useMessageActions } from '../messages/message-actions.ts'
import { mentionAtEnd, withMention } from './mentions.ts'
import './groups.css'

const MAX_SHOWN = 5

/** Suggests members while the user writes a name after "@". Renders nothing otherwise. */
export function MentionPicker({ text, onPick }: { text: string; onPick: (text: string) => void }) {
  const { i18n } = useLingui()
  const { group, me } = useMessageActions()
  const typed = mentionAtEnd(text)
  if (!group || typed === null) return null
  const people = group.members.filter(({ role }) => role !== 'invited').map(({ person }) => person)
  const found = people.filter(
    ({ uid, name, user_name: userName }) => uid !== me && (userName.startsWith(typed) || name.toLowerCase().startsWith(typed)),
  )
  // A complete name needs no suggestion.
  if (found.length === 0 || found.some(({ user_name: userName }) => userName === typed)) return null
  return (
    <ul className="wl-group-mentions" aria-label={i18n._({ id: 'group.mention', message: 'Mention someone' })}>
      {found.slice(0, MAX_SHOWN).map((person) => (
        <li key={person.uid}>
          <button type="button" onClick={() => onPick(withMention(text, person.user_name))}>
            <Avatar person={person} size={24} />
            <bdi>{person.name}</bdi> <bdi className="wl-dim wl-small">@{person.user_name}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}

import type { RefObject } from 'react'
import { MentionList, useTypedMention } from '#web/ui/inputs/MentionList.tsx'
import { useMessageActions } from '../messages/message-actions.ts'

type MentionPickerProps = { text: string; field: RefObject<HTMLTextAreaElement | null>; onPick: (text: string) => void }

/** Suggests members while the user writes a name after "@". Renders nothing otherwise. */
export function MentionPicker({ text, field, onPick }: MentionPickerProps) {
  const { group, me } = useMessageActions()
  const mention = useTypedMention(text, field)
  if (!group || !mention) return null
  const people = group.members.flatMap(({ role, person }) => (role === 'invited' || person.uid === me ? [] : person))
  return <MentionList mention={mention} people={people} text={text} field={field} onPick={onPick} />
}

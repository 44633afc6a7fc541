import { useLingui } from '@lingui/react'
import { isBlank } from '#contract/base/text.ts'
import { limits } from '#contract/limits.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import { PictureField } from '#web/features/uploads/PictureField.tsx'
import { nameLimit } from '#web/ui/inputs/text-limit.ts'
import { TextInput } from '#web/ui/inputs/TextInput.ts'

export type GroupFieldValues = { name: string; description: string; picture: Pick<UploadedPicture, 'id' | 'url'> | null }

export const emptyGroupFields: GroupFieldValues = { name: '', description: '', picture: null }

const nameLimitOf = ({ name }: GroupFieldValues) => nameLimit(name, limits.group.name.max)
const descriptionLimitOf = ({ description }: GroupFieldValues) => nameLimit(description, limits.group.description.max)

/** Whether the group has a name, and no text is too long. */
export const isComplete = (fields: GroupFieldValues): boolean =>
  !isBlank(fields.name) && !nameLimitOf(fields).isOver && !descriptionLimitOf(fields).isOver

type GroupFieldsProps = { fields: GroupFieldValues; onChange: (fields: GroupFieldValues) => void }

/** Name, description and picture of a group. */
export function GroupFields({ fields, onChange }: GroupFieldsProps) {
  const { i18n } = useLingui()
  const { name, description, picture } = fields
  return (
    <>
      <TextInput
        label={i18n._({ id: 'group.name', message: 'Group name' })}
        value={name}
        {...nameLimitOf(fields).field}
        dir="auto"
        required
        data-autofocus
        onChange={({ currentTarget }) => onChange({ ...fields, name: currentTarget.value })}
      />
      <TextInput
        label={i18n._({ id: 'group.description', message: 'What it’s about (optional)' })}
        value={description}
        {...descriptionLimitOf(fields).field}
        dir="auto"
        onChange={({ currentTarget }) => onChange({ ...fields, description: currentTarget.value })}
      />
      <PictureField
        person={{ uid: 'group', name: name || '?' }}
        picture={picture}
        hint={i18n._({ id: 'group.picture.hint', message: 'Optional. Without a picture, we show the members.' })}
        onChange={(stored) => onChange({ ...fields, picture: stored })}
      />
    </>
  )
}

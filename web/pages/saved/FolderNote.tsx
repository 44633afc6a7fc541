import { useId, useState } from 'react'
import { useLingui } from '@lingui/react'
import type { Folder, FolderItem } from '#contract/taste/folders.ts'
import { limits } from '#contract/limits.ts'
import { setNote } from '#web/features/media/folders/folders.commands.ts'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { textLimit } from '#web/ui/inputs/text-limit.ts'

/** The note of an item. It is saved when the user leaves the field, unless it is too long. */
export function FolderNote({ folder, item, name }: { folder: Folder; item: FolderItem; name: string }) {
  const { i18n } = useLingui()
  const [text, setText] = useState(item.note)
  const lengthId = useId()
  const { isOver, field } = textLimit(text, limits.folders.note)
  const save = () => {
    if (!isOver && text.trim() !== item.note) void setNote(folder, item.id, text.trim())
  }
  return (
    <>
      <input
        className="wl-saved-note"
        dir="auto"
        value={text}
        aria-invalid={isOver}
        aria-describedby={lengthId}
        aria-label={i18n._({ id: 'folders.note', message: 'Note for {name}', values: { name } })}
        placeholder={i18n._({ id: 'folders.note.empty', message: 'Add a note' })}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
      <span id={lengthId} className="wl-saved-note-length">
        {isOver && <FormMessage>{field.description}</FormMessage>}
      </span>
    </>
  )
}

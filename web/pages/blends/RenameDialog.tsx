import { CancelButton } from '#web/ui/CancelButton.tsx'
import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { limits } from '#contract/limits.ts'
import { blendCommands } from '#web/features/blends/blends.commands.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { nameLimit } from '#web/ui/inputs/text-limit.ts'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import '#web/ui/dialogs.css'

/** Names a blend; without a name it has those of its members. */
export function RenameDialog({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const { i18n } = useLingui()
  const [typed, setTyped] = useState(title)
  const limit = nameLimit(typed, limits.blend.title)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    if (limit.isOver || isSaving) return
    setSaving(true)
    const blend = await blendCommands.rename(id, typed.trim() || null)
    setSaving(false)
    if (blend) onClose()
  }
  const label = i18n._({ id: 'blend.name', message: 'Name of the blend' })
  return (
    <Modal opened onClose={onClose} title={label}>
      <Form className="wl-dialog" onSubmit={save}>
        <TextInput
          data-autofocus
          aria-label={label}
          description={i18n._({ id: 'blend.name.hint', message: 'Leave it empty to use your names.' })}
          value={typed}
          {...limit.field}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className="wl-dialog-actions">
          <CancelButton onClick={onClose} />
          <Button type="submit" loading={isSaving} disabled={limit.isOver}>
            {i18n._({ id: 'blend.save', message: 'Save' })}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}

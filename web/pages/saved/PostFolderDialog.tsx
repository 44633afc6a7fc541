import { useId, useState } from 'react'
import { useLingui } from '@lingui/react'
import type { Folder } from '#contract/taste/folders.ts'
import { limits } from '#contract/limits.ts'
import type { Audience } from '#contract/people.ts'
import { folderAddress, folderErrorText, postFolder } from '#web/features/media/folders/folders.commands.ts'
import { AudienceChoice } from '#web/features/sources/AudienceChoice.tsx'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { notify } from '#web/platform/notices.ts'
import { useRepeatableId } from '#web/platform/use-repeatable-id.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { textLimit } from '#web/ui/inputs/text-limit.ts'

/** Posts a folder as a moment: who sees the moment sees the folder. */
export function PostFolderDialog({ folder: { id, name }, onClose }: { folder: Folder; onClose: () => void }) {
  const { i18n } = useLingui()
  const [text, setText] = useState(name)
  const [audience, setAudience] = useState<Audience>('buddies')
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const { idOf } = useRepeatableId()
  // The address of the folder follows the text.
  const limit = textLimit(text, limits.moment.max - folderAddress(id).length - 1)
  const limitId = useId()
  const submit = async () => {
    setSending(true)
    setFailure(null)
    const failed = await postFolder(id, { id: idOf({ text, audience }), text, audience })
    setSending(false)
    if (failed) {
      setFailure(failed)
      return
    }
    notify('positive', i18n._({ id: 'folders.posted.done', message: '“{name}” is posted.', values: { name } }))
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={i18n._({ id: 'folders.post.title', message: 'Post “{name}” as a moment', values: { name } })}>
      <Form className="wl-saved-post" onSubmit={submit}>
        <textarea
          className="wl-saved-post-text"
          dir="auto"
          rows={3}
          data-autofocus
          value={text}
          aria-invalid={limit.isOver}
          aria-describedby={limitId}
          aria-label={i18n._({ id: 'moments.edit.field', message: 'Text of your moment' })}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <p id={limitId} className="wl-small wl-dim">
          {limit.field.description}
        </p>
        <p className="wl-small wl-muted">
          {i18n._({
            id: 'folders.post.about',
            message: 'They see its items and notes, also what you change later. Delete the moment to make it private again.',
          })}
        </p>
        <AudienceChoice
          label={i18n._({ id: 'moments.compose.audience', message: 'Who can see it' })}
          value={audience}
          onChange={setAudience}
        />
        {failure && <FormMessage>{folderErrorText(failure)}</FormMessage>}
        <Button type="submit" loading={isSending} disabled={limit.isOver}>
          {i18n._({ id: 'folders.post', message: 'Post' })}
        </Button>
      </Form>
    </Modal>
  )
}

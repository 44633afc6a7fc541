import { useId, useState } from 'react'
import { useLingui } from '@lingui/react'
import type { Folder } from '#contract/taste/folders.ts'
import { limits } from '#contract/limits.ts'
import type { Audience } from '#contract/people.ts'
import { folderAddress, postFolder } from '#web/features/media/folders/folders.commands.ts'
import { AudienceChoice } from '#web/features/sources/AudienceChoice.tsx'
import { notify } from '#web/platform/notices.ts'
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
  const [status, setStatus] = useState<'ready' | 'sending' | 'failed'>('ready')
  // The address of the folder follows the text.
  const limit = textLimit(text, limits.moment.max - folderAddress(id).length - 1)
  const limitId = useId()
  const submit = async () => {
    setStatus('sending')
    if (!(await postFolder(id, text, audience))) {
      setStatus('failed')
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
        {status === 'failed' && (
          <FormMessage>{i18n._({ id: 'discover.saved.failed', message: 'That couldn’t be saved. Please try again.' })}</FormMessage>
        )}
        <Button type="submit" loading={status === 'sending'} disabled={limit.isOver}>
          {i18n._({ id: 'folders.post', message: 'Post' })}
        </Button>
      </Form>
    </Modal>
  )
}

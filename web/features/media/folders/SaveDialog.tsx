import { useLingui } from '@lingui/react'
import { IconCheck, IconFolder, IconPlus } from '@tabler/icons-react'
import { folderCalls, type FolderSummary } from '#contract/taste/folders.ts'
import type { LinkRecord } from '#contract/links/links.ts'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { saveLink, unsave } from './folders.commands.ts'
import { useNewFolder } from './use-new-folder.ts'
import { useSaveDialog } from './save-dialog.store.ts'
import './SaveDialog.css'

export function SaveDialog() {
  const { saving, close } = useSaveDialog()
  return saving && <ChoiceDialog {...saving} onClose={close} />
}

/** Chooses the folders of a link, or creates one for it. */
function ChoiceDialog({ link, title, onClose }: { link: LinkRecord; title: string; onClose: () => void }) {
  const { i18n } = useLingui()
  const found = useCall(folderCalls.getFolders, { query: { link: link.link } })
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        title === ''
          ? i18n._({ id: 'folders.save', message: 'Save to a folder' })
          : i18n._({ id: 'folders.save.title', message: 'Save “{title}”', values: { title } })
      }
    >
      {found.data ? (
        <FolderChoice link={link} folders={found.data.folders} />
      ) : found.error ? (
        <ErrorState kind={found.error.failure.kind} onRetry={() => void found.refetch()} />
      ) : (
        <ListSkeleton rows={3} />
      )}
      <NewFolder link={link} onClose={onClose} />
    </Modal>
  )
}

function FolderChoice({ link, folders }: { link: LinkRecord; folders: readonly FolderSummary[] }) {
  const { i18n } = useLingui()
  if (folders.length === 0)
    return <p className="wl-muted">{i18n._({ id: 'folders.none', message: 'You have no folders yet. Name your first one.' })}</p>
  const press = (folder: FolderSummary) =>
    void (folder.saved_as === null ? saveLink(folder, link.link) : unsave(folder.id, folder.saved_as))
  return (
    <ul className="wl-save-list">
      {folders.map((folder) => (
        <li key={folder.id}>
          <button type="button" className="wl-save-folder" aria-pressed={folder.saved_as !== null} onClick={() => press(folder)}>
            <IconFolder size={20} stroke={1.8} aria-hidden />
            <bdi className="wl-line">{folder.name}</bdi>
            <span className="wl-dim wl-small">{folder.count}</span>
            {folder.saved_as !== null && <IconCheck size={20} stroke={2} aria-hidden />}
          </button>
        </li>
      ))}
    </ul>
  )
}

function NewFolder({ link, onClose }: { link: LinkRecord; onClose: () => void }) {
  const { i18n } = useLingui()
  const { name, setName, field, isNamed, isSaving, create } = useNewFolder()
  const submit = async () => {
    const folder = await create()
    // If only saving fails, the new folder is in the list above.
    if (folder && (await saveLink(folder, link.link))) onClose()
  }
  const label = i18n._({ id: 'folders.new', message: 'New folder' })
  return (
    <Form className="wl-save-new" onSubmit={submit}>
      <TextInput
        value={name}
        {...field}
        aria-label={label}
        placeholder={i18n._({ id: 'folders.new.example', message: '10 films for rain' })}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" loading={isSaving} disabled={!isNamed} leftSection={<IconPlus size={18} stroke={1.8} aria-hidden />}>
        {label}
      </Button>
    </Form>
  )
}

import { useEffect, useRef, useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconArrowLeft, IconDots, IconGripVertical, IconPencil, IconShare, IconTrash, IconX } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import type { Timed } from '#contract/durations.ts'
import { folderCalls, type Folder, type FolderItem } from '#contract/taste/folders.ts'
import { limits } from '#contract/limits.ts'
import { LinkCard } from '#web/features/links/LinkCard.tsx'
import { deleteFolder, moveItem, removeItem, renameFolder } from '#web/features/media/folders/folders.commands.ts'
import { PlayFolder } from '#web/features/media/folders/PlayFolder.tsx'
import { itemsAndLengthText } from '#web/features/media/items/length-text.ts'
import { playLink } from '#web/features/media/items/play-link.tsx'
import { TogetherButton } from '#web/features/media/together/TogetherButton.tsx'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { useCall } from '#web/platform/query.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { MenuButton } from '#web/ui/inputs/MenuButton.tsx'
import { nameLimit } from '#web/ui/inputs/text-limit.ts'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { LoadingLabel, Skeleton } from '#web/ui/Skeleton.tsx'
import { listMove, MoveStatus, type ListMove } from '#web/ui/MoveStatus.tsx'
import { useReorder } from '#web/ui/use-reorder.ts'
import { FolderNote } from './FolderNote.tsx'

const PostFolderDialog = lazyPart(async () => (await import('./PostFolderDialog.tsx')).PostFolderDialog)

/** One folder: its items in order, with a note each. Only its owner changes it. */
export function FolderView({ id }: { id: string }) {
  const { i18n } = useLingui()
  const found = useCall(folderCalls.getFolder, { params: { id } })
  const [lastMove, setLastMove] = useState<ListMove | null>(null)
  if (found.error) {
    const { kind } = found.error.failure
    return (
      <>
        <BackToFolders />
        <ErrorState kind={kind} {...(kind === 'missing' ? {} : { onRetry: () => void found.refetch() })} />
      </>
    )
  }
  if (!found.data) {
    return (
      <>
        <LoadingLabel label={i18n._({ id: 'folders.loading', message: 'Loading folders' })} />
        {[1, 2, 3].map((index) => (
          <Skeleton key={index} shape="block" height={96} />
        ))}
      </>
    )
  }
  const folder = found.data
  return (
    <>
      <FolderHead folder={folder} />
      {folder.items.length === 0 ? (
        <EmptyState next={{ to: '/discover_content', label: i18n._({ id: 'nav.discover', message: 'Discover' }), variant: 'default' }}>
          {i18n._({ id: 'folders.empty', message: 'Nothing in here yet. Press Save on any song, video or link.' })}
        </EmptyState>
      ) : (
        <ol className="wl-saved-items">
          {folder.items.map((item, index) => (
            <FolderRow key={item.id} folder={folder} item={item} place={index + 1} onMove={setLastMove} />
          ))}
        </ol>
      )}
      <MoveStatus move={lastMove} />
    </>
  )
}

/** On phones, where the folder replaces the list. */
export function BackToFolders() {
  const { i18n } = useLingui()
  return (
    <Link to="/saved" className="wl-saved-back" aria-label={i18n._({ id: 'folders.back', message: 'All folders' })}>
      <IconArrowLeft size={20} stroke={1.8} aria-hidden />
    </Link>
  )
}

function FolderHead({ folder }: { folder: Folder }) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const [isRenaming, setRenaming] = useState(false)
  const [isPosting, setPosting] = useState(false)
  const menu = useRef<HTMLButtonElement>(null)
  const closeRenaming = () => {
    setRenaming(false)
    // The menu is there again after the form.
    setTimeout(() => menu.current?.focus())
  }
  const { id, name, owner, is_mine: isMine, moment_id: momentId, items } = folder
  const remove = async () => {
    if (await deleteFolder(folder)) void navigate('/saved')
  }
  if (isRenaming) return <RenameForm folder={folder} onClose={closeRenaming} />
  return (
    <header className="wl-saved-head">
      <BackToFolders />
      <div className="wl-saved-name">
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <p className="wl-small wl-muted">
          {items.length > 0 && `${itemsAndLengthText(i18n, items.map(timedOf))} · `}
          {isMine ? (
            momentId === null ? (
              i18n._({ id: 'folders.private', message: 'Only you see this folder.' })
            ) : (
              <Link to={`/moments/${owner.uid}?post=${momentId}`}>
                {i18n._({ id: 'folders.posted.see', message: 'Posted as a moment' })}
              </Link>
            )
          ) : (
            <Link to={`/profile/${owner.uid}`}>
              <bdi>{owner.name}</bdi>
            </Link>
          )}
        </p>
      </div>
      <PlayFolder folder={folder} />
      {isMine && (
        <>
          <Button
            size="sm"
            disabled={folder.count === 0}
            leftSection={<IconShare size={16} stroke={1.8} aria-hidden />}
            onClick={() => setPosting(true)}
          >
            {i18n._({ id: 'folders.post', message: 'Post' })}
          </Button>
          <MenuButton
            button={
              <ActionIcon
                icon={IconDots}
                ref={menu}
                size={44}
                aria-label={i18n._({ id: 'queue.menu', message: 'More for {name}', values: { name } })}
              />
            }
            entries={() => [
              { icon: IconPencil, label: i18n._({ id: 'folders.rename', message: 'Rename' }), act: () => setRenaming(true) },
              { icon: IconTrash, label: i18n._({ id: 'folders.delete', message: 'Delete folder' }), act: () => void remove(), isBad: true },
            ]}
          />
        </>
      )}
      {isPosting && <PostFolderDialog key={id} folder={folder} onClose={() => setPosting(false)} />}
    </header>
  )
}

/** An item that the catalog lacks counts like a video without a known length. */
const timedOf = ({ item }: FolderItem): Timed => item ?? { kind: 'video' }

function RenameForm({ folder: { id, name: before }, onClose }: { folder: Folder; onClose: () => void }) {
  const { i18n } = useLingui()
  const [name, setName] = useState(before)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const limit = nameLimit(name, limits.folders.name)
  const [isSaving, setSaving] = useState(false)
  const submit = async () => {
    const next = name.trim()
    if (limit.isOver || isSaving) return
    setSaving(true)
    const isDone = next === '' || next === before || (await renameFolder(id, next))
    setSaving(false)
    if (isDone) onClose()
  }
  return (
    <Form className="wl-saved-head" onSubmit={submit}>
      <TextInput
        ref={field}
        className="wl-saved-name"
        value={name}
        {...limit.field}
        aria-label={i18n._({ id: 'folders.name', message: 'Name of the folder' })}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
      />
      <Button type="submit" loading={isSaving} disabled={name.trim() === '' || limit.isOver}>
        {i18n._({ id: 'moments.edit.save', message: 'Save' })}
      </Button>
    </Form>
  )
}

type FolderRowProps = { folder: Folder; item: FolderItem; place: number; onMove: (move: ListMove) => void }

function FolderRow({ folder, item, place, onMove }: FolderRowProps) {
  const { i18n } = useLingui()
  const drag = useReorder((places) => {
    void moveItem(folder, item.id, places)
    onMove(listMove(place, places, folder.items.length))
  })
  const name = item.item?.name ?? i18n._({ id: 'folders.item', message: 'item {place}', values: { place } })
  return (
    <li className="wl-saved-row" style={{ transform: drag.offset ? `translateY(${drag.offset}px)` : '' }}>
      {folder.is_mine && (
        <ActionIcon
          icon={IconGripVertical}
          className="wl-saved-handle"
          size={44}
          aria-label={i18n._({ id: 'queue.move', message: 'Move {name} (arrow keys)', values: { name } })}
          aria-keyshortcuts="ArrowUp ArrowDown"
          {...drag.handle}
        />
      )}
      <div className="wl-saved-item">
        <LinkCard link={item.link} play={playLink} />
        {folder.is_mine ? (
          <FolderNote folder={folder} item={item} name={name} />
        ) : (
          item.note !== '' && (
            <p className="wl-saved-note" dir="auto">
              {item.note}
            </p>
          )
        )}
      </div>
      <span className="wl-saved-tools">
        <TogetherButton link={item.link} />
        {folder.is_mine && (
          <ActionIcon
            icon={IconX}
            size={44}
            aria-label={i18n._({ id: 'folders.remove', message: 'Remove {name} from the folder', values: { name } })}
            onClick={() => void removeItem(folder, item)}
          />
        )}
      </span>
    </li>
  )
}

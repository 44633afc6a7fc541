import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { useMediaQuery } from '@mantine/hooks'
import { IconBookmark, IconFolder, IconPlus, IconWorld } from '@tabler/icons-react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { discoverCalls } from '#contract/taste/discover.ts'
import { folderCalls, type FolderSummary } from '#contract/taste/folders.ts'
import { folderPath } from '#web/features/media/folders/folders.commands.ts'
import { useNewFolder } from '#web/features/media/folders/use-new-folder.ts'
import { useCallPages } from '#web/platform/query-pages.ts'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ShowMore } from '#web/ui/ShowMore.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { FolderView, BackToFolders } from './FolderView.tsx'
import './SavedPage.css'
import { itemsAndLengthText, lengthText } from '#web/features/media/items/length-text.ts'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { PlayAll } from '#web/features/media/queue/PlayAll.tsx'

/** The address of the items saved from discoveries. */
const LATER = '/saved?list=later'
/** As in SavedPage.css. */
const TWO_COLUMNS = '(min-width: 1024px)'

/** `/saved/:id?`: the viewer’s folders, and one of them or a posted one of another user. On phones they are two screens. */
export function SavedPage() {
  const { i18n } = useLingui()
  const { id } = useParams()
  const [search] = useSearchParams()
  const isWide = useMediaQuery(TWO_COLUMNS, undefined, { getInitialValueInEffect: false })
  const later = useCall(discoverCalls.getSaved)
  const isChosen = id === undefined && search.get('list') === 'later'
  // Beside the list of folders there is room for it.
  const isLater = isChosen || (id === undefined && isWide && (later.data?.items.length ?? 0) > 0)
  return (
    <div className="wl-saved" data-open={id !== undefined || isChosen || undefined}>
      <nav className="wl-saved-side" aria-label={i18n._({ id: 'folders.list', message: 'Folders' })}>
        <PageHeader title={i18n._({ id: 'folders.title', message: 'Saved' })} repeatsBar />
        <NewFolder />
        <Folders current={isLater ? LATER : id} />
      </nav>
      <section className="wl-saved-main" aria-label={i18n._({ id: 'folders.folder', message: 'Folder' })}>
        {id !== undefined ? (
          <FolderView key={id} id={id} />
        ) : isLater ? (
          <SavedForLater />
        ) : (
          <EmptyState next={{ to: '/discover_content', label: i18n._({ id: 'nav.discover', message: 'Discover' }), variant: 'default' }}>
            {i18n._({ id: 'folders.none-open', message: 'Save songs and videos to folders, in your order, with a note.' })}
          </EmptyState>
        )}
      </section>
    </div>
  )
}

function NewFolder() {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const { name, setName, field, isNamed, isSaving, create } = useNewFolder()
  const submit = async () => {
    const folder = await create()
    if (folder) void navigate(folderPath(folder.id))
  }
  const label = i18n._({ id: 'folders.new', message: 'New folder' })
  return (
    <Form className="wl-saved-new" onSubmit={submit}>
      <TextInput
        value={name}
        {...field}
        aria-label={label}
        placeholder={label}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        loading={isSaving}
        disabled={!isNamed}
        aria-label={i18n._({ id: 'folders.create', message: 'Create folder' })}
      >
        <IconPlus size={18} stroke={1.8} aria-hidden />
      </Button>
    </Form>
  )
}

function Folders({ current }: { current: string | undefined }) {
  const { i18n } = useLingui()
  const found = useCall(folderCalls.getFolders, {})
  const later = useCall(discoverCalls.getSaved)
  if (found.error) return <ErrorState kind={found.error.failure.kind} onRetry={() => void found.refetch()} />
  if (!found.data) {
    return <ListSkeleton rows={4} label={i18n._({ id: 'folders.loading', message: 'Loading folders' })} />
  }
  return (
    <ul className="wl-saved-folders">
      {(later.data?.items.length ?? 0) > 0 && (
        <li>
          <Link to={LATER} aria-current={current === LATER ? 'page' : undefined}>
            <IconBookmark size={20} stroke={1.8} aria-hidden />
            <span className="wl-line">{i18n._({ id: 'discover.kept', message: 'Saved for later' })}</span>
            <span className="wl-dim wl-small">{later.data && `${later.data.items.length}${later.data.next === null ? '' : '+'}`}</span>
          </Link>
        </li>
      )}
      {found.data.folders.map((folder) => (
        <FolderRow key={folder.id} folder={folder} isCurrent={folder.id === current} />
      ))}
    </ul>
  )
}

function FolderRow({ folder: { id, name, count, moment_id: momentId }, isCurrent }: { folder: FolderSummary; isCurrent: boolean }) {
  const { i18n } = useLingui()
  const posted = i18n._({ id: 'folders.posted', message: 'Posted' })
  return (
    <li>
      <Link to={folderPath(id)} aria-current={isCurrent ? 'page' : undefined}>
        <IconFolder size={20} stroke={1.8} aria-hidden />
        <bdi className="wl-line">{name}</bdi>
        {momentId !== null && (
          <>
            <IconWorld size={16} stroke={1.8} aria-hidden />
            <span className="wl-hidden">{posted}</span>
          </>
        )}
        <span className="wl-dim wl-small">{count}</span>
      </Link>
    </li>
  )
}

/** Items saved from discoveries and item pages, the latest first. */
function SavedForLater() {
  const { i18n } = useLingui()
  const saved = useCall(discoverCalls.getSaved)
  const [isOlderShown, showOlder] = useState(false)
  const title = i18n._({ id: 'discover.kept', message: 'Saved for later' })
  if (saved.error) return <ErrorState kind={saved.error.failure.kind} onRetry={() => void saved.refetch()} />
  if (!saved.data) return <ListSkeleton />
  const { items, next } = saved.data
  return (
    <>
      <header className="wl-saved-head">
        <BackToFolders />
        <div className="wl-saved-name">
          <h2>{title}</h2>
          {items.length > 0 && next === null && <p className="wl-small wl-muted">{itemsAndLengthText(i18n, items)}</p>}
        </div>
        {items.length > 0 && <PlayAll items={items} of={title} />}
      </header>
      {items.length > 0 ? (
        <ul className="wl-saved-items">
          {items.map((item) => (
            <ItemRow key={item.id} item={item} about={lengthText(item)} />
          ))}
        </ul>
      ) : (
        <EmptyState next={{ to: '/discover_content', label: i18n._({ id: 'nav.discover', message: 'Discover' }), variant: 'default' }}>
          {i18n._({ id: 'discover.kept.none', message: 'Nothing saved yet. The bookmark on a discovery saves it here.' })}
        </EmptyState>
      )}
      {next !== null &&
        (isOlderShown ? <OlderSaved after={next} /> : <ShowMore more={{ load: () => showOlder(true), isLoading: false }} />)}
    </>
  )
}

/** The pages after the first one, which is read everywhere that items are saved. */
function OlderSaved({ after }: { after: string }) {
  const found = useCallPages(discoverCalls.getSaved, { query: { cursor: after } })
  if (found.status === 'failed') return <ErrorState kind={found.failure.kind} onRetry={found.retry} />
  if (found.status === 'loading') return <ListSkeleton />
  return (
    <>
      <ul className="wl-saved-items">
        {found.pages
          .flatMap(({ items }) => items)
          .map((item) => (
            <ItemRow key={item.id} item={item} about={lengthText(item)} />
          ))}
      </ul>
      <ShowMore more={found.more} />
    </>
  )
}

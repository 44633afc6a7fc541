import { useLingui } from '@lingui/react'
import { IconFolder } from '@tabler/icons-react'
import { Link } from 'react-router'
import { folderCalls } from '#contract/taste/folders.ts'
import type { LinkRecord } from '#contract/links/links.ts'
import { linkTitle } from '#web/features/links/link.messages.ts'
import { useLinkMetadata } from '#web/features/links/use-link-metadata.ts'
import { useCall } from '#web/platform/query.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ItemName } from '../items/ItemName.tsx'
import { folderPath } from './folders.commands.ts'
import { PlayFolder } from './PlayFolder.tsx'
import './FolderCard.css'

const SHOWN = 3

/** A posted folder inside a moment. */
export function FolderCard({ id }: { id: string }) {
  const { i18n } = useLingui()
  const { data: folder, error } = useCall(folderCalls.getFolder, { params: { id } })
  if (error)
    return <p className="wl-folder-card wl-muted">{i18n._({ id: 'folders.gone', message: 'This folder isn’t available anymore.' })}</p>
  if (!folder) return <Skeleton shape="block" height={96} />
  const rest = folder.count - SHOWN
  return (
    <article className="wl-folder-card">
      <header>
        <IconFolder size={22} stroke={1.8} aria-hidden />
        <Link className="wl-line" to={folderPath(id)}>
          <bdi>{folder.name}</bdi>
        </Link>
        <PlayFolder folder={folder} />
      </header>
      <ol>
        {folder.items.slice(0, SHOWN).map(({ id: itemId, item, link, note }) => (
          <li key={itemId}>
            {item ? <ItemName item={item} /> : <LinkName link={link} />}
            {note !== '' && (
              <span className="wl-muted">
                {' · '}
                <bdi>{note}</bdi>
              </span>
            )}
          </li>
        ))}
      </ol>
      {rest > 0 && (
        <Link className="wl-small" to={folderPath(id)}>
          {i18n._({ id: 'folders.more', message: '{count, plural, one {# more item} other {# more items}}', values: { count: rest } })}
        </Link>
      )}
    </article>
  )
}

/** The title of a link that the catalog doesn't have. */
function LinkName({ link }: { link: LinkRecord }) {
  const { i18n } = useLingui()
  const state = useLinkMetadata(link)
  return <bdi>{('card' in state ? state.card.title : null) ?? linkTitle(i18n, link)}</bdi>
}

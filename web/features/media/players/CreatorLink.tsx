import { Link } from 'react-router'
import { recognizeLink, type LinkRecord } from '#contract/links/links.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { useLinkMetadata } from '#web/features/links/use-link-metadata.ts'

type CreatorLinkProps = {
  /** The address of the playing content. */
  href: string
  /** The name, if it is known here. */
  name?: string
}

/** The artist or channel of the current item, as a link to its page where the catalog has one. Visitors see only the name. */
export function CreatorLink({ href, name = '' }: CreatorLinkProps) {
  const isMember = useMyUid() !== null
  const link = recognizeLink(href)
  return link && isMember ? <KnownCreator link={link} name={name} /> : name
}

function KnownCreator({ link, name }: { link: LinkRecord; name: string }) {
  const state = useLinkMetadata(link)
  const card = state.status === 'ready' ? state.card : null
  const isCreator = link.kind === 'artist' || link.kind === 'channel'
  const path = (isCreator ? card?.pages?.item : card?.pages?.by) ?? null
  const shown = name || ((isCreator ? card?.title : card?.author) ?? '')
  if (path === null || shown === '') return name
  return (
    // Dragging the title moves the panel, so the link isn't draggable.
    <Link to={path} dir="auto" draggable={false}>
      {shown}
    </Link>
  )
}

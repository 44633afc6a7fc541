import { useLingui } from '@lingui/react'
import { MomentFeed } from '#web/features/moments/feed/MomentFeed.tsx'
import { useFeed } from '#web/features/moments/moments.api.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useLayer } from './use-layer.ts'

/** The moments that the viewer has bookmarked, the latest bookmark first. */
export function BookmarkFeed() {
  const { i18n } = useLingui()
  const { open } = useLayer()
  const feed = useFeed({ tab: 'bookmarks' })
  const empty = (
    <EmptyState
      next={{ to: '/moments?tab=wavelength', label: i18n._({ id: 'moments.bookmarks.none.action', message: 'Look at moments' }) }}
    >
      {i18n._({
        id: 'moments.bookmarks.none',
        message: 'No bookmarks yet. Bookmark a moment in its menu to find it here. Only you see them.',
      })}
    </EmptyState>
  )
  return <MomentFeed feed={feed} empty={empty} onOpen={open} />
}

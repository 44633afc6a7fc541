import type { NewTogetherItem } from '#contract/together.ts'
import { platformLink } from '#web/features/media/items/platform-link.ts'
import { CreatorLink } from '#web/features/media/players/CreatorLink.tsx'

type CreatorOfProps = {
  item: Pick<NewTogetherItem, 'side' | 'by' | 'spotify_id' | 'youtube_id'>
  /** Who brought the item. */
  after?: string | null | undefined
}

/** The artist or channel of an item of a session, as a link to its page, and who brought it. */
export function CreatorOf({ item, after }: CreatorOfProps) {
  const { side, by } = item
  const address = by === '' ? null : platformLink({ ...item, kind: side === 'sound' ? 'track' : 'video' })
  return (
    <>
      {address === null ? by : <CreatorLink href={address} name={by} />}
      {by !== '' && after && ' · '}
      {after && <bdi>{after}</bdi>}
    </>
  )
}

import { Suspense } from 'react'
import { findLink, recognizeLink, type LinkRecord } from '#contract/links.ts'
import { LinkCard } from '#web/features/links/LinkCard.tsx'
import { playLink } from '#web/features/media/PlayItem.tsx'
import { lazyPart } from '#web/platform/lazy-part.ts'
import type { MessageRowData } from './chat.rows.ts'

const MomentReference = lazyPart(async () => (await import('./MomentReference.tsx')).MomentReference)

/** What a message is about: the link in it, the video or music it sends, the moment it answers. */
export function MessageCard({ row }: { row: MessageRowData }) {
  const link = linkOf(row)
  const momentId = row.referenceItem.find((item) => item.startsWith('moment:'))?.slice('moment:'.length)
  return (
    <>
      {momentId && (
        <Suspense>
          <MomentReference id={momentId} />
        </Suspense>
      )}
      {link && <LinkCard link={link} isTall play={playLink} />}
    </>
  )
}

/** The link that gets a card. Things that were sent from a panel are their ids; the text beside them is what was said about them. */
function linkOf({ type, content, referenceItem }: MessageRowData): LinkRecord | null {
  const id = referenceItem.find((item) => !item.includes(':'))
  if (id === undefined) return findLink(content)
  if (type === 'youtube video') return recognizeLink(`https://www.youtube.com/watch?v=${encodeURIComponent(id)}`)
  if (type === 'spotify artist') return recognizeLink(`https://open.spotify.com/artist/${encodeURIComponent(id)}`)
  if (type === 'spotify track') return recognizeLink(`https://open.spotify.com/track/${encodeURIComponent(id)}`)
  return findLink(content)
}

import { Suspense } from 'react'
import { LinkCard } from '#web/features/links/LinkCard.tsx'
import { playLink } from '#web/features/media/items/play-link.tsx'
import { lazyPart } from '#web/platform/lazy-part.ts'
import type { MessageRowData } from '../engine/rows.ts'
import { linkOfMessage } from '../engine/text.ts'
import './MomentReference.css'

const MomentReference = lazyPart(async () => (await import('./MomentReference.tsx')).MomentReference)

/** What a message is about: the link in it, the video or music it sends, the moment it answers. */
export function MessageCard({ row }: { row: MessageRowData }) {
  const link = linkOfMessage(row)
  const momentId = row.referenceItem.find((item) => item.startsWith('moment:'))?.slice('moment:'.length)
  return (
    <>
      {momentId && (
        <Suspense fallback={<div className="wl-moment-ref" aria-hidden />}>
          <MomentReference id={momentId} />
        </Suspense>
      )}
      {link && <LinkCard link={link} isTall play={playLink} />}
    </>
  )
}

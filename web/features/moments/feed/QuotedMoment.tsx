import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { textWithoutCardLink } from '#contract/links/links.ts'
import type { QuotedMoment as Quoted } from '#contract/moments.ts'
import { LinkCard } from '#web/features/links/LinkCard.tsx'
import { playLink } from '#web/features/media/items/play-link.tsx'
import { PictureGrid } from '#web/features/uploads/PictureGrid.tsx'
import { relativeTime } from '#web/ui/text/relative-time.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { useMomentLink } from '../moment-address.ts'
import './QuotedMoment.css'

/** The moment that another one quotes; null if it is deleted or not shared with the viewer. */
export function QuotedMoment({ quoted, now }: { quoted: Quoted | null; now: number }) {
  const { i18n } = useLingui()
  if (!quoted) {
    return (
      <p className="wl-quoted wl-muted">
        {i18n._({ id: 'moments.quoted.gone', message: 'This moment isn’t available. It was deleted, or it isn’t shared with you.' })}
      </p>
    )
  }
  return <VisibleQuote quoted={quoted} now={now} />
}

function VisibleQuote({ quoted, now }: { quoted: Quoted; now: number }) {
  const { i18n } = useLingui()
  const link = useMomentLink(quoted)
  const { author, text, link: shared, pictures, posted_at: postedAt } = quoted
  const body = textWithoutCardLink(text, shared)
  const label = i18n._({ id: 'moments.quoted', message: 'Moment of {name}', values: { name: author.name } })
  return (
    <blockquote className="wl-quoted" aria-label={label}>
      <Link {...link} className="wl-quoted-head">
        <Avatar person={author} size={24} />
        <span className="wl-line">
          <bdi>{author.name}</bdi>
        </span>
        <time className="wl-dim wl-small" dateTime={postedAt}>
          {relativeTime(postedAt, i18n.locale, now)}
        </time>
      </Link>
      {body !== '' && (
        <p className="wl-quoted-text" dir="auto">
          {body}
        </p>
      )}
      {pictures.length > 0 && <PictureGrid pictures={pictures} alt={author.name} />}
      {shared && <LinkCard link={shared} play={playLink} />}
    </blockquote>
  )
}

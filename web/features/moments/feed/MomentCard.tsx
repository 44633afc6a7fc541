import { useState, type ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { IconLock, IconUsers, IconWorld, type Icon } from '@tabler/icons-react'
import { Link } from 'react-router'
import { textWithoutCardLink } from '#contract/links/links.ts'
import type { Audience } from '#contract/people.ts'
import type { Moment } from '#contract/moments.ts'
import { relativeTime } from '#web/ui/text/relative-time.ts'
import { LinkCard } from '#web/features/links/LinkCard.tsx'
import { LinkedText } from '#web/features/links/LinkedText.tsx'
import { folderOfText } from '#web/features/media/folders/folder-link.ts'
import { secondsOf } from '#web/features/media/items/SecondButton.tsx'
import { playLink } from '#web/features/media/items/play-link.tsx'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { useMomentLink } from '../moment-address.ts'
import { audienceLabel } from '../moments.messages.ts'
import './MomentCard.css'

// Most moments have no pictures, so their code loads separately.
const PictureGrid = lazyPart(
  async () => (await import('#web/features/uploads/PictureGrid.tsx')).PictureGrid,
  <div className="wl-moment-pictures-wait" />,
)

// Few moments post a folder.
const FolderCard = lazyPart(
  async () => (await import('#web/features/media/folders/FolderCard.tsx')).FolderCard,
  <div className="wl-moment-pictures-wait" />,
)

// Few moments quote another one.
const QuotedMoment = lazyPart(async () => (await import('./QuotedMoment.tsx')).QuotedMoment, <div className="wl-moment-pictures-wait" />)

const audienceIcons: Record<Audience, Icon> = { everyone: IconWorld, buddies: IconUsers, only_me: IconLock }
const fullDate = { dateStyle: 'full', timeStyle: 'short' } as const
/** Longer texts are collapsed in a feed. */
const LONG_TEXT = 700
const MANY_LINES = 14

export type MomentCardProps = {
  moment: Moment
  /** Milliseconds since 1970; the reference for relative times. */
  now: number
  /** Shown at the end of the header. */
  menu?: ReactNode
  /** The sending status; shown instead of the time until the moment is posted. */
  status?: ReactNode
  /** Action buttons below the content. */
  actions?: ReactNode
  /** The heading level, one below the surrounding heading. */
  heading?: 'h2' | 'h3'
  /** Shows the full text from the start. */
  isWhole?: boolean
}

/** One moment: author, time, audience, text, pictures, and a card for its link. */
export function MomentCard({ moment, now, menu, status, actions, heading: Heading = 'h3', isWhole = false }: MomentCardProps) {
  const { author, text, link, pictures } = moment
  const folder = folderOfText(text)
  const body = folder?.before ?? textWithoutCardLink(text, link)
  const labelId = `moment-${moment.id}`
  return (
    <article className="wl-moment" aria-labelledby={labelId} tabIndex={-1}>
      <header className="wl-moment-head">
        <Link to={`/profile/${author.uid}`} tabIndex={-1} aria-hidden className="wl-moment-face">
          <Avatar person={author} size={40} />
        </Link>
        <div className="wl-moment-who">
          <Heading id={labelId} className="wl-line">
            <Link to={`/profile/${author.uid}`}>{author.name}</Link>
          </Heading>
          <MetaLine moment={moment} now={now} status={status} />
        </div>
        {menu}
      </header>
      {body !== '' && <MomentText text={body} moment={moment} isWhole={isWhole} />}
      {pictures.length > 0 && <PictureGrid pictures={pictures} alt={author.name} />}
      {link && <LinkCard link={link} play={playLink} />}
      {folder && <FolderCard id={folder.id} />}
      {moment.quoted !== undefined && <QuotedMoment quoted={moment.quoted} now={now} />}
      {actions}
    </article>
  )
}

function MetaLine({ moment, now, status }: Pick<MomentCardProps, 'moment' | 'now' | 'status'>) {
  const { i18n } = useLingui()
  const link = useMomentLink(moment)
  const { posted_at: postedAt, edited_at: editedAt, mine, is_buddy: isBuddy, match_percent: percent, audience } = moment
  return (
    <p className="wl-line wl-dim wl-small wl-moment-meta">
      {status ?? (
        <Link {...link}>
          <time dateTime={postedAt} title={i18n.date(postedAt, fullDate)}>
            {relativeTime(postedAt, i18n.locale, now)}
          </time>
        </Link>
      )}
      {editedAt && (
        <>
          {' · '}
          <span title={i18n.date(editedAt, fullDate)}>{i18n._({ id: 'moments.edited', message: 'edited' })}</span>
        </>
      )}
      {isRepost(moment) && ` · ${i18n._({ id: 'moments.reposted', message: 'reposted' })}`}
      {isBuddy && ` · ${i18n._({ id: 'moments.buddy', message: 'buddy' })}`}
      {percent !== null && ` · ${i18n._({ id: 'moments.match', message: '{percent}% match', values: { percent } })}`}
      {(mine || audience !== 'everyone') && (
        <>
          {' · '}
          <AudienceMark audience={audience} />
        </>
      )}
    </p>
  )
}

/** Quotes a moment without a text of its own. */
const isRepost = ({ quoted, text, pictures }: Moment): boolean => quoted !== undefined && text === '' && pictures.length === 0

function MomentText({ text, moment: { link, mentions }, isWhole }: { text: string; moment: Moment; isWhole: boolean }) {
  const { i18n } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const isFolded = !isWhole && !isOpen && (text.length > LONG_TEXT || text.split('\n').length > MANY_LINES)
  return (
    <div className="wl-moment-text" data-folded={isFolded || undefined}>
      <LinkedText text={text} renderSecond={secondsOf(link)} mentions={mentions} />
      {isFolded && (
        <button type="button" className="wl-moment-unfold" onClick={() => setIsOpen(true)}>
          {i18n._({ id: 'moments.unfold', message: 'Show all' })}
        </button>
      )}
    </div>
  )
}

function AudienceMark({ audience }: { audience: Audience }) {
  const { i18n } = useLingui()
  const AudienceIcon = audienceIcons[audience]
  return (
    <span className="wl-moment-audience">
      <AudienceIcon size={14} stroke={1.8} aria-hidden />
      {audienceLabel(i18n, audience)}
    </span>
  )
}

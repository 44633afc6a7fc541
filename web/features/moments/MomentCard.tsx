import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { IconLock, IconUsers, IconWorld, type Icon } from '@tabler/icons-react'
import { Link } from 'react-router'
import { isBareLink } from '#contract/links.ts'
import type { Audience } from '#contract/people.ts'
import type { Moment } from '#contract/moments.ts'
import { relativeTime } from '#web/features/connections/relative-time.ts'
import { LinkCard } from '#web/features/links/LinkCard.tsx'
import { LinkedText } from '#web/features/links/LinkedText.tsx'
import { playableOfLink } from '#web/features/media/play.ts'
import { PlayLink } from '#web/features/media/PlayItem.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { momentAddress } from './moment-address.ts'
import { audienceWord } from './moments.words.ts'
import './MomentCard.css'

const audienceIcons: Record<Audience, Icon> = { everyone: IconWorld, buddies: IconUsers, only_me: IconLock }

export type MomentCardProps = {
  moment: Moment
  /** Milliseconds since 1970; times are told against it. */
  now: number
  /** Stands at the end of the head line. */
  menu?: ReactNode
  /** What can be done with it, below. */
  actions?: ReactNode
  /** The heading's level: one below what the card stands under. */
  heading?: 'h2' | 'h3'
  /** Somebody came here for this one. */
  isMarked?: boolean
}

/** One moment: who, when, for whom, what, and the link in it as a card. */
export function MomentCard({ moment, now, menu, actions, heading: Heading = 'h3', isMarked = false }: MomentCardProps) {
  const { i18n } = useLingui()
  const { author, text, link, posted_at: postedAt } = moment
  const labelId = `moment-${moment.id}`
  return (
    <article className="wl-moment" aria-labelledby={labelId} tabIndex={-1} data-marked={isMarked || undefined}>
      <header className="wl-moment-head">
        <Link to={`/profile/${author.uid}`} tabIndex={-1} aria-hidden className="wl-moment-face">
          <Avatar person={author} size={40} />
        </Link>
        <div className="wl-moment-who">
          <Heading id={labelId} className="wl-line">
            <Link to={`/profile/${author.uid}`}>{author.name}</Link>
          </Heading>
          <p className="wl-line wl-dim wl-small wl-moment-meta">
            <Link to={momentAddress(moment)}>
              <time dateTime={postedAt} title={fullDate(postedAt, i18n.locale)}>
                {relativeTime(postedAt, i18n.locale, now)}
              </time>
            </Link>
            {' · '}
            <AudienceMark audience={moment.audience} />
          </p>
        </div>
        {menu}
      </header>
      {!(link && isBareLink(text)) && <LinkedText text={text} />}
      {link && <LinkCard link={link} {...(playableOfLink(link) ? { action: <PlayLink link={link} /> } : {})} />}
      {actions}
    </article>
  )
}

function AudienceMark({ audience }: { audience: Audience }) {
  const { i18n } = useLingui()
  const AudienceIcon = audienceIcons[audience]
  return (
    <span className="wl-moment-audience">
      <AudienceIcon size={14} stroke={1.8} aria-hidden />
      {audienceWord(i18n, audience)}
    </span>
  )
}

function fullDate(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }).format(new Date(iso))
}

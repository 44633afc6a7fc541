import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandSpotify,
  IconBrandTiktok,
  IconBrandYoutube,
  IconExternalLink,
  IconPlayerPlay,
  type Icon,
} from '@tabler/icons-react'
import type { LinkRecord, Platform } from '#contract/links.ts'
import type { ItemKind } from '#contract/media.ts'
import { Artwork } from '#web/ui/Artwork.tsx'
import { readableAddress, safeHref } from './linked-text.ts'
import { linkKindWord, linkTitle, platformNames, sideOfLink } from './link.words.ts'
import './LinkCard.css'

const marks: Record<Platform, Icon> = {
  youtube: IconBrandYoutube,
  spotify: IconBrandSpotify,
  tiktok: IconBrandTiktok,
  instagram: IconBrandInstagram,
  facebook: IconBrandFacebook,
}

export type LinkCardProps = {
  link: LinkRecord
  /** Stands where the sign of opening is otherwise: a button that plays in place, or one that removes the card. */
  action?: ReactNode
  /** The picture of something to watch stands above the words, as a conversation has room for it. */
  isTall?: boolean
}

/** A link of the five platforms as a card. The viewer's browser asks nobody but us: a picture comes through our own address. */
export function LinkCard({ link, action, isTall = false }: LinkCardProps) {
  const { i18n } = useLingui()
  const side = sideOfLink(link)
  const Mark = marks[link.platform]
  const OpenSign = side === 'other' ? IconExternalLink : IconPlayerPlay
  const href = safeHref(link.link)
  if (href === null) return null
  return (
    <article className="wl-link-tile" data-side={side} data-tall={isTall || undefined}>
      <span className="wl-link-tile-art">
        <Artwork id={link.link} kind={artworkOf(link)} src={pictureOf(link)} />
      </span>
      <div className="wl-link-tile-text">
        <p className="wl-link-tile-kind">
          <Mark size={18} stroke={1.8} aria-hidden />
          <span className="wl-line">
            {platformNames[link.platform]} · {linkKindWord(i18n, link.kind)}
          </span>
        </p>
        <a className="wl-line wl-link-tile-title" href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
          {linkTitle(i18n, link)}
          <span className="wl-hidden">{i18n._({ id: 'link.new-tab', message: '(opens a new tab)' })}</span>
        </a>
        <p className="wl-line wl-dim wl-small" dir="ltr">
          {readableAddress(href)}
        </p>
      </div>
      {action ?? (
        <span className="wl-link-tile-open" aria-hidden>
          <OpenSign size={20} stroke={1.8} />
        </span>
      )}
    </article>
  )
}

function pictureOf({ platform, kind, id }: LinkRecord): string | null {
  const isWatched = platform === 'youtube' && (kind === 'video' || kind === 'short' || kind === 'live')
  return isWatched && id !== null ? `/art/youtube/${id}` : null
}

function artworkOf({ platform, kind }: LinkRecord): ItemKind {
  if (kind === 'artist') return 'artist'
  if (kind === 'channel' || kind === 'user') return 'channel'
  return platform === 'youtube' && (kind === 'video' || kind === 'live' || kind === 'playlist') ? 'video' : 'track'
}

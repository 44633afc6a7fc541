import { useLingui } from '@lingui/react'
import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandSpotify,
  IconBrandTiktok,
  IconBrandYoutube,
  IconCloudOff,
  IconExternalLink,
  IconUnlink,
  type Icon,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { linkAtSecond, linkSecond } from '#contract/links/link-position.ts'
import type { LinkCardData } from '#contract/links/link-cards.ts'
import type { LinkRecord, Platform } from '#contract/links/links.ts'
import type { ItemKind } from '#contract/media.ts'
import { Artwork } from '#web/ui/Artwork.tsx'
import { clockTime } from '#web/ui/text/clock-time.ts'
import { LinkCardSkeleton, type LinkCardProps } from './LinkCardSkeleton.tsx'
import { shapeOfLink, sideOfLink } from './link-side.ts'
import { readableAddress, safeHref } from './linked-text.ts'
import { goneTitle, linkKindText, linkTitle, otherPlatformText, platformNames } from './link.messages.ts'
import { useLinkMetadata, type LinkState } from './use-link-metadata.ts'

const marks: Record<Platform, Icon> = {
  youtube: IconBrandYoutube,
  spotify: IconBrandSpotify,
  tiktok: IconBrandTiktok,
  instagram: IconBrandInstagram,
  facebook: IconBrandFacebook,
}

/** A link card with the link's metadata. */
export function LiveLinkCard(props: LinkCardProps) {
  const { i18n } = useLingui()
  const state = useLinkMetadata(props.link)
  if (state.status === 'loading') return <LinkCardSkeleton {...props} />
  const { link, action, play, isTall = false } = props
  const card = 'card' in state ? state.card : null
  const target = card?.target ?? link
  const isGone = state.status === 'gone'
  const Mark = marks[target.platform]
  const href = safeHref(link.link)
  // The card's target may lack the start time of the link.
  const second = linkSecond(link.link)
  if (href === null) return null
  // The name of an artist or channel links to its page.
  const isCreator = target.kind === 'artist' || target.kind === 'channel'
  const page = !isGone && isCreator ? (card?.pages?.item ?? null) : null
  const player = isGone
    ? null
    : (play?.(
        second === null || !URL.canParse(target.link) ? target : { ...target, link: linkAtSecond(target.link, second) },
        { title: card?.title ?? null, author: card?.author ?? null, byPath: card?.pages?.by },
        card?.other_side ?? null,
      ) ?? null)
  return (
    // The shape depends on the link, not on its target: nothing shifts when a short link turns out to be a video.
    <article
      className="wl-link-tile"
      data-side={sideOfLink(target)}
      data-shape={shapeOfLink(link)}
      data-state={state.status}
      data-tall={isTall || undefined}
    >
      <LinkArt link={link} target={target} src={pictureOf(target, card)} isGone={isGone} />
      <div className="wl-link-tile-text">
        <p className="wl-link-tile-kind">
          <Mark size={18} stroke={1.8} aria-hidden />
          <span className="wl-line">
            {platformNames[target.platform]} · {linkKindText(i18n, target.kind)}
            {second !== null && ` · ${i18n._({ id: 'link.second', message: 'from {time}', values: { time: clockTime(second) } })}`}
          </span>
        </p>
        {page === null ? (
          <a className="wl-line wl-link-tile-title" href={href} target="_blank" rel="noopener noreferrer nofollow ugc" dir="auto">
            {isGone ? goneTitle(i18n) : (card?.title ?? linkTitle(i18n, target))}
            <span className="wl-hidden">{i18n._({ id: 'link.new-tab', message: '(opens a new tab)' })}</span>
          </a>
        ) : (
          <Link className="wl-line wl-link-tile-title" to={page} dir="auto">
            {card?.title ?? linkTitle(i18n, target)}
          </Link>
        )}
        <LinkFoot href={href} state={state} opensThere={play !== undefined && !isGone && player === null} isOutside={page !== null} />
      </div>
      {action ?? player ?? (isGone ? null : <OpenSign />)}
    </article>
  )
}

function LinkArt({ link, target, src, isGone }: { link: LinkRecord; target: LinkRecord; src: string | null; isGone: boolean }) {
  const Mark = isGone ? IconUnlink : marks[target.platform]
  return (
    <span className="wl-link-tile-art" data-platform={target.platform} data-drawn={src === null || undefined} aria-hidden>
      {src === null ? <Mark size={28} stroke={1.5} /> : <Artwork id={link.link} kind={artworkOf(link)} src={src} />}
    </span>
  )
}

type LinkFootProps = {
  href: string
  state: Exclude<LinkState, { status: 'loading' }>
  /** The content can't be played here. */
  opensThere: boolean
  /** The title links elsewhere, so the address is a link of its own. */
  isOutside: boolean
}

/** The author or the address, and a link to the other platform. */
function LinkFoot({ href, state, opensThere, isOutside }: LinkFootProps) {
  const { i18n } = useLingui()
  const card = state.status === 'ready' ? state.card : null
  const otherSide = card?.other_side
  const by = card?.pages?.by ?? null
  const author =
    card?.author && by !== null ? (
      <Link className="wl-link-tile-by" to={by}>
        {card.author}
      </Link>
    ) : (
      (card?.author ?? null)
    )
  const outside = (
    <a className="wl-link-tile-by" href={href} target="_blank" rel="noopener noreferrer nofollow ugc" dir="ltr">
      {hostOf(href)}
      <span className="wl-hidden">{i18n._({ id: 'link.new-tab', message: '(opens a new tab)' })}</span>
    </a>
  )
  return (
    <p className="wl-link-tile-foot">
      {opensThere && <span>{i18n._({ id: 'link.opens-there', message: 'Opens there' })} ·</span>}
      {state.status === 'offline' && <IconCloudOff size={16} stroke={1.8} aria-hidden />}
      <span className="wl-line" dir={card?.author ? 'auto' : 'ltr'}>
        {state.status === 'offline'
          ? i18n._({ id: 'link.offline', message: 'More when you’re back online' })
          : isOutside
            ? outside
            : (author ?? (card?.title ? hostOf(href) : readableAddress(href)))}
      </span>
      {otherSide && (
        <a className="wl-link-tile-other" href={otherSide.target.link} target="_blank" rel="noopener noreferrer nofollow ugc">
          {otherPlatformText(i18n, otherSide.target.platform, otherSide.is_guess)}
          <span className="wl-hidden">{i18n._({ id: 'link.new-tab', message: '(opens a new tab)' })}</span>
        </a>
      )}
    </p>
  )
}

const hostOf = (href: string): string => new URL(href).hostname.replace(/^www\./, '')

/** Shown if there is no inline player, and the card opens the platform. */
function OpenSign() {
  return (
    <span className="wl-link-tile-open" aria-hidden>
      <IconExternalLink size={20} stroke={1.8} />
    </span>
  )
}

/** A video's picture address follows from its ID, so it needs no metadata. */
function pictureOf({ platform, kind, id }: LinkRecord, card: LinkCardData | null): string | null {
  if (card?.state === 'gone') return null
  if (card?.thumbnail_url) return card.thumbnail_url
  const isWatched = platform === 'youtube' && (kind === 'video' || kind === 'short' || kind === 'live')
  return isWatched && id !== null ? `/art/youtube/${id}` : null
}

function artworkOf(link: LinkRecord): ItemKind {
  const shape = shapeOfLink(link)
  return shape === 'round' ? 'channel' : shape === 'wide' ? 'video' : 'track'
}

import { useLingui } from '@lingui/react'
import { IconBrandFacebook, IconBrandInstagram, IconBrandSpotify, IconBrandTiktok, IconBrandYoutube, type Icon } from '@tabler/icons-react'
import type { LinkRecord, Platform } from '#contract/links.ts'
import type { ItemKind } from '#contract/media.ts'
import { Artwork } from '#web/ui/Artwork.tsx'
import { linkWords, platformNames } from './chat.words.ts'
import './LinkCard.css'

const marks: Record<Platform, Icon> = {
  youtube: IconBrandYoutube,
  spotify: IconBrandSpotify,
  tiktok: IconBrandTiktok,
  instagram: IconBrandInstagram,
  facebook: IconBrandFacebook,
}

/** A recognised link as a card, drawn from the address alone: nothing is asked of the platform before it is opened. */
export function LinkCard({ link }: { link: LinkRecord }) {
  const { i18n } = useLingui()
  const Mark = marks[link.platform]
  const platform = platformNames[link.platform]
  const what = linkWords(i18n, link.kind)
  const address = shortAddress(link.link)
  return (
    <a
      className="wl-link-card"
      data-platform={link.platform}
      href={link.link}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={i18n._({
        id: 'link.open',
        message: '{what} on {platform}, {address} (opens a new tab)',
        values: { what, platform, address },
      })}
    >
      <Artwork id={link.id ?? link.link} kind={artworkKind(link)} />
      <span className="wl-link-card-text">
        <span className="wl-link-card-platform">
          <Mark size={18} stroke={1.8} aria-hidden />
          {platform}
        </span>
        <span className="wl-link-card-what">{what}</span>
        <span className="wl-link-card-address wl-line">{address}</span>
      </span>
    </a>
  )
}

/** Wide for what is watched, square for what is heard. */
function artworkKind({ platform }: LinkRecord): ItemKind {
  return platform === 'spotify' ? 'track' : 'video'
}

function shortAddress(link: string): string {
  return link.replace(/^https:\/\/(www\.)?/, '').replace(/\/$/, '')
}

import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { linkAtSecond } from '#contract/links/link-position.ts'
import type { LinkRecord } from '#contract/links/links.ts'
import { play } from './play.ts'
import { playableOfLink } from './playable-of-link.ts'
import './SecondButton.css'

/** Renders the times of a text about a link ("1:23") as buttons that play it from there; undefined for a link without positions. */
export function secondsOf(link: LinkRecord | null): ((second: number, text: string) => ReactNode) | undefined {
  if (!link) return undefined
  const { kind } = playableOfLink(link) ?? {}
  if (kind !== 'song' && kind !== 'video') return undefined
  return (second, text) => <SecondButton link={link} second={second} text={text} />
}

function SecondButton({ link, second, text }: { link: LinkRecord; second: number; text: string }) {
  const { i18n } = useLingui()
  const handlePress = () => {
    const playable = playableOfLink({ ...link, link: linkAtSecond(link.link, second) })
    if (playable) play(playable)
  }
  return (
    <button
      type="button"
      className="wl-second"
      aria-label={i18n._({ id: 'media.play-from', message: 'Play from {time}', values: { time: text } })}
      onClick={handlePress}
    >
      {text}
    </button>
  )
}

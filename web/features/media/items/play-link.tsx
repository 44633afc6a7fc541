import { type ReactNode, useState } from 'react'
import { useLingui } from '@lingui/react'
import type { LinkRecord } from '#contract/links/links.ts'
import { clipOf, type Clip } from '../players/embed-address.ts'
import { IconPlayerPlay, IconX } from '@tabler/icons-react'
import { clockTime } from '#web/ui/text/clock-time.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import './PlayItem.css'
import './PlayClip.css'
import { PlayButton } from './PlayItem.tsx'
import { playableOfLink, type LinkNames, type OtherSide } from './playable-of-link.ts'
import type { Playable } from './playable.ts'

const ClipPlayer = lazyPart(async () => (await import('../players/ClipPlayer.tsx')).ClipPlayer, <div className="wl-player" />)

/** Plays a clip inside its card: the button opens and closes the player below the text. */
function PlayClip({ clip }: { clip: Clip }) {
  const { i18n } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const label = isOpen
    ? i18n._({ id: 'media.close-player', message: 'Close the player' })
    : i18n._({ id: 'media.play-here', message: 'Play here' })
  return (
    <>
      <button
        type="button"
        className="wl-play-item"
        data-size="medium"
        aria-label={label}
        aria-expanded={isOpen}
        title={label}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <IconX size={18} stroke={1.8} aria-hidden /> : <IconPlayerPlay size={18} stroke={1.8} aria-hidden />}
      </button>
      {isOpen && (
        <div className="wl-clip" data-platform={clip.platform} data-kind={clip.kind}>
          <ClipPlayer clip={clip} />
        </div>
      )}
    </>
  )
}

/** The play control of a link card; null where only the platform itself can show the content. */
export function playLink(link: LinkRecord, names?: LinkNames, otherSide: OtherSide = null): ReactNode {
  const playable = playableOfLink(link, names, otherSide)
  if (playable) return <PlayLink playable={playable} />
  const clip = clipOf(link)
  return clip && <PlayClip clip={clip} />
}

function PlayLink({ playable }: { playable: Playable }) {
  const { i18n } = useLingui()
  const second = playable.kind === 'song' || playable.kind === 'video' ? playable.startSecond : undefined
  const label =
    second === undefined
      ? i18n._({ id: 'media.play-here', message: 'Play here' })
      : i18n._({ id: 'media.play-from', message: 'Play from {time}', values: { time: clockTime(second) } })
  return <PlayButton playable={playable} size="medium" label={label} />
}

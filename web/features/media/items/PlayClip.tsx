import { Suspense, useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconPlayerPlay, IconX } from '@tabler/icons-react'
import { lazyPart } from '#web/platform/lazy-part.ts'
import type { Clip } from '../players/embed-address.ts'
import './PlayItem.css'
import './PlayClip.css'

const ClipPlayer = lazyPart(async () => (await import('../players/ClipPlayer.tsx')).ClipPlayer)

/** Plays a clip inside of its card: the button opens the player below what the card says, and closes it again. */
export function PlayClip({ clip }: { clip: Clip }) {
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
          <Suspense fallback={<div className="wl-player" />}>
            <ClipPlayer clip={clip} />
          </Suspense>
        </div>
      )}
    </>
  )
}

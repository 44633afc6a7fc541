import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useLingui } from '@lingui/react'
import { platformNames } from '#web/features/links/link.messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { clipEmbed, type Clip } from './embed-address.ts'
import { playback } from './playback.ts'
import { ignoreMessages, readTiktokMessage, type TiktokMessage } from './frame-messages.ts'
import { PlayerConsent } from './PlayerConsent.tsx'
import { PlayerFrame, PlayerMessage } from './PlayerFrame.tsx'
import { useFrame } from './use-frame.ts'

const ALLOW = 'autoplay; clipboard-write; encrypted-media; fullscreen; picture-in-picture; web-share'

/** A platform's clip player, after consent. */
export function ClipPlayer({ clip }: { clip: Clip }) {
  return (
    <PlayerConsent platform={clip.platform} href={clip.link}>
      {(origin) => <UntilStopped clip={clip} origin={origin} />}
    </PlayerConsent>
  )
}

/** Unloads the player when another one starts, which also stops players without an API. */
function UntilStopped({ clip, origin }: { clip: Clip; origin: string }) {
  const { i18n } = useLingui()
  const [round, setRound] = useState(0)
  const [isStopped, setStopped] = useState(false)
  if (!isStopped) {
    return <LoadedClip key={round} clip={clip} origin={origin} onStop={() => setStopped(true)} onRetry={() => setRound(round + 1)} />
  }
  return (
    <div className="wl-player">
      <PlayerMessage
        text={i18n._({ id: 'player.stopped', message: 'Stopped because something else is playing.' })}
        href={clip.link}
        platform={platformNames[clip.platform]}
      >
        <Button onClick={() => setStopped(false)}>{i18n._({ id: 'player.again', message: 'Reload' })}</Button>
      </PlayerMessage>
    </div>
  )
}

type LoadedClipProps = { clip: Clip; origin: string; onStop: () => void; onRetry: () => void }

function LoadedClip({ clip, origin, onStop, onRetry }: LoadedClipProps) {
  const { i18n } = useLingui()
  const { platform, link } = clip
  // Two clips of one platform are two players.
  const me = useId()
  const isPlaying = useRef(false)
  const handleMessage = (message: TiktokMessage) => {
    if (message.kind === 'ready') return
    if (!message.isPaused && !isPlaying.current) playback.start(me)
    isPlaying.current = !message.isPaused
  }
  const speaks = platform === 'tiktok'
  const {
    frame,
    status,
    markReady: answered,
  } = useFrame({ origin, read: speaks ? readTiktokMessage : ignoreMessages, onMessage: handleMessage })

  const pauseForOther = useEffectEvent(() => void (isPlaying.current && onStop()))
  useEffect(() => playback.onOtherStarted(me, () => pauseForOther()), [me])
  const handlePress = useEffectEvent(() => {
    // A player without messages counts as playing from the first click.
    if (document.activeElement !== frame.current || speaks || isPlaying.current) return
    playback.start(me)
    isPlaying.current = true
  })
  useEffect(() => {
    // A click inside the iframe moves the focus out of our window.
    const listen = () => handlePress()
    addEventListener('blur', listen)
    return () => removeEventListener('blur', listen)
  }, [])

  const name = platformNames[platform]
  return (
    <PlayerFrame
      frame={frame}
      src={clipEmbed(origin, clip)}
      title={i18n._({ id: 'player.clip', message: '{platform} player', values: { platform: name } })}
      allow={ALLOW}
      status={status}
      href={link}
      platform={name}
      onRetry={onRetry}
      {...(speaks ? {} : { onLoad: answered })}
    />
  )
}

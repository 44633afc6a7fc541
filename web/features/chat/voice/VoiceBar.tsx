import { useLingui } from '@lingui/react'
import { IconPlayerPauseFilled, IconPlayerPlayFilled, IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { clockTime } from '#web/ui/text/clock-time.ts'
import { voiceText } from '../chat.messages.ts'
import type { VoiceSource } from '../engine/rows.ts'
import { useVoiceEnd } from './use-voice-end.ts'
import { stopAway, togglePlayback } from './voice-playback.ts'
import { useVoicePlayback } from './voice-playback.store.ts'
import './VoiceBar.css'

/** Controls the voice message that plays on after the user left its page, and leads back to it. */
export function VoiceBar() {
  const { id, away } = useVoicePlayback()
  return id !== null && away && <Controls key={id} id={id} voice={away} />
}

function Controls({ id, voice }: { id: string; voice: VoiceSource }) {
  const { i18n } = useLingui()
  const { isPlaying, positionMs, path } = useVoicePlayback()
  // The path of its conversation, `/chat/:chat_id`.
  useVoiceEnd(id, path.split('/')[2] ?? '', voice)
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled
  const name = voiceText(i18n, null)
  return (
    <section className="wl-voice-bar" aria-label={name}>
      <ActionIcon
        size={44}
        aria-label={isPlaying ? i18n._({ id: 'voice.pause', message: 'Pause' }) : i18n._({ id: 'voice.play', message: 'Play' })}
        onClick={() => togglePlayback(id, voice)}
      >
        <Icon size={20} aria-hidden />
      </ActionIcon>
      <Link to={path} className="wl-voice-bar-text">
        <span className="wl-line">{name}</span>
        <bdi className="wl-dim">{clockTime(Math.min(positionMs, voice.durationMs) / 1_000)}</bdi>
      </Link>
      <ActionIcon size={44} icon={IconX} label={i18n._({ id: 'voice.bar.stop', message: 'Stop the voice message' })} onClick={stopAway} />
    </section>
  )
}

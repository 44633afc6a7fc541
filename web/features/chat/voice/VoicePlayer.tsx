import { useEffect, useEffectEvent } from 'react'
import { useLingui } from '@lingui/react'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import { clockTime } from '#web/ui/text/clock-time.ts'
import type { VoiceSource } from '../engine/rows.ts'
import { leavePlayback, nextRate, returnToPlayback, seek, togglePlayback } from './voice-playback.ts'
import { useVoicePlayback } from './voice-playback.store.ts'
import './voice.css'

type VoicePlayerProps = {
  id: string
  voice: VoiceSource
  /** The accessible name. */
  label: string
}

/** Arrow keys move the position by this much, in long messages further. */
const STEP_MS = 500
const LONG_STEP_MS = 5_000
const LONG_MS = 60_000

/** Plays a voice message: play and pause, the waveform as a slider, elapsed time, and speed. */
export function VoicePlayer({ id, voice, label }: VoicePlayerProps) {
  const { i18n } = useLingui()
  const loaded = useVoicePlayback((now) => (now.id === id ? now : null))
  const stoppedAtMs = useVoicePlayback(({ stoppedAt }) => stoppedAt[id] ?? 0)
  const { isPlaying, positionMs, hasFailed } = loaded ?? { isPlaying: false, positionMs: stoppedAtMs, hasFailed: false }
  const { durationMs } = voice
  const leave = useEffectEvent(() => leavePlayback(id, voice))
  useEffect(() => {
    returnToPlayback(id)
    return () => leave()
  }, [id])
  const place = Math.min(positionMs, durationMs)
  const times = { time: clockTime(place / 1_000), of: clockTime(Math.max(1, durationMs / 1_000)) }
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled
  return (
    <fieldset className="wl-voice" aria-label={label}>
      <button
        type="button"
        className="wl-voice-play"
        aria-label={isPlaying ? i18n._({ id: 'voice.pause', message: 'Pause' }) : i18n._({ id: 'voice.play', message: 'Play' })}
        onClick={() => togglePlayback(id, voice)}
      >
        <Icon size={20} aria-hidden />
      </button>
      <div className="wl-voice-track">
        <Waveform levels={voice.waveform} progress={durationMs > 0 ? place / durationMs : 0} />
        <input
          type="range"
          className="wl-voice-position"
          min={0}
          max={durationMs}
          step={durationMs < LONG_MS ? STEP_MS : LONG_STEP_MS}
          value={place}
          aria-label={i18n._({ id: 'voice.position', message: 'Position' })}
          aria-valuetext={i18n._({ id: 'voice.position.of', message: '{time} of {of}', values: times })}
          onChange={({ currentTarget }) => seek(id, voice, Number(currentTarget.value))}
        />
      </div>
      <span className="wl-voice-time">{place > 0 ? times.time : times.of}</span>
      <Speed />
      {hasFailed && (
        <p className="wl-voice-failed" role="alert">
          {i18n._({ id: 'voice.failed', message: 'This can’t be played right now.' })}
        </p>
      )}
    </fieldset>
  )
}

function Speed() {
  const { i18n } = useLingui()
  const rate = useVoicePlayback((now) => now.rate)
  const shown = rate.toLocaleString(i18n.locale)
  return (
    <button
      type="button"
      className="wl-voice-speed"
      aria-label={i18n._({ id: 'voice.speed', message: 'Speed: {rate}×', values: { rate: shown } })}
      onClick={nextRate}
    >
      <bdi dir="ltr" aria-hidden>{`${shown}×`}</bdi>
    </button>
  )
}

/** Bars of the loudness over time; those up to `progress` (0 to 1) are highlighted. */
export function Waveform({ levels, progress }: { levels: readonly number[]; progress: number }) {
  const played = progress * levels.length
  return (
    <span className="wl-voice-bars" aria-hidden>
      {levels.map((level, index) => (
        // The bars never reorder.
        // oxlint-disable-next-line react/no-array-index-key
        <span
          key={index}
          data-played={index < played || undefined}
          style={{ blockSize: `${12 + (88 * level) / limits.recording.level}%` }}
        />
      ))}
    </span>
  )
}

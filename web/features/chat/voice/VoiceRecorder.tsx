import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { IconPlayerStopFilled, IconSend, IconTrash, IconX } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { clockTime } from '#web/ui/text/clock-time.ts'
import { useReservedArea } from '#web/ui/panels/reserved-areas.ts'
import { voiceText } from '../chat.messages.ts'
import type { ChatId } from '../engine/state.ts'
import { deleteVoiceDraft, loadVoiceDraft, saveVoiceDraft } from '../storage/voice-drafts.ts'
import { startRecorder, type RecordedVoice, type Recorder, type RecorderProblem, type RecorderState } from './recorder.ts'
import { VoicePlayer, Waveform } from './VoicePlayer.tsx'
import './voice.css'

type VoiceRecorderProps = {
  chatId: ChatId
  /** Shows the conversation's unsent recording instead of starting a new one. */
  isDraft: boolean
  /** Content above the recorder: the quote. */
  above?: ReactNode
  onSend: (voice: RecordedVoice) => void
  onClose: () => void
}

/**
 * In place of the composer: records as soon as it opens, plays the recording back, and sends or discards it. A user who leaves the
 * conversation finds the recording there again.
 */
export function VoiceRecorder({ chatId, isDraft, above, onSend, onClose }: VoiceRecorderProps) {
  const { i18n } = useLingui()
  const reservedArea = useReservedArea('bottom')
  const [state, setState] = useState<RecorderState>({ name: 'asking' })
  const recorder = useRef<Recorder>(null)
  const [sendsWhenDone, setSendsWhenDone] = useState(false)
  const firstAction = useRef<HTMLFieldSetElement>(null)
  const isOver = useRef(false)
  useEffect(() => {
    let isRecording = false
    const started = isDraft
      ? openDraft(chatId, setState, onClose)
      : startRecorder((next) => {
          isRecording = next.name === 'recording'
          if (next.name === 'done' && !isOver.current) void saveVoiceDraft(chatId, next.voice)
          setState(next)
        })
    recorder.current = started
    // Stopping saves what was recorded so far.
    return () => (isRecording && !isOver.current ? started.stop() : started.cancel())
    // Runs when the recorder opens.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [])
  useEffect(() => {
    if (state.name !== 'recording') return undefined
    const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', confirmLeave)
    return () => removeEventListener('beforeunload', confirmLeave)
  }, [state.name])
  // The pressed button is gone, so the focus goes to the one that replaces it. A restored draft has no pressed button.
  useEffect(() => {
    if (isDraft) return
    firstAction.current?.querySelector<HTMLElement>('[data-first]')?.focus()
    // Runs when the actions change.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [state.name])
  useEffect(() => {
    if (state.name !== 'done' || !sendsWhenDone) return
    onSend(state.voice)
    end()
    // Runs once, when the recording is complete.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [state.name, sendsWhenDone])

  function end(): void {
    isOver.current = true
    void deleteVoiceDraft(chatId)
    onClose()
  }

  function send(): void {
    if (state.name === 'done') {
      onSend(state.voice)
      end()
    } else {
      setSendsWhenDone(true)
      recorder.current?.stop()
    }
  }

  /** Escape loses nothing: it ends the recording, and closes what has recorded nothing. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented || state.name === 'done') return
    event.preventDefault()
    if (state.name === 'recording') recorder.current?.stop()
    else end()
  }

  // Before the first sound there is nothing to discard.
  const isEmpty = state.name === 'problem' || state.name === 'asking'
  const discard = isEmpty ? i18n._({ id: 'dialog.close', message: 'Close' }) : i18n._({ id: 'voice.discard', message: 'Discard recording' })
  const stop = i18n._({ id: 'voice.stop', message: 'Stop recording' })
  return (
    <div ref={reservedArea} className="wl-reply">
      {above}
      {/* One key handler for all children. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <fieldset
        ref={firstAction}
        className="wl-recorder"
        aria-label={i18n._({ id: 'voice.recorder', message: 'Voice recorder' })}
        onKeyDown={onKeyDown}
      >
        <ActionIcon icon={isEmpty ? IconX : IconTrash} size={44} label={discard} data-first={isEmpty || undefined} onClick={end} />
        <output className="wl-hidden">{stateText(i18n, state)}</output>
        <div className="wl-recorder-state">
          <Shown state={state} />
        </div>
        {state.name === 'recording' && (
          <ActionIcon
            icon={IconPlayerStopFilled}
            size={44}
            variant="outline"
            label={stop}
            data-first
            onClick={() => recorder.current?.stop()}
          />
        )}
        {(state.name === 'recording' || state.name === 'done') && (
          <ActionIcon
            icon={IconSend}
            size={44}
            variant="filled"
            aria-label={i18n._({ id: 'voice.send', message: 'Send voice message' })}
            data-first={state.name === 'done' || undefined}
            onClick={send}
          />
        )}
      </fieldset>
    </div>
  )
}

/** Shows the stored recording; closes if it was deleted. */
function openDraft(chatId: ChatId, onState: (state: RecorderState) => void, onGone: () => void): Recorder {
  let isCancelled = false
  const open = async () => {
    const voice = await loadVoiceDraft(chatId)
    if (isCancelled) return
    if (voice) return onState({ name: 'done', voice })
    void deleteVoiceDraft(chatId)
    onGone()
  }
  void open()
  return { stop: () => undefined, cancel: () => void (isCancelled = true) }
}

const PREVIEW = 'recording'

function Shown({ state }: { state: RecorderState }) {
  const { i18n } = useLingui()
  switch (state.name) {
    case 'asking':
      return <span className="wl-muted">{stateText(i18n, state)}</span>
    case 'problem':
      return <span>{problemText(i18n, state.problem)}</span>
    case 'done': {
      const { file, durationMs, waveform } = state.voice
      return <VoicePlayer id={PREVIEW} voice={{ source: file, durationMs, waveform }} label={voiceText(i18n, state.voice)} />
    }
    case 'recording':
      return (
        <>
          <span className="wl-recorder-dot" aria-hidden />
          <span className="wl-voice-time" role="timer">
            {clockTime(state.elapsedMs / 1_000)}
          </span>
          <span className="wl-voice-limit wl-muted">{`/ ${clockTime(limits.recording.ms / 1_000)}`}</span>
          <span className="wl-recorder-bars">
            <Waveform levels={recentBars(state.levels)} progress={1} />
          </span>
        </>
      )
  }
}

/** The last moments of a recording, the latest at the end. */
function recentBars(levels: readonly number[]): number[] {
  const { bars, level } = limits.recording
  const recent = levels.slice(-bars).map((entry) => Math.round(entry * level))
  return [...Array.from({ length: bars - recent.length }, () => 0), ...recent]
}

function stateText(i18n: I18n, state: RecorderState): string {
  switch (state.name) {
    case 'asking':
      return i18n._({ id: 'voice.asking', message: 'Waiting for the microphone…' })
    case 'recording':
      return i18n._({ id: 'voice.recording', message: 'Recording. It ends after five minutes.' })
    case 'done':
      return i18n._({ id: 'voice.recorded', message: 'Recorded. Listen to it, or send it.' })
    case 'problem':
      return problemText(i18n, state.problem)
  }
}

function problemText(i18n: I18n, problem: RecorderProblem): string {
  switch (problem) {
    case 'denied':
      return i18n._({ id: 'voice.denied', message: 'To record, allow the microphone for this site in your browser’s settings.' })
    case 'no-microphone':
      return i18n._({ id: 'voice.no-microphone', message: 'No microphone found.' })
    case 'failed':
      return i18n._({ id: 'voice.no-recording', message: 'The recording failed. Please try again.' })
  }
}

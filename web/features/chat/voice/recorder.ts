/* Records the microphone as Opus where the browser can, and measures the loudness for the waveform. */
import { limits } from '#contract/limits.ts'

export type RecordedVoice = { file: Blob; durationMs: number; waveform: number[] }

export type RecorderProblem = 'denied' | 'no-microphone' | 'failed'

export type RecorderState =
  | { name: 'asking' }
  /** `levels`: the loudness so far, from 0 to 1. */
  | { name: 'recording'; elapsedMs: number; levels: readonly number[] }
  | { name: 'done'; voice: RecordedVoice }
  | { name: 'problem'; problem: RecorderProblem }

export type Recorder = {
  /** Ends the recording; `done` follows. */
  stop(): void
  /** Ends and discards it, and releases the microphone. No state follows. */
  cancel(): void
}

/** Opus in each container that a browser offers; Safari before 18.4 has only AAC. */
const TYPES = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4;codecs=opus', 'audio/mp4']
const BITS_PER_SECOND = 32_000
const LEVEL_INTERVAL_MS = 100
/** The encoder may add a moment after the stop. */
const MAX_MS = limits.recording.ms - 500

/** Asks for the microphone and records until `stop`, at most five minutes. */
export function startRecorder(onState: (state: RecorderState) => void): Recorder {
  const levels: number[] = []
  let isCancelled = false
  let shouldStop = false
  let release = (): void => undefined
  let finish = (): void => void (shouldStop = true)
  const emit = (state: RecorderState) => void (isCancelled || onState(state))

  async function run(): Promise<void> {
    emit({ name: 'asking' })
    const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true } })
    const meter = createMeter(stream)
    release = () => {
      // An audio context can be closed only once.
      release = () => undefined
      for (const track of stream.getTracks()) track.stop()
      meter.close()
    }
    if (isCancelled) return release()
    const type = TYPES.find((entry) => MediaRecorder.isTypeSupported(entry))
    const recorder = new MediaRecorder(stream, { ...(type ? { mimeType: type } : {}), audioBitsPerSecond: BITS_PER_SECOND })
    const parts: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => void parts.push(data))
    const startedAt = performance.now()
    const timer = setInterval(() => {
      const elapsedMs = performance.now() - startedAt
      levels.push(meter.level())
      emit({ name: 'recording', elapsedMs, levels })
      if (elapsedMs >= MAX_MS) finish()
    }, LEVEL_INTERVAL_MS)
    finish = () => recorder.state !== 'inactive' && recorder.stop()
    // Also when the microphone is unplugged.
    recorder.addEventListener('stop', () => {
      clearInterval(timer)
      release()
      const durationMs = Math.round(performance.now() - startedAt)
      const file = new Blob(parts, { type: recorder.mimeType })
      emit(
        file.size > 0
          ? { name: 'done', voice: { file, durationMs, waveform: waveformOf(levels) } }
          : { name: 'problem', problem: 'failed' },
      )
    })
    recorder.start()
    emit({ name: 'recording', elapsedMs: 0, levels })
    if (shouldStop) finish()
  }

  run().catch((error: unknown) => {
    release()
    emit({ name: 'problem', problem: problemOf(error) })
  })
  return {
    stop: () => finish(),
    cancel() {
      isCancelled = true
      finish()
      release()
    },
  }
}

/** Bars of the loudest moments, relative to the loudest of all, so that quiet voices have a waveform, too. */
export function waveformOf(levels: readonly number[]): number[] {
  const { bars, level } = limits.recording
  const loudest = Math.max(0.05, ...levels)
  return Array.from({ length: bars }, (_, index) => {
    const from = Math.floor((index * levels.length) / bars)
    const slice = levels.slice(from, Math.max(from + 1, Math.floor(((index + 1) * levels.length) / bars)))
    return Math.round((Math.max(0, ...slice) / loudest) * level)
  })
}

function createMeter(stream: MediaStream): { level: () => number; close: () => void } {
  const context = new AudioContext()
  // Safari creates the audio context suspended.
  void context.resume()
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Uint8Array(analyser.fftSize)
  return {
    level() {
      analyser.getByteTimeDomainData(samples)
      return samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample - 128)), 0) / 128
    },
    close: () => void context.close(),
  }
}

function problemOf(error: unknown): RecorderProblem {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' ? 'no-microphone' : 'failed'
}

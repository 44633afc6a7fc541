// Plays a few quiet tones made from the id, so that play, pause and mute sound different.
import { hashOf } from './motion.js'

const scale = [0, 3, 5, 7, 10, 12, 15]
const BEAT_MS = 380

/** Tones of `id` that sound between `start` and `stop`. Browsers that reject sound before a gesture stay silent. */
export function tonesOf(id) {
  let context = null
  let beat = 0
  let timer = 0
  let tune = id

  function pluck() {
    const step = scale[hashOf(`${tune} ${beat % 16}`) % scale.length]
    const tone = context.createOscillator()
    const volume = context.createGain()
    const at = context.currentTime
    tone.type = 'triangle'
    tone.frequency.value = 196 * 2 ** (step / 12)
    volume.gain.setValueAtTime(0.05, at)
    volume.gain.exponentialRampToValueAtTime(0.0005, at + 0.7)
    tone.connect(volume).connect(context.destination)
    tone.start(at)
    tone.stop(at + 0.75)
    beat++
  }

  return {
    start(of) {
      tune = of
      if (timer) return
      context ??= new AudioContext()
      void context.resume()
      timer = setInterval(() => context.state === 'running' && pluck(), BEAT_MS)
    },
    stop() {
      clearInterval(timer)
      timer = 0
    },
  }
}

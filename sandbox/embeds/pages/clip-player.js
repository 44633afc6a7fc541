// The controls of the fake short clips and, where it speaks, the messages of TikTok's player.
import { clock, draw, enableButtons } from './motion.js'
import { tonesOf } from './tones.js'

const ENDED = 0
const PLAYING = 1
const PAUSED = 2
const SECONDS = 30

const { clip, speaks } = document.body.dataset
const canvas = document.querySelector('canvas')
const play = document.querySelector('.play')
const time = document.querySelector('.time')
const tones = tonesOf(clip)

let state = PAUSED
let at = 0

function send(type, value) {
  if (speaks === '1') parent.postMessage({ type, value, 'x-tiktok-player': true }, '*')
}

function enter(next) {
  if (state !== next) {
    state = next
    send('onStateChange', state)
  }
  show()
}

function show() {
  const isPlaying = state === PLAYING
  play.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play')
  play.dataset.on = String(isPlaying)
  time.textContent = `${clock(at)} / ${clock(SECONDS)}`
  if (isPlaying) tones.start(clip)
  else tones.stop()
  draw(canvas, clip, at)
}

addEventListener('message', ({ data, source }) => {
  if (source !== parent || typeof data !== 'object' || data === null || data['x-tiktok-player'] !== true) return
  if (data.type === 'play') enter(PLAYING)
  if (data.type === 'pause') enter(PAUSED)
})
play.addEventListener('click', () => enter(state === PLAYING ? PAUSED : PLAYING))

let last = performance.now()
setInterval(() => {
  const now = performance.now()
  const passed = (now - last) / 1000
  last = now
  if (state !== PLAYING) return
  at += passed
  if (at < SECONDS) return show()
  at = 0
  enter(ENDED)
}, 100)

show()
enableButtons()
send('onPlayerReady', null)

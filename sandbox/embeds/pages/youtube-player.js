// The controls of the fake player and the messages of YouTube's IFrame API.
import { clock, draw, enableButtons, hashOf } from './motion.js'
import { tonesOf } from './tones.js'

const UNSTARTED = -1
const ENDED = 0
const PLAYING = 1
const PAUSED = 2
const CUED = 5
const RATES = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]

const { api, autoplay, mute, origin } = document.body.dataset
const canvas = document.querySelector('canvas')
const play = document.querySelector('.play')
const sound = document.querySelector('.sound')
const bar = document.querySelector('input[type=range]')
const time = document.querySelector('.time')
const title = document.querySelector('h1')
const by = document.querySelector('.by')

let video = document.body.dataset.video
let state = UNSTARTED
let at = 0
let rate = 1
let isMuted = mute === '1'
/** The id that the page gave itself with `listening`; nothing is said before. */
let listener = null
const tones = tonesOf(video)
const duration = () => 60 + (hashOf(video) % 300)

function send(event, info) {
  if (listener === null || api !== '1' || !origin) return
  parent.postMessage(JSON.stringify({ event, info, id: listener, channel: 'widget' }), origin)
}

const videoInfo = () => ({
  playerState: state,
  currentTime: at,
  duration: duration(),
  muted: isMuted,
  playbackRate: rate,
  availablePlaybackRates: RATES,
  volume: 100,
  videoData: { video_id: video, title: title.textContent, author: by.textContent },
})

function enter(next) {
  if (state !== next) {
    state = next
    send('onStateChange', state)
  }
  send('infoDelivery', videoInfo())
  show()
}

function show() {
  const isPlaying = state === PLAYING
  play.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play')
  play.dataset.on = String(isPlaying)
  sound.setAttribute('aria-label', isMuted ? 'Unmute' : 'Mute')
  sound.dataset.on = String(!isMuted)
  document.body.dataset.state = String(state)
  bar.max = String(duration())
  bar.value = String(at)
  bar.setAttribute('aria-valuetext', `${clock(at)} of ${clock(duration())}`)
  time.textContent = `${clock(at)} / ${clock(duration())}`
  if (isPlaying && !isMuted) tones.start(video)
  else tones.stop()
  draw(canvas, video, at)
}

/** Browsers let nothing sound by itself; the real player then waits for a press. */
function playVideo() {
  if (!isMuted && !navigator.userActivation.hasBeenActive) return
  if (state === ENDED) at = 0
  enter(PLAYING)
}

function pauseVideo() {
  if (state === PLAYING) enter(PAUSED)
}

async function load(given, next) {
  const id = typeof given === 'object' && given !== null ? given.videoId : given
  if (typeof id !== 'string' || !/^[\w-]{11}$/.test(id)) return send('onError', 2)
  video = id
  at = 0
  state = UNSTARTED
  send('onStateChange', state)
  const named = await (await fetch(`/titles?id=${id}`)).json()
  title.textContent = named.name
  by.textContent = named.by
  if (next === PLAYING) playVideo()
  else enter(CUED)
}

const commands = {
  playVideo,
  pauseVideo,
  stopVideo: () => enter(CUED),
  mute: () => setMuted(true),
  unMute: () => setMuted(false),
  setPlaybackRate: (next) => RATES.includes(next) && (rate = next),
  seekTo: (seconds) => seek(Number(seconds)),
  loadVideoById: (given) => void load(given, PLAYING),
  cueVideoById: (given) => void load(given, CUED),
  addEventListener: () => undefined,
}

function setMuted(next) {
  isMuted = next
  enter(state)
}

function seek(seconds) {
  at = Math.min(Math.max(0, seconds || 0), duration())
  enter(state === ENDED ? PAUSED : state)
}

addEventListener('message', (message) => {
  if (api !== '1' || message.source !== parent || message.origin !== origin || typeof message.data !== 'string') return
  let said
  try {
    said = JSON.parse(message.data)
  } catch {
    return // not for us
  }
  if (said.event === 'listening') {
    const isFirst = listener === null
    listener = said.id ?? 1
    if (isFirst) {
      send('initialDelivery', videoInfo())
      send('onReady', null)
      send('onStateChange', state)
    }
    return
  }
  if (said.event === 'command' && Object.hasOwn(commands, said.func)) commands[said.func](...(Array.isArray(said.args) ? said.args : []))
})

document.addEventListener('click', ({ target }) => {
  const act = target.closest('button')?.dataset.do
  if (act === 'toggle') (state === PLAYING ? pauseVideo : playVideo)()
  if (act === 'mute') setMuted(!isMuted)
})
bar.addEventListener('input', () => seek(Number(bar.value)))

let last = performance.now()
let toldAt = 0
setInterval(() => {
  const now = performance.now()
  const passed = (now - last) / 1000
  last = now
  if (state !== PLAYING) return
  at += passed * rate
  if (at >= duration()) {
    at = duration()
    return enter(ENDED)
  }
  show()
  if (now - toldAt > 500) {
    toldAt = now
    send('infoDelivery', videoInfo())
  }
}, 100)

show()
enableButtons()
if (autoplay === '1') playVideo()

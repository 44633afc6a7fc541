// The controls of the fake player and the messages of Spotify's embed.
import { clock, draw, enableButtons } from './motion.js'
import { tonesOf } from './tones.js'

const { uri } = document.body.dataset
const duration = Number(document.body.dataset.seconds)
const canvas = document.querySelector('canvas')
const play = document.querySelector('.play')
const bar = document.querySelector('input[type=range]')
const now = document.querySelector('.now')
const songs = [...document.querySelectorAll('[data-song]')]

let current = 0
let at = 0
let isPaused = true
/** Reports begin once the page around has answered `ready`. */
let isHeard = false
const tones = tonesOf(uri)
const songKey = () => `${uri} ${current}`

function send(message) {
  parent.postMessage(message, '*')
}

function report() {
  if (isHeard)
    send({
      type: 'playback_update',
      payload: { isPaused, isBuffering: false, duration: duration * 1000, position: Math.round(at * 1000), playingURI: uri },
    })
}

function show() {
  play.setAttribute('aria-label', isPaused ? 'Play' : 'Pause')
  play.dataset.on = String(!isPaused)
  document.body.dataset.playing = String(!isPaused)
  songs.forEach((song, place) => song.toggleAttribute('aria-current', place === current))
  const text = isPaused ? '' : `Playing ${songs[current]?.dataset.name}${duration > 30 ? '' : `, a preview of ${duration} seconds`}`
  if (now.textContent !== text) now.textContent = text
  bar.value = String(at)
  bar.setAttribute('aria-valuetext', clock(at))
  if (isPaused) tones.stop()
  else tones.start(songKey())
  draw(canvas, songKey(), at)
}

function set(paused) {
  isPaused = paused
  show()
  report()
}

const commands = {
  play: () => set(false),
  resume: () => set(false),
  pause: () => set(true),
  toggle: () => set(!isPaused),
  seek: ({ timestamp }) => seek(Number(timestamp)),
  load_complete_ack: () => {
    isHeard = true
    report()
  },
}

function seek(seconds) {
  at = Math.min(Math.max(0, seconds || 0), duration)
  set(isPaused)
}

function pick(place) {
  current = place
  at = 0
  tones.stop()
  set(false)
}

addEventListener('message', ({ source, data }) => {
  if (source !== parent || typeof data !== 'object' || data === null) return
  if (Object.hasOwn(commands, data.command)) commands[data.command](data)
})

document.addEventListener('click', ({ target }) => {
  const button = target.closest('button')
  if (button?.dataset.do === 'toggle') set(!isPaused)
  else if (button?.dataset.song !== undefined) pick(songs.indexOf(button))
})
bar.addEventListener('input', () => seek(Number(bar.value)))

let last = performance.now()
let toldAt = 0
setInterval(() => {
  const time = performance.now()
  const passed = (time - last) / 1000
  last = time
  if (isPaused) return
  at += passed
  if (at >= duration) {
    if (current + 1 < songs.length) pick(current + 1)
    else {
      at = 0
      set(true)
    }
    return
  }
  show()
  if (time - toldAt > 1000) {
    toldAt = time
    report()
  }
}, 100)

show()
enableButtons()
send({ type: 'ready' })

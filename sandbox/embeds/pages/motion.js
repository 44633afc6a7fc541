// The animation of the fake players: bars that move on a gradient made from the id.

/** A whole number that is always the same for the same text. */
export function hashOf(text) {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** The buttons come disabled: a press before the script listens would be lost. */
export function enableButtons() {
  for (const button of document.querySelectorAll('button')) button.disabled = false
}

const holdsStill = matchMedia('(prefers-reduced-motion: reduce)')

/** Draws the picture of `id` at second `at`. */
export function draw(canvas, id, at) {
  const pen = canvas.getContext('2d')
  const { width, height } = canvas
  const hash = hashOf(id)
  const hue = hash % 360
  const light = pen.createRadialGradient(width * 0.3, height * 0.25, 0, width * 0.3, height * 0.25, width)
  light.addColorStop(0, `hsl(${hue} 60% 46%)`)
  light.addColorStop(1, `hsl(${(hue + 70) % 360} 50% 14%)`)
  pen.fillStyle = light
  pen.fillRect(0, 0, width, height)
  const bars = 24
  const seconds = holdsStill.matches ? 0 : at
  pen.fillStyle = 'rgb(255 255 255 / 30%)'
  for (let bar = 0; bar < bars; bar++) {
    const own = (hash >>> (bar % 24)) % 7
    const tall = height * (0.12 + 0.3 * Math.abs(Math.sin(seconds * (1 + own / 5) + bar)))
    pen.fillRect((bar + 0.25) * (width / bars), height / 2 - tall / 2, width / bars / 2, tall)
  }
}

export const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

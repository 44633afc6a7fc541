/** A stable hash of an ID from 0 to 2^32 - 1 (FNV-1a with a final mix). */
export function hashOf(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) {
    hash ^= id.charCodeAt(index)
    hash = Math.imul(hash, 0x01000193)
  }
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  return hash >>> 0
}

export type Gradient = { from: string; to: string; atX: number; atY: number }

/**
 * Two colors and the light's position, in per cent, derived from an ID. Hues cover the full circle; all gradients have a similar
 * lightness, so initials on them are readable.
 */
export function gradientOf(id: string, look: 'person' | 'artwork'): Gradient {
  const hash = hashOf(id)
  const hue = hash % 360
  const turn = 40 + ((hash >>> 9) % 50)
  const second = (hue + ((hash >>> 17) & 1 ? turn : 360 - turn)) % 360
  const atX = 12 + ((hash >>> 4) % 77)
  const atY = 8 + ((hash >>> 11) % 77)
  if (look === 'person') return { from: `oklch(0.78 0.13 ${hue})`, to: `oklch(0.68 0.15 ${second})`, atX, atY }
  return { from: `oklch(0.76 0.16 ${hue})`, to: `oklch(0.4 0.13 ${second})`, atX, atY }
}

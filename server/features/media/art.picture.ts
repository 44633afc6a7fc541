import { ProviderError } from '#server/providers/provider-error.ts'
import type { OutsideRequest } from '#server/providers/outside.ts'

export type Picture = {
  bytes: Buffer
  type: string
  /** How long it may be cached, in seconds; 0 for not at all. */
  maxAgeSeconds: number
}

/** Fetches a picture; null when there is none. @throws ProviderError */
export type PictureSource = (address: string) => Promise<Picture | null>

/** File signatures. The server's content type is not trusted. */
const signatures: readonly [type: string, matches: (bytes: Buffer) => boolean][] = [
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))],
  ['image/webp', (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'],
]

/** Maximum cache time: the platforms' policies allow only temporary copies. */
const MAX_AGE_SECONDS = 7 * 86_400

export function platformPictures(outside: OutsideRequest): PictureSource {
  return async (address) => {
    const { status, bytes, maxAgeSeconds } = await outside(address)
    if (status === 404 || status === 410) return null
    if (status !== 200) throw new ProviderError('unavailable', 'picture request rejected', { status })
    const type = signatures.find(([, matches]) => matches(bytes))?.[0]
    if (!type) throw new ProviderError('malformed', 'not a picture', { host: new URL(address).host })
    return { bytes, type, maxAgeSeconds: Math.min(maxAgeSeconds, MAX_AGE_SECONDS) }
  }
}

const DAY_SECONDS = 86_400

/** Deterministic artwork by address, for fake services. */
export const generatedPictures: PictureSource = async (address) => {
  const hash = hashOf(address)
  const hue = hash % 360
  const second = (hue + 40 + ((hash >>> 9) % 50)) % 360
  const [x, y] = [15 + ((hash >>> 4) % 70), 10 + ((hash >>> 11) % 70)]
  const bars = Array.from({ length: 9 }, (_, index) => 16 + (hashOf(`${address} ${index}`) % 70))
  // Video thumbnails are wide, others square; the bars are centered in both.
  const height = new URL(address).host === 'i.ytimg.com' ? 180 : 320
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="${height}" viewBox="0 0 320 ${height}"><defs><radialGradient id="g" cx="${x}%" cy="${y}%" r="95%"><stop offset="0" stop-color="hsl(${hue} 62% 58%)"/><stop offset="1" stop-color="hsl(${second} 48% 22%)"/></radialGradient></defs><rect width="320" height="${height}" fill="url(#g)"/>${bars
    .map(
      (bar, index) =>
        `<rect x="${88 + index * 17}" y="${(height - bar) / 2}" width="8" height="${bar}" rx="4" fill="#fff" fill-opacity=".28"/>`,
    )
    .join('')}</svg>`
  return { bytes: Buffer.from(svg), type: 'image/svg+xml', maxAgeSeconds: DAY_SECONDS }
}

/** FNV-1a with a final mix: 0 to 2^32 - 1. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

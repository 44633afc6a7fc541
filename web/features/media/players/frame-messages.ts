/* Parses messages from the players' pages. Any window can send messages, so each field is validated, and anything unexpected is ignored. */

export type SpotifyMessage = { kind: 'ready' } | { kind: 'playback'; isPaused: boolean }

/** Parses a message of Spotify's embed; null for anything else. */
export function readSpotifyMessage(data: unknown): SpotifyMessage | null {
  if (!isRecord(data)) return null
  if (data['type'] === 'ready') return { kind: 'ready' }
  const { payload } = data
  if (data['type'] !== 'playback_update' || !isRecord(payload) || typeof payload['isPaused'] !== 'boolean') return null
  return { kind: 'playback', isPaused: payload['isPaused'] }
}

export type TiktokMessage = { kind: 'ready' } | { kind: 'playback'; isPaused: boolean }

/** Parses a message of TikTok's player; null for anything else. `1` is playing; other states are silent. */
export function readTiktokMessage(data: unknown): TiktokMessage | null {
  if (!isRecord(data) || data['x-tiktok-player'] !== true) return null
  const { type, value } = data
  if (type === 'onPlayerReady') return { kind: 'ready' }
  return type === 'onStateChange' && typeof value === 'number' ? { kind: 'playback', isPaused: value !== 1 } : null
}

/** For players that send no messages. */
export const ignoreMessages = (): null => null

/** `-1` not started, `0` ended, `1` playing, `2` paused, `3` buffering, `5` cued. */
export type YoutubeState = -1 | 0 | 1 | 2 | 3 | 5
export type YoutubeMessage = { kind: 'ready' } | { kind: 'state'; state: YoutubeState } | { kind: 'error'; code: number }

const LONGEST = 100_000

/** Parses a message of YouTube's IFrame API, which is a JSON string; null for anything else. */
export function readYoutubeMessage(data: unknown): YoutubeMessage | null {
  const text = typeof data === 'string' && data.length <= LONGEST ? parsed(data) : null
  if (!isRecord(text)) return null
  const { event, info } = text
  if (event === 'onReady' || event === 'initialDelivery') return { kind: 'ready' }
  if (event === 'onStateChange' && isState(info)) return { kind: 'state', state: info }
  if (event === 'infoDelivery' && isRecord(info) && isState(info['playerState'])) return { kind: 'state', state: info['playerState'] }
  if (event === 'onError' && Number.isInteger(Number(info))) return { kind: 'error', code: Number(info) }
  return null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON, so not a message of this player.
    return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isState = (value: unknown): value is YoutubeState => [-1, 0, 1, 2, 3, 5].some((state) => state === value)

/* Parses messages from the players' pages. Any window can send messages, so each field is validated, and anything unexpected is ignored. */

/** Times are milliseconds; null where the message has none. */
export type SpotifyMessage =
  | { kind: 'ready' }
  /** From our own frame: Spotify's script did not load. */
  | { kind: 'failed' }
  | { kind: 'playback'; isPaused: boolean; positionMs: number | null; durationMs: number | null }

/** Parses a message of Spotify's embed, or of our frame around its iFrame API; null for anything else. */
export function readSpotifyMessage(data: unknown): SpotifyMessage | null {
  if (!isRecord(data)) return null
  if (data['type'] === 'ready') return { kind: 'ready' }
  if (data['type'] === 'failed') return { kind: 'failed' }
  const { payload } = data
  if (data['type'] !== 'playback_update' || !isRecord(payload) || typeof payload['isPaused'] !== 'boolean') return null
  return {
    kind: 'playback',
    isPaused: payload['isPaused'],
    positionMs: timeOf(payload['position'], 1),
    durationMs: timeOf(payload['duration'], 1),
  }
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
/** What the player reports between state changes; null where a message has no such field. */
export type YoutubeInfo = { positionMs: number | null; durationMs: number | null; title: string | null; author: string | null }
export type YoutubeMessage =
  | { kind: 'ready' }
  | { kind: 'state'; state: YoutubeState }
  | { kind: 'info'; state: YoutubeState | null; info: YoutubeInfo }
  | { kind: 'error'; code: number }

const LONGEST = 100_000

/** Parses a message of YouTube's IFrame API, which is a JSON string; null for anything else. */
export function readYoutubeMessage(data: unknown): YoutubeMessage | null {
  const text = typeof data === 'string' && data.length <= LONGEST ? parsed(data) : null
  if (!isRecord(text)) return null
  const { event, info } = text
  if (event === 'onReady' || event === 'initialDelivery') return { kind: 'ready' }
  if (event === 'onStateChange' && isState(info)) return { kind: 'state', state: info }
  if (event === 'infoDelivery' && isRecord(info)) return { kind: 'info', state: stateOf(info['playerState']), info: infoOf(info) }
  if (event === 'onError' && Number.isInteger(Number(info))) return { kind: 'error', code: Number(info) }
  return null
}

function infoOf(info: Record<string, unknown>): YoutubeInfo {
  const video = isRecord(info['videoData']) ? info['videoData'] : {}
  return {
    positionMs: timeOf(info['currentTime'], 1_000),
    durationMs: timeOf(info['duration'], 1_000),
    title: shortText(video['title']),
    author: shortText(video['author']),
  }
}

/** A time in milliseconds from a number of another unit; null for anything else. */
function timeOf(value: unknown, unitMs: number): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value * unitMs) : null
}

const shortText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value.slice(0, 300) : null)
const stateOf = (value: unknown): YoutubeState | null => (isState(value) ? value : null)

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

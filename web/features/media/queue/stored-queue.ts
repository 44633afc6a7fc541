/* Reads the queue that this browser stored. Ids become part of addresses of players, so nothing unexpected is accepted. */
import { fieldsOf, isText } from '#web/platform/fields.ts'
import { isSpotify, isVideo } from '../items/playable.ts'
import { emptyQueue, MAX_QUEUE, type Queue, type QueuedPlayable, type QueueEntry } from './queue.ts'

const MAX_TEXT = 500

/** The stored queue; an empty one for anything that isn't a queue. */
export function parseQueue(stored: string | null): Queue {
  try {
    const { entries, at } = fieldsOf(JSON.parse(stored ?? 'null'))
    if (!Array.isArray(entries) || entries.length > MAX_QUEUE) return emptyQueue
    if (typeof at !== 'number' || !Number.isInteger(at) || at < -1 || at >= entries.length) return emptyQueue
    const read = entries.map(readEntry).filter((entry) => entry !== null)
    return read.length === entries.length ? { entries: read, at } : emptyQueue
  } catch {
    // Not JSON: written by another version.
    return emptyQueue
  }
}

function readEntry(stored: unknown): QueueEntry | null {
  const { key, title, by, from, playable: item } = fieldsOf(stored)
  const playable = readPlayable(item)
  const isValid = isShort(key) && isShort(title) && isShort(by) && (from === null || isShort(from))
  return playable && isValid ? { key, title, by, from, playable } : null
}

function readPlayable(stored: unknown): QueuedPlayable | null {
  const { kind, songId, videoId, title, by, channelName, byPath } = fieldsOf(stored)
  if (!isShort(title) || !(byPath === undefined || isPath(byPath))) return null
  const path = byPath === undefined ? {} : { byPath }
  if (kind === 'song' && isText(songId) && isSpotify(songId) && isShort(by)) return { kind, songId, title, by, ...path }
  if (kind === 'video' && isText(videoId) && isVideo(videoId) && isShort(channelName)) return { kind, videoId, title, channelName, ...path }
  return null
}

const isShort = (value: unknown): value is string => isText(value) && value.length <= MAX_TEXT
const isPath = (value: unknown): value is string => isText(value) && /^\/(?:artist|channel)\/[\da-f-]{36}$/.test(value)

/* Reads the container of a recording: its format, codec and length. Nothing is decoded. MediaRecorder leaves the length out of the head of
   a file, so it is counted over the packets. */
import { AppError } from '#contract/errors.ts'

export type RecordingFormat = 'webm' | 'ogg' | 'mp4'
export type RecordingMetadata = { format: RecordingFormat; durationMs: number }

/**
 * The format and the length of a recording.
 * @throws AppError 'unsupported_media' unless it is one audio track: Opus in WebM or Ogg, AAC or Opus in MP4; 'invalid_input' if damaged
 */
export function readRecording(bytes: Buffer): RecordingMetadata {
  try {
    if (bytes.readUInt32BE(0) === EBML) return { format: 'webm', durationMs: webmDuration(bytes) }
    if (textAt(bytes, 0) === 'OggS') return { format: 'ogg', durationMs: oggDuration(bytes) }
    if (textAt(bytes, 4) === 'ftyp') return { format: 'mp4', durationMs: mp4Duration(bytes) }
  } catch (error) {
    if (error instanceof AppError) throw error
    // A read beyond the end.
    throw damagedError(String(error))
  }
  throw new AppError('unsupported_media')
}

const damagedError = (reason: string) =>
  new AppError('invalid_input', { reason }, [{ field: 'file', message: 'This recording is damaged or incomplete.' }])
const textAt = (bytes: Buffer, offset: number, length = 4): string => bytes.toString('latin1', offset, offset + length)

/** The duration of an Opus packet in milliseconds, from its first bytes (RFC 6716, section 3.1). */
function opusPacketMs(bytes: Buffer, offset: number): number {
  const head = bytes.readUInt8(offset)
  const config = head >> 3
  const frameMs = config < 12 ? [10, 20, 40, 60][config & 3] : config < 16 ? [10, 20][config & 1] : [2.5, 5, 10, 20][config & 3]
  const code = head & 3
  const frames = code === 0 ? 1 : code === 3 ? bytes.readUInt8(offset + 1) & 63 : 2
  return (frameMs ?? 20) * frames
}

const EBML = 0x1a45dfa3
/** Elements of WebM whose content is read; all others are skipped. */
const webm = {
  segment: 0x18538067,
  info: 0x1549a966,
  timescale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  codec: 0x86,
  cluster: 0x1f43b675,
  clusterTime: 0xe7,
  group: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
} as const
const webmParents = new Set<number>([webm.segment, webm.info, webm.tracks, webm.track, webm.cluster, webm.group])

function webmDuration(bytes: Buffer): number {
  let [scaleNs, clusterTime, endMs, packetsMs, tracks] = [1_000_000, 0, 0, 0, 0]
  for (let index = 0; index < bytes.length;) {
    const id = variableInteger(bytes, index, false)
    const size = variableInteger(bytes, index + id.length, true)
    const start = index + id.length + size.length
    // The content of a parent is read as what follows it, so a parent of unknown size (a live recording) needs no end.
    index = webmParents.has(id.value) ? start : start + size.value
    if (index > bytes.length) throw damagedError('an element ends after the file')
    if (id.value === webm.timescale) scaleNs = bytes.readUIntBE(start, size.value)
    else if (id.value === webm.clusterTime) clusterTime = bytes.readUIntBE(start, size.value)
    else if (id.value === webm.trackType) {
      tracks++
      if (bytes.readUInt8(start) !== 2) throw new AppError('unsupported_media', { reason: 'not an audio track' })
    } else if (id.value === webm.codec) {
      if (textAt(bytes, start, size.value) !== 'A_OPUS') throw new AppError('unsupported_media', { reason: 'not Opus' })
    } else if (id.value === webm.block || id.value === webm.simpleBlock) {
      const track = variableInteger(bytes, start, true)
      const packet = opusPacketMs(bytes, start + track.length + 3)
      const timeMs = ((clusterTime + bytes.readInt16BE(start + track.length)) * scaleNs) / 1_000_000
      endMs = Math.max(endMs, timeMs + packet)
      packetsMs += packet
    }
  }
  if (tracks !== 1) throw new AppError('unsupported_media', { reason: 'not one track' })
  // The timestamps could be forged, so packets are counted as well.
  return Math.round(Math.max(endMs, packetsMs))
}

/** An integer whose first byte encodes its length. `isSize`: without the length marker. */
function variableInteger(bytes: Buffer, offset: number, isSize: boolean): { value: number; length: number } {
  const first = bytes.readUInt8(offset)
  const length = Math.clz32(first) - 23
  if (length > 8) throw damagedError('an integer is too long')
  let value = isSize ? first & (0xff >> length) : first
  let isUnknown = isSize && value === 0xff >> length
  for (let next = 1; next < length; next++) {
    const byte = bytes.readUInt8(offset + next)
    isUnknown &&= byte === 0xff
    value = value * 256 + byte
  }
  return { value: isUnknown ? 0 : value, length }
}

function oggDuration(bytes: Buffer): number {
  let [packets, packetsMs, lastSamples, preSkip] = [0, 0, 0, 0]
  let isContinued = false
  for (let index = 0; index < bytes.length;) {
    if (textAt(bytes, index) !== 'OggS') throw damagedError('not a page')
    const samples = Number(bytes.readBigInt64LE(index + 6))
    const segments = bytes.readUInt8(index + 26)
    let start = index + 27 + segments
    for (const size of bytes.subarray(index + 27, start)) {
      if (!isContinued) {
        if (packets === 0) {
          if (textAt(bytes, start, 8) !== 'OpusHead') throw new AppError('unsupported_media', { reason: 'not Opus' })
          preSkip = bytes.readUInt16LE(start + 10)
        }
        // The first two packets are the head and the tags.
        if (packets > 1 && size > 0) packetsMs += opusPacketMs(bytes, start)
        packets++
      }
      isContinued = size === 255
      start += size
    }
    if (start > bytes.length) throw damagedError('a page ends after the file')
    lastSamples = Math.max(lastSamples, samples)
    index = start
  }
  return Math.round(Math.max((lastSamples - preSkip) / 48, packetsMs))
}

const mp4Parents = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'mvex', 'moof', 'traf'])

function mp4Duration(bytes: Buffer): number {
  let [timescale, tracks, whole, fragments, defaultDuration, trackDuration] = [0, 0, 0, 0, 0, 0]
  for (let index = 0; index < bytes.length;) {
    const [size, kind, start] = [bytes.readUInt32BE(index), textAt(bytes, index + 4), index + 8]
    const end = size === 0 ? bytes.length : index + size
    // A 64-bit size is for files far larger than ours.
    if (end < start || end > bytes.length) throw damagedError('a box ends after the file')
    if (kind === 'trak') tracks++
    else if (kind === 'mdhd') timescale = bytes.readUInt32BE(start + (bytes.readUInt8(start) === 1 ? 20 : 12))
    else if (kind === 'stsd') {
      if (!['mp4a', 'Opus'].includes(textAt(bytes, start + 12))) throw new AppError('unsupported_media', { reason: 'not AAC or Opus' })
    } else if (kind === 'stts') {
      const entries = bytes.readUInt32BE(start + 4)
      if (entries > (end - start) / 8) throw damagedError('a table ends after its box')
      for (let entry = 0; entry < entries; entry++) {
        whole += bytes.readUInt32BE(start + 8 + entry * 8) * bytes.readUInt32BE(start + 12 + entry * 8)
      }
    } else if (kind === 'trex') defaultDuration = bytes.readUInt32BE(start + 12)
    else if (kind === 'tfhd') {
      const flags = bytes.readUIntBE(start + 1, 3)
      const place = start + 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0)
      trackDuration = flags & 8 ? bytes.readUInt32BE(place) : defaultDuration
    } else if (kind === 'trun') fragments += runDuration(bytes, start, end, trackDuration)
    index = mp4Parents.has(kind) ? start : end
  }
  if (tracks !== 1 || timescale === 0) throw new AppError('unsupported_media', { reason: 'not one track' })
  return Math.round(((whole + fragments) / timescale) * 1_000)
}

/** The length of the samples of one fragment. */
function runDuration(bytes: Buffer, start: number, end: number, usual: number): number {
  const flags = bytes.readUIntBE(start + 1, 3)
  const samples = bytes.readUInt32BE(start + 4)
  if (!(flags & 0x100)) return samples * usual
  const entry = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length
  const first = start + 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0)
  if (first + samples * entry > end) throw damagedError('a table ends after its box')
  let sum = 0
  for (let sample = 0; sample < samples; sample++) sum += bytes.readUInt32BE(first + sample * entry)
  return sum
}

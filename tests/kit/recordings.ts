/* Recordings in the formats of browsers, with silent packets of 20 ms: Opus in WebM and Ogg, AAC in MP4. */

/** Opus, full band, one frame of 20 ms. */
const PACKET = Buffer.from([0xf8, 0xff, 0xfe])
const PACKET_MS = 20
const CLUSTER_MS = 10_000

const int = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}
const UNKNOWN_SIZE = Buffer.from('01ffffffffffffff', 'hex')

/** A WebM element; without content its size is unknown, as in a live recording. */
function element(id: string, content?: Buffer): Buffer {
  if (!content) return Buffer.concat([Buffer.from(id, 'hex'), UNKNOWN_SIZE])
  return Buffer.concat([Buffer.from(id, 'hex'), int(0x10000000 + content.length, 4), content])
}

export function webmRecording(ms: number, { codec = 'A_OPUS', trackType = 2 } = {}): Buffer {
  const track = Buffer.concat([element('d7', int(1, 1)), element('83', int(trackType, 1)), element('86', Buffer.from(codec))])
  const parts = [
    element('1a45dfa3', element('4282', Buffer.from('webm'))),
    element('18538067'),
    element('1549a966', element('2ad7b1', int(1_000_000, 3))),
    element('1654ae6b', element('ae', track)),
  ]
  for (let index = 0; index < ms; index += PACKET_MS) {
    if (index % CLUSTER_MS === 0) parts.push(element('1f43b675'), element('e7', int(index, 4)))
    parts.push(element('a3', Buffer.concat([Buffer.from([0x81]), int(index % CLUSTER_MS, 2), Buffer.from([0x80]), PACKET])))
  }
  return Buffer.concat(parts)
}

export function oggRecording(ms: number): Buffer {
  const head = Buffer.concat([Buffer.from('OpusHead'), Buffer.from([1, 1, 0x38, 0x01, 0x80, 0xbb, 0, 0, 0, 0, 0])])
  const pages = [page(0, [head]), page(0, [Buffer.from('OpusTags\0\0\0\0\0\0\0\0')])]
  for (let index = 0; index < ms; index += 1_000) {
    const packets = Array.from({ length: Math.ceil(Math.min(1_000, ms - index) / PACKET_MS) }, () => PACKET)
    pages.push(page(312 + (index + packets.length * PACKET_MS) * 48, packets))
  }
  return Buffer.concat(pages)
}

function page(samples: number, packets: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(27)
  head.write('OggS')
  head.writeBigInt64LE(BigInt(samples), 6)
  head.writeUInt8(packets.length, 26)
  return Buffer.concat([head, Buffer.from(packets.map(({ length }) => length)), ...packets])
}

/** An MP4 box. */
function box(kind: string, ...content: readonly Buffer[]): Buffer {
  const size = 8 + content.reduce((sum, { length }) => sum + length, 0)
  return Buffer.concat([int(size, 4), Buffer.from(kind), ...content])
}

/** As one piece (Safari), or in fragments (Chrome). */
export function mp4Recording(ms: number, { isFragmented = false, codec = 'mp4a' } = {}): Buffer {
  const timescale = 48_000
  const samples = Math.ceil((ms * timescale) / 1_000 / 1_024)
  const sampleTable = box(
    'stbl',
    box('stsd', int(0, 4), int(1, 4), int(16, 4), Buffer.from(codec), Buffer.alloc(8)),
    box('stts', int(0, 4), ...(isFragmented ? [int(0, 4)] : [int(1, 4), int(samples, 4), int(1_024, 4)])),
  )
  const media = box('mdia', box('mdhd', int(0, 4), int(0, 4), int(0, 4), int(timescale, 4), int(0, 4), int(0, 4)), box('minf', sampleTable))
  const defaults = box('mvex', box('trex', int(0, 4), int(1, 4), int(1, 4), int(1_024, 4), int(0, 4), int(0, 4)))
  const fragment = box('moof', box('traf', box('tfhd', int(0, 4), int(1, 4)), box('trun', int(1, 4), int(samples, 4), int(0, 4))))
  return Buffer.concat([
    box('ftyp', Buffer.from('iso5'), int(0, 4)),
    box('moov', box('trak', media), ...(isFragmented ? [defaults] : [])),
    ...(isFragmented ? [fragment] : []),
    box('mdat', Buffer.alloc(64)),
  ])
}

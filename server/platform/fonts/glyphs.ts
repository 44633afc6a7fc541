import { createByteReader, type ByteReader } from './byte-reader.ts'

// Outlines out of WOFF2's packed `glyf`, whose parts lie in seven streams side by side.

export type Point = { x: number; y: number; isOn: boolean }
/** Closed lines of points; one that is not on the line bends it. */
export type Outline = Point[][]

type Streams = { contours: ByteReader; counts: ByteReader; flags: ByteReader; points: ByteReader; composites: ByteReader }
/** A glyph of others: each moved, and turned or stretched by a matrix. */
type Component = { glyph: number; matrix: readonly [number, number, number, number]; x: number; y: number }
type Glyph = { outline: Outline } | { components: Component[] }

/** All outlines of a packed `glyf` table, by the number of the glyph, in the font's units with y upwards. */
export function readOutlines(table: Buffer): Outline[] {
  const head = createByteReader(table, 4)
  const count = head.u16()
  head.skip(2)
  const sizes = Array.from({ length: 5 }, () => head.u32())
  head.skip(8)
  const starts = sizes.map((_, at) => head.place() + sizes.slice(0, at).reduce((sum, size) => sum + size, 0))
  const [contours, counts, flags, points, composites] = starts.map((start) => createByteReader(table, start))
  if (!contours || !counts || !flags || !points || !composites) throw new Error('streams are missing')
  const streams = { contours, counts, flags, points, composites }
  const glyphs = Array.from({ length: count }, () => readGlyph(streams))
  return glyphs.map((_, glyph) => outlineOf(glyphs, glyph))
}

function readGlyph(streams: Streams): Glyph {
  const contours = streams.contours.i16()
  if (contours === 0) return { outline: [] }
  if (contours < 0) return readComposite(streams)
  const counts = Array.from({ length: contours }, () => streams.counts.short())
  let [x, y] = [0, 0]
  const outline = counts.map((points) =>
    Array.from({ length: points }, () => {
      const flag = streams.flags.u8()
      const [dx, dy] = readStep(flag & 127, streams.points)
      x += dx
      y += dy
      return { x, y, isOn: flag < 128 }
    }),
  )
  // The length of the instructions, which lie elsewhere.
  streams.points.short()
  return { outline }
}

const signed = (flag: number, value: number): number => (flag & 1 ? value : -value)

/** The way from one point to the next, in one to four bytes. */
function readStep(flag: number, points: ByteReader): [number, number] {
  const first = points.u8()
  if (flag < 10) return [0, signed(flag, ((flag & 14) << 7) + first)]
  if (flag < 20) return [signed(flag, (((flag - 10) & 14) << 7) + first), 0]
  if (flag < 84) {
    const rest = flag - 20
    return [signed(flag, 1 + (rest & 48) + (first >> 4)), signed(flag >> 1, 1 + ((rest & 12) << 2) + (first & 15))]
  }
  const second = points.u8()
  if (flag < 120) {
    const rest = flag - 84
    return [signed(flag, 1 + (Math.floor(rest / 12) << 8) + first), signed(flag >> 1, 1 + (((rest % 12) >> 2) << 8) + second)]
  }
  const third = points.u8()
  if (flag < 124) return [signed(flag, (first << 4) + (second >> 4)), signed(flag >> 1, ((second & 15) << 8) + third)]
  return [signed(flag, (first << 8) + second), signed(flag >> 1, (third << 8) + points.u8())]
}

const WORDS = 0x1
const SCALE = 0x8
const MORE = 0x20
const TWO_SCALES = 0x40
const MATRIX = 0x80
const INSTRUCTIONS = 0x100

function readComposite({ composites: from, points }: Streams): Glyph {
  const components: Component[] = []
  for (let flags = MORE, hasInstructions = false; ;) {
    flags = from.u16()
    hasInstructions ||= (flags & INSTRUCTIONS) !== 0
    const glyph = from.u16()
    const [x, y] = flags & WORDS ? [from.i16(), from.i16()] : [from.i8(), from.i8()]
    components.push({ glyph, matrix: readMatrix(flags, from), x, y })
    if (flags & MORE) continue
    if (hasInstructions) points.short()
    return { components }
  }
}

function readMatrix(flags: number, from: ByteReader): Component['matrix'] {
  const part = (): number => from.i16() / 16_384
  if (flags & MATRIX) return [part(), part(), part(), part()]
  const one = flags & (SCALE | TWO_SCALES) ? part() : 1
  return [one, 0, 0, flags & TWO_SCALES ? part() : one]
}

function outlineOf(glyphs: readonly Glyph[], glyph: number, depth = 0): Outline {
  const one = glyphs[glyph]
  if (!one || depth > 5) return []
  if ('outline' in one) return one.outline
  return one.components.flatMap(({ glyph: part, matrix: [a, b, c, d], x, y }) =>
    outlineOf(glyphs, part, depth + 1).map((line) =>
      line.map((point) => ({ x: a * point.x + c * point.y + x, y: b * point.x + d * point.y + y, isOn: point.isOn })),
    ),
  )
}

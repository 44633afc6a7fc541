import { createByteReader } from './byte-reader.ts'
import { readOutlines, type Outline, type Point } from './glyphs.ts'
import { openWoff2, type PackedTable } from './woff2.ts'

export type Font = {
  /** Whether it has this letter. */
  has: (letter: string) => boolean
  /** One letter as the `d` of an SVG path, standing at x on the line y, and how far the next one stands from it. */
  draw: (letter: string, at: { x: number; y: number; size: number }) => { path: string; advance: number }
}

/** Opens a WOFF2 font to draw with. Letters stand side by side: no kerning, no ligatures, no scripts that need shaping. @throws for a broken file */
export function openFont(file: Buffer): Font {
  const tables = openWoff2(file)
  const table = (tag: string): PackedTable => {
    const found = tables.get(tag)
    if (!found) throw new Error(`the font has no ${tag}`)
    return found
  }
  const outlines = readOutlines(table('glyf').bytes)
  const unitsPerEm = table('head').bytes.readUInt16BE(18)
  const advances = readAdvances(table('hmtx'), table('hhea').bytes.readUInt16BE(34))
  const glyphs = readCharacterMap(table('cmap').bytes)
  const glyphOf = (letter: string): number => glyphs.get(letter.codePointAt(0) ?? 0) ?? 0
  return {
    has: (letter) => glyphOf(letter) > 0,
    draw(letter, { x, y, size }) {
      const glyph = glyphOf(letter)
      const scale = size / unitsPerEm
      const place = ({ x: px, y: py }: Pick<Point, 'x' | 'y'>): string => `${tenths(x + px * scale)} ${tenths(y - py * scale)}`
      return { path: pathOf(outlines[glyph] ?? [], place), advance: (advances[glyph] ?? advances.at(-1) ?? 0) * scale }
    },
  }
}

const tenths = (value: number): string => String(Math.round(value * 100) / 100)

/** Advance widths; where the table is packed they stand together, else with the bearings between them. */
function readAdvances({ bytes, isPacked }: PackedTable, count: number): number[] {
  return Array.from({ length: count }, (_, at) => bytes.readUInt16BE(isPacked ? 1 + at * 2 : at * 4))
}

const SEGMENTS = 4
const GROUPS = 12

/** Code points to numbers of glyphs. */
function readCharacterMap(cmap: Buffer): Map<number, number> {
  const map = new Map<number, number>()
  for (let at = 0; at < cmap.readUInt16BE(2); at++) {
    const start = cmap.readUInt32BE(4 + at * 8 + 4)
    const format = cmap.readUInt16BE(start)
    if (format === SEGMENTS) readSegments(cmap, start, map)
    if (format === GROUPS) readGroups(cmap, start, map)
  }
  return map
}

function readSegments(cmap: Buffer, start: number, map: Map<number, number>): void {
  const count = cmap.readUInt16BE(start + 6) / 2
  const word = (list: number, at: number): number => cmap.readUInt16BE(start + 14 + (list * count + at) * 2 + (list > 0 ? 2 : 0))
  for (let at = 0; at < count; at++) {
    const [last, first, delta, offset] = [word(0, at), word(1, at), word(2, at), word(3, at)]
    for (let code = first; code <= last && code < 0xffff; code++) {
      const place = start + 16 + (3 * count + at) * 2 + offset + (code - first) * 2
      const found = offset === 0 ? code : cmap.readUInt16BE(place)
      if (found !== 0) map.set(code, (found + delta) & 0xffff)
    }
  }
}

function readGroups(cmap: Buffer, start: number, map: Map<number, number>): void {
  const reader = createByteReader(cmap, start + 12)
  for (let left = reader.u32(); left > 0; left--) {
    const [first, last, glyph] = [reader.u32(), reader.u32(), reader.u32()]
    for (let code = first; code <= last; code++) map.set(code, glyph + code - first)
  }
}

/** Between two points that both bend the line stands a third one, in the middle and on it. */
function pathOf(outline: Outline, place: (point: Pick<Point, 'x' | 'y'>) => string): string {
  return outline
    .filter((line) => line.length > 1)
    .map((line) => {
      const points = line.flatMap((point, at) => {
        const next = line[(at + 1) % line.length] ?? point
        return point.isOn || next.isOn ? [point] : [point, { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2, isOn: true }]
      })
      const first = Math.max(
        0,
        points.findIndex(({ isOn }) => isOn),
      )
      const round = [...points.slice(first), ...points.slice(0, first + 1)]
      return `M${place(round[0]!)}${round
        .slice(1)
        .map((point, at) => (point.isOn ? (round[at]?.isOn ? `L${place(point)}` : place(point)) : `Q${place(point)} `))
        .join('')}Z`
    })
    .join('')
}

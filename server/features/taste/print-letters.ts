import { readFileSync } from 'node:fs'
import { create, type Font, type Path } from 'fontkit'

// Text of pictures as outlines of the product's own fonts, so that a picture does not depend on the fonts of the machine.

const file = (name: string): URL => new URL(import.meta.resolve(`@fontsource-variable/${name}-wght-normal.woff2`))
const inter = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'].map(
  (part) => `inter/files/inter-${part}`,
)
const bricolage = ['latin', 'latin-ext', 'vietnamese'].map((part) => `bricolage-grotesque/files/bricolage-grotesque-${part}`)

/** The font files of a typeface: the first that has a letter draws it. */
const FACES = { heading: bricolage, text: inter } as const
type Face = keyof typeof FACES

/** Font files are opened when a letter first needs them. */
const openFonts = new Map<string, Font>()

function openFont(name: string): Font {
  const font = create(readFileSync(file(name)))
  if ('fonts' in font) throw new Error(`${name} is a collection of fonts`)
  return font
}

function fontOf(letter: string, face: Face): Font | undefined {
  for (const name of FACES[face]) {
    const font = openFonts.get(name) ?? openFont(name)
    openFonts.set(name, font)
    if (font.hasGlyphForCodePoint(codePointOf(letter))) return font
  }
  return undefined
}

const codePointOf = (letter: string): number => letter.codePointAt(0) ?? 0
const lettersOf = (words: string): string[] => Array.from(words.normalize('NFC'))
const hasAll = (words: string, face: Face): boolean => lettersOf(words).every((letter) => fontOf(letter, face))

/** Whether the product's fonts have every letter of these words. */
export const canWrite = (words: string): boolean => hasAll(words, 'text')

/** `most` is the available width: longer words are written smaller. */
export type Line = { words: string; x: number; y: number; size: number; colour: string; most?: number }

/** One line as an SVG path. Letters that no font has are left out. */
export const writeLine = (line: Line): string => write(line, 'text', 0)

/** The same in the typeface of headings; in scripts that it lacks, in the other one with thicker lines. */
export const writeHeading = (line: Line): string => (hasAll(line.words, 'heading') ? write(line, 'heading', 0) : write(line, 'text', 0.03))

/** The width of a heading. */
export const widthOfHeading = (words: string, size: number): number => widthOf(words, size, hasAll(words, 'heading') ? 'heading' : 'text')

const widthOf = (words: string, size: number, face: Face): number =>
  lettersOf(words).reduce((sum, letter) => sum + drawLetter(letter, face, { x: 0, y: 0, size }).advance, 0)

/** @param pen width of the stroke around the letters, as a share of the size */
function write({ words, x, y, size: wanted, colour, most = Number.POSITIVE_INFINITY }: Line, face: Face, pen: number): string {
  const size = wanted * Math.min(1, most / widthOf(words, wanted, face))
  let at = x
  const path = lettersOf(words)
    .map((letter) => {
      const drawn = drawLetter(letter, face, { x: at, y, size })
      at += drawn.advance
      return drawn.path
    })
    .join('')
  const stroke = pen > 0 ? ` stroke="${colour}" stroke-width="${(size * pen).toFixed(2)}" stroke-linejoin="round"` : ''
  return `<path fill="${colour}"${stroke} d="${path}"/>`
}

type Place = { x: number; y: number; size: number }

/** One letter as the `d` of an SVG path, and the distance to the next one. Letters stand side by side: no kerning, no shaping. */
function drawLetter(letter: string, face: Face, place: Place): { path: string; advance: number } {
  const font = fontOf(letter, face)
  if (!font) return { path: '', advance: 0 }
  const { path, advanceWidth } = font.glyphForCodePoint(codePointOf(letter))
  const scale = place.size / font.unitsPerEm
  return { path: svgPathOf(path, scale, place), advance: advanceWidth * scale }
}

const SIGNS = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C' } as const

function svgPathOf({ commands }: Path, scale: number, { x, y }: Place): string {
  let start = ''
  let end = ''
  const parts = commands.map(({ command, args }) => {
    if (command === 'closePath') return end === start ? 'Z' : `L${start}Z`
    const points = pointsOf(args).map(([px, py]) => `${hundredths(x + px * scale)} ${hundredths(y - py * scale)}`)
    end = points.at(-1) ?? ''
    if (command === 'moveTo') start = end
    return `${SIGNS[command]}${points.join(' ')}`
  })
  return parts.join('')
}

const pointsOf = (args: readonly number[]): [x: number, y: number][] =>
  Array.from({ length: args.length / 2 }, (_, at) => [args[at * 2] ?? 0, args[at * 2 + 1] ?? 0])

const hundredths = (value: number): string => String(Math.round(value * 100) / 100)

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Font, Path } from 'fontkit'

// Renders text as outlines of the product's fonts, so that pictures don't depend on installed fonts.

const inter = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'].map(
  (part) => `@fontsource-variable/inter/files/inter-${part}-wght-normal.woff2`,
)
const bricolage = ['latin', 'latin-ext', 'vietnamese'].map(
  (part) => `@fontsource/bricolage-grotesque/files/bricolage-grotesque-${part}-800-normal.woff2`,
)

/** The font files of a typeface: the first one with the glyph is used. */
const FACES = { heading: bricolage, text: inter } as const
type Face = keyof typeof FACES

/** Fonts are opened on first use; the library takes longer to load than the rest of a picture. */
const openFonts = new Map<string, Font>()

const loadFontkit = (): typeof import('fontkit') => createRequire(import.meta.url)('fontkit')

function openFont(name: string): Font {
  const font = loadFontkit().create(readFileSync(new URL(import.meta.resolve(name))))
  if ('fonts' in font) throw new Error(`${name} is a collection of fonts`)
  return font
}

function fontOf(character: string, face: Face): Font | undefined {
  for (const name of FACES[face]) {
    const font = openFonts.get(name) ?? openFont(name)
    openFonts.set(name, font)
    if (font.hasGlyphForCodePoint(codePointOf(character))) return font
  }
  return undefined
}

const codePointOf = (character: string): number => character.codePointAt(0) ?? 0
const charactersOf = (text: string): string[] => Array.from(text.normalize('NFC'))
const hasAll = (text: string, face: Face): boolean => charactersOf(text).every((character) => fontOf(character, face))

/** Whether the product's fonts have every glyph of this text. */
export const hasGlyphs = (text: string): boolean => hasAll(text, 'text')

const MAX_LETTERS = 60

/** A name without control characters, shortened; empty in a script that the fonts lack. */
export function printable(text: string): string {
  const clean = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
  const graphemes = [...new Intl.Segmenter().segment(clean)].map(({ segment }) => segment)
  const short = graphemes.length > MAX_LETTERS ? `${graphemes.slice(0, MAX_LETTERS - 1).join('')}…` : clean
  return hasGlyphs(short) ? short : ''
}

/** Text wider than `maxWidth` is scaled down. */
export type Line = { text: string; x: number; y: number; size: number; color: string; maxWidth?: number }

/** One line as an SVG path. Characters without a glyph are left out. */
export const renderLine = (line: Line): string => write(line, 'text', 0)

/** The same in the heading typeface. Scripts that it lacks use the text typeface with a stroke. */
export const renderHeading = (line: Line): string => (hasAll(line.text, 'heading') ? write(line, 'heading', 0) : write(line, 'text', 0.03))

export const headingWidth = (text: string, size: number): number => widthOf(text, size, hasAll(text, 'heading') ? 'heading' : 'text')

export const textWidth = (text: string, size: number): number => widthOf(text, size, 'text')

const widthOf = (text: string, size: number, face: Face): number =>
  charactersOf(text).reduce((sum, character) => sum + renderCharacter(character, face, { x: 0, y: 0, size }).advance, 0)

/** @param pen stroke width as a share of the size */
function write({ text, x, y, size: fullSize, color, maxWidth = Number.POSITIVE_INFINITY }: Line, face: Face, pen: number): string {
  const size = fullSize * Math.min(1, maxWidth / widthOf(text, fullSize, face))
  let nextX = x
  const path = charactersOf(text)
    .map((character) => {
      const rendered = renderCharacter(character, face, { x: nextX, y, size })
      nextX += rendered.advance
      return rendered.path
    })
    .join('')
  const stroke = pen > 0 ? ` stroke="${color}" stroke-width="${(size * pen).toFixed(2)}" stroke-linejoin="round"` : ''
  return `<path fill="${color}"${stroke} d="${path}"/>`
}

type Place = { x: number; y: number; size: number }

/** One character as SVG path data, and its advance. Without kerning or shaping. */
function renderCharacter(character: string, face: Face, place: Place): { path: string; advance: number } {
  const font = fontOf(character, face)
  if (!font) return { path: '', advance: 0 }
  const { path, advanceWidth } = font.glyphForCodePoint(codePointOf(character))
  const scale = place.size / font.unitsPerEm
  return { path: svgPathOf(path, scale, place), advance: advanceWidth * scale }
}

const COMMANDS = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C' } as const

function svgPathOf({ commands }: Path, scale: number, { x, y }: Place): string {
  let start = ''
  let end = ''
  const parts = commands.map(({ command, args }) => {
    if (command === 'closePath') return end === start ? 'Z' : `L${start}Z`
    const points = pointsOf(args).map(([px, py]) => `${hundredths(x + px * scale)} ${hundredths(y - py * scale)}`)
    end = points.at(-1) ?? ''
    if (command === 'moveTo') start = end
    return `${COMMANDS[command]}${points.join(' ')}`
  })
  return parts.join('')
}

const pointsOf = (args: readonly number[]): [x: number, y: number][] =>
  Array.from({ length: args.length / 2 }, (_, index) => [args[index * 2] ?? 0, args[index * 2 + 1] ?? 0])

const hundredths = (value: number): string => String(Math.round(value * 100) / 100)

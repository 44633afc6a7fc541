import { readFileSync } from 'node:fs'
import { openFont, type Font } from '#server/platform/fonts/font.ts'

// Words of pictures as outlines of the product's own fonts, so that a picture is the same whatever fonts a machine has.

const file = (name: string): URL => new URL(import.meta.resolve(`@fontsource-variable/${name}-wght-normal.woff2`))
const inter = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'].map(
  (part) => `inter/files/inter-${part}`,
)
const bricolage = ['latin', 'latin-ext', 'vietnamese'].map((part) => `bricolage-grotesque/files/bricolage-grotesque-${part}`)

/** Which files a line is written from: the first that has a letter draws it. */
const FACES = { heading: bricolage, text: inter } as const
type Face = keyof typeof FACES

/** Opened when the first letter is asked of them. */
const opened = new Map<string, Font>()

function fontOf(letter: string, face: Face): Font | undefined {
  for (const name of FACES[face]) {
    const font = opened.get(name) ?? openFont(readFileSync(file(name)))
    opened.set(name, font)
    if (font.has(letter)) return font
  }
  return undefined
}

const lettersOf = (words: string): string[] => Array.from(words.normalize('NFC'))
const hasAll = (words: string, face: Face): boolean => lettersOf(words).every((letter) => fontOf(letter, face))

/** Whether the product's fonts have every letter of these words. */
export const canWrite = (words: string): boolean => hasAll(words, 'text')

/** `most` is the width that there is: longer words are written smaller. */
export type Line = { words: string; x: number; y: number; size: number; colour: string; most?: number }

/** One line as an SVG path. Letters that no font has are left out. */
export const writeLine = (line: Line): string => write(line, 'text', 0)

/** The same in the face of headings, or, in scripts that it does not have, in the other with a broader pen. */
export const writeHeading = (line: Line): string => (hasAll(line.words, 'heading') ? write(line, 'heading', 0) : write(line, 'text', 0.03))

/** How wide a heading is. */
export const widthOfHeading = (words: string, size: number): number => widthOf(words, size, hasAll(words, 'heading') ? 'heading' : 'text')

const widthOf = (words: string, size: number, face: Face): number =>
  lettersOf(words).reduce((sum, letter) => sum + (fontOf(letter, face)?.draw(letter, { x: 0, y: 0, size }).advance ?? 0), 0)

/** @param pen how broad its lines are drawn besides, in parts of the size */
function write({ words, x, y, size: wanted, colour, most = Number.POSITIVE_INFINITY }: Line, face: Face, pen: number): string {
  const size = wanted * Math.min(1, most / widthOf(words, wanted, face))
  let at = x
  const path = lettersOf(words)
    .map((letter) => {
      const drawn = fontOf(letter, face)?.draw(letter, { x: at, y, size })
      at += drawn?.advance ?? 0
      return drawn?.path ?? ''
    })
    .join('')
  const stroke = pen > 0 ? ` stroke="${colour}" stroke-width="${(size * pen).toFixed(2)}" stroke-linejoin="round"` : ''
  return `<path fill="${colour}"${stroke} d="${path}"/>`
}

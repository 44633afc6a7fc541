import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What WCAG 2.2 AA requires of text. */
const MIN_CONTRAST = 4.5

const css = readFileSync('web/ui/tokens.css', 'utf8')
const [dark = '', light = ''] = css.split(":root[data-mantine-color-scheme='light']")
const themes = { dark: colorsOf(dark), light: new Map([...colorsOf(dark), ...colorsOf(light)]) }

/** The colors of a block of styles, by their roles. */
function colorsOf(block: string): Map<string, string> {
  const colors = new Map<string, string>()
  for (const [, role = '', value = ''] of block.matchAll(/--wl-([\w-]+): (#[\da-f]{6});/g)) colors.set(role, value)
  const mixes = block.matchAll(/--wl-([\w-]+): color-mix\(in srgb, var\(--wl-([\w-]+)\) (\d+)%, var\(--wl-([\w-]+)\)\);/g)
  for (const [, role = '', one = '', percent, other = ''] of mixes)
    colors.set(role, mix(colorIn(colors, one), colorIn(colors, other), Number(percent) / 100))
  return colors
}

function colorIn(colors: Map<string, string>, role: string): string {
  const color = colors.get(role)
  if (color === undefined) throw new Error(`no color for ${role}`)
  return color
}

function partsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}

function mix(one: string, other: string, share: number): string {
  const others = partsOf(other)
  return `#${partsOf(one)
    .map((part, index) => Math.round(part * share + (others[index] ?? 0) * (1 - share)))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(color)
    .map((part) => part / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

test.each(['dark', 'light'] as const)('text is legible on each surface of the %s theme', (theme) => {
  const colors = themes[theme]
  const surfaces = ['bg', 'surface-1', 'surface-2', 'surface-3']
  const pairs = [
    ...['text', 'muted', 'dim', 'match', 'video', 'music', 'bad'].flatMap((text) => surfaces.map((surface) => [text, surface] as const)),
    ...['match', 'video', 'music', 'bad'].map((text) => [text, `${text}-tint`] as const),
    // The line of a shared session.
    ...['text', 'muted', 'video', 'music'].map((text) => [text, 'match-tint'] as const),
  ]
  const illegible = pairs.filter(([text, surface]) => contrast(colorIn(colors, text), colorIn(colors, surface)) < MIN_CONTRAST)
  expect(illegible).toEqual([])
})

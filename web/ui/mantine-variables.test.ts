import { globSync, readFileSync } from 'node:fs'
import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { expect, test } from 'vitest'
import { theme } from './theme.ts'

/** Mantine's variable names for our color roles. */
const roles = {
  '--mantine-color-body': 'var(--wl-bg)',
  '--mantine-color-text': 'var(--wl-text)',
  '--mantine-color-bright': 'var(--wl-text)',
  '--mantine-color-dimmed': 'var(--wl-muted)',
  '--mantine-color-placeholder': 'var(--wl-dim)',
  '--mantine-color-anchor': 'var(--wl-match)',
  '--mantine-color-error': 'var(--wl-bad)',
  '--mantine-color-success': 'var(--wl-match)',
  '--mantine-color-default': 'var(--wl-surface-1)',
  '--mantine-color-default-hover': 'var(--wl-surface-2)',
  '--mantine-color-default-color': 'var(--wl-text)',
  '--mantine-color-default-border': 'var(--wl-line)',
  '--mantine-primary-color-filled': 'var(--wl-match)',
  '--mantine-primary-color-filled-hover': 'var(--wl-match-hover)',
  '--mantine-primary-color-contrast': 'var(--wl-match-ink)',
}

/**
 * No style reads them: breakpoints, sizes of headings, the palettes of colors that we don't use, variants of neutral colors, and all shades
 * of a role, which are one color.
 */
const UNUSED = new RegExp(
  `^--mantine-(?:${[
    'breakpoint-\\w+',
    'h[1-6]-[\\w-]+',
    'color-(?:red|pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-[\\w-]+',
    'color-(?:dark|gray)-[a-z][a-z-]*',
    '(?:primary-color|color-match)-\\d',
  ].join('|')})$`,
)

type Variables = Record<string, string>

const withoutShades = (variables: Variables): Variables =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, value.replace(/^var\(--mantine-color-match-\d\)$/, 'var(--wl-match)')]),
  )

const block = (selector: string, variables: Variables, isHere: (name: string, value: string) => boolean): string =>
  `${selector} {\n${Object.entries(variables)
    .filter(([name, value]) => !UNUSED.test(name) && isHere(name, value))
    .map(([name, value]) => `  ${name}: ${value};\n`)
    .join('')}}\n`

const HEAD = `/* Written by mantine-variables.test.ts: npx vitest run web/ui/mantine-variables.test.ts --update
   Mantine would compute them at each start, before the first content. */
`

const computed: Record<'variables' | 'dark' | 'light', Variables> = {
  ...defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme)),
}
const dark = withoutShades({ ...computed.dark, ...roles })
const light = withoutShades({ ...computed.light, ...roles })
const blocks = [
  block(':root', computed.variables, () => true),
  block(':root[data-mantine-color-scheme]', dark, (name, value) => light[name] === value),
  block(":root[data-mantine-color-scheme='dark']", dark, (name, value) => light[name] !== value),
  block(":root[data-mantine-color-scheme='light']", light, (name, value) => dark[name] !== value),
]

test('the style sheet has the variables that Mantine would compute from the theme at each start', async () => {
  await expect(HEAD + blocks.join('\n')).toMatchFileSnapshot('./mantine-variables.css')
})

test('the style sheet defines every Mantine variable that is used', () => {
  const sources = globSync('web/**/*.{css,ts,tsx}').map((file) => readFileSync(file, 'utf8'))
  const packaged = new Set(sources.flatMap((text) => text.match(/@mantine\/\w+\/styles\/\w+\.layer\.css/g) ?? []))
  const read = [...sources, ...[...packaged].map((file) => readFileSync(`node_modules/${file}`, 'utf8'))].flatMap((text) =>
    [...text.matchAll(/var\((--mantine-[\w-]+)\)/g)].map(([, name]) => name),
  )
  expect(packaged.size).toBeGreaterThan(10)
  expect([...new Set(read)].filter((name) => !blocks.some((text) => text.includes(`  ${name}:`)))).toEqual([])
})

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
  '--mantine-color-default': 'var(--wl-surface-1)',
  '--mantine-color-default-hover': 'var(--wl-surface-2)',
  '--mantine-color-default-color': 'var(--wl-text)',
  '--mantine-color-default-border': 'var(--wl-line)',
  '--mantine-primary-color-filled': 'var(--wl-match)',
  '--mantine-primary-color-filled-hover': 'var(--wl-match-hover)',
  '--mantine-primary-color-contrast': 'var(--wl-match-ink)',
}

/** No style reads them; all shades of a role are one color. */
const UNUSED = /^--mantine-(?:(?:primary-color|color-match)-\d|breakpoint-\w+)$/

type Variables = Record<string, string>

const withoutShades = (variables: Variables): Variables =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, value.replace(/^var\(--mantine-color-match-\d\)$/, 'var(--wl-match)')]),
  )

const block = (selector: string, variables: Variables, isOwn: (name: string, value: string) => boolean): string =>
  `${selector} {\n${Object.entries(variables)
    .filter(([name, value]) => isOwn(name, value))
    .map(([name, value]) => `  ${name}: ${value};\n`)
    .join('')}}\n`

const HEAD = `/* Written by mantine-variables.test.ts: npx vitest run -u web/ui/mantine-variables.test.ts
   Mantine would compute them at each start, before the first content. */
`

type Sheet = Record<'variables' | 'dark' | 'light', Variables>

const computed: Sheet = { ...defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme)) }
const initial: Sheet = { ...defaultCssVariablesResolver(DEFAULT_THEME) }

test('the style sheet has the variables that Mantine would compute from the theme at each start', async () => {
  const dark = withoutShades({ ...computed.dark, ...roles })
  const light = withoutShades({ ...computed.light, ...roles })
  const isShared = (name: string, value: string) => dark[name] === value && light[name] === value
  const isOwn = (name: string, value: string) => (initial.dark[name] !== value || initial.light[name] !== value) && !UNUSED.test(name)
  const blocks = [
    block(':root', computed.variables, (name, value) => initial.variables[name] !== value && !UNUSED.test(name)),
    block(':root[data-mantine-color-scheme]', dark, (name, value) => isShared(name, value) && isOwn(name, value)),
    block(":root[data-mantine-color-scheme='dark']", dark, (name, value) => !isShared(name, value) && initial.dark[name] !== value),
    block(":root[data-mantine-color-scheme='light']", light, (name, value) => !isShared(name, value) && initial.light[name] !== value),
  ]
  await expect(HEAD + blocks.join('\n')).toMatchFileSnapshot('./mantine-variables.css')
})

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Rendered by other components: players, buttons that open a menu or a popover, rows of requests, fields where names are written, hints,
 * and what only screen readers get.
 */
const OPENED = new Set([
  'FloatingPanel',
  'OpenedMenu',
  'OpenedPopover',
  'KeepFocus',
  'MentionList',
  'DialogButton',
  'MemoryOnlyHint',
  'MoveStatus',
])

/** The components below a folder, by their path in it. */
const read = (folder: string): { path: string; name: string; text: string }[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !path.includes('.test.'))
    .map((path) => ({ path, name: path.split('/').at(-1)?.replace('.tsx', '') ?? '', text: readFileSync(`${folder}/${path}`, 'utf8') }))

test('shows every component of web/ui in the gallery', () => {
  const gallery = read('web/dev')
    .map(({ text }) => text)
    .join('\n')
  const parts = read('web/ui')
  expect(parts.length).toBeGreaterThan(10)
  const missing = parts.filter(({ name, path }) => !OPENED.has(name) && !gallery.includes(`#web/ui/${path}`))
  expect(missing.map(({ path }) => path)).toEqual([])
})

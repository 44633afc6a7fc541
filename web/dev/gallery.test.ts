import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Rendered by other components: by the players and by a menu button. */
const OPENED = new Set(['FloatingPanel', 'OpenedMenu'])

const read = (folder: string): { name: string; text: string }[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.tsx') && !name.includes('.test.'))
    .map((name) => ({ name: name.replace('.tsx', ''), text: readFileSync(`${folder}/${name}`, 'utf8') }))

test('shows every component of web/ui in the gallery', () => {
  const gallery = read('web/dev')
    .map(({ text }) => text)
    .join('\n')
  const parts = read('web/ui').map(({ name }) => name)
  expect(parts.length).toBeGreaterThan(10)
  expect(parts.filter((name) => !OPENED.has(name) && !gallery.includes(`#web/ui/${name}.tsx`))).toEqual([])
})

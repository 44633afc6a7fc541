import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

/** The classes that selectors style wherever they are: `.wl-row`, `.wl-row:hover` and `.wl-row > li`, but not `.wl-page .wl-row`. */
function stylesOf(css: string): string[] {
  const selectors = [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g)].flatMap(([, list = '']) => list.split(/,(?![^(]*\))/))
  return selectors.flatMap((selector) => {
    const classes = new Set(selector.match(/(?<=\.)wl-[\w-]+/g))
    return selector.trim().startsWith('.') && classes.size === 1 ? [...classes] : []
  })
}

// Pages stay loaded, so a class that two parts use gets the styles of both.
test('a class has its own styles in one folder only', () => {
  const folders = new Map<string, Set<string>>()
  for (const file of globSync('web/**/*.css')) {
    for (const name of stylesOf(readFileSync(file, 'utf8'))) folders.set(name, (folders.get(name) ?? new Set()).add(dirname(file)))
  }
  expect(folders.size).toBeGreaterThan(500)
  expect([...folders].filter(([, of]) => of.size > 1)).toEqual([])
})

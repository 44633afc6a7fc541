import { array, assert, constantFrom, integer, nat, property, record } from 'fast-check'
import { expect, it } from 'vitest'
import { pageChunks, type Visit } from './page-chunks.ts'

const WORTH = 100
const worth = { code: WORTH, styles: WORTH }
const chat: Visit = { roots: ['Chat'], isPage: true, weight: 1 }
const feed: Visit = { roots: ['Feed'], isPage: true, weight: 1 }
const dialog: Visit = { roots: ['Dialog'], isPage: false, weight: 0.1 }

type Sketch = Record<string, { size?: number; imports?: string[] }>

function files(sketch: Sketch, visits: readonly Visit[] = [chat, feed]): string[][] {
  const modules = new Map(Object.entries(sketch).map(([id, { size = 10, imports = [] }]) => [id, { id, size, imports }]))
  const chunks = pageChunks(modules, visits, (id) => (id.endsWith('.css') ? 'styles' : 'code'), worth)
  const names = [...new Set(chunks.values())]
  return names.map((name) => [...chunks.keys()].filter((id) => chunks.get(id) === name).toSorted())
}

it('puts modules of the same pages into one file', () => {
  const found = files({ Chat: { imports: ['a'] }, Feed: { imports: ['a', 'b'] }, a: { imports: ['b'] }, b: {} })
  expect(found).toEqual([['a', 'b']])
})

it('leaves pages to the bundler, and modules that no page needs', () => {
  const found = files({ Chat: { imports: ['a'] }, Feed: {}, Dialog: { imports: ['a', 'late'] }, a: {}, late: {} }, [chat, feed, dialog])
  expect(found).toEqual([['a']])
})

it('merges a small file of one page with the shared file, but not a large one', () => {
  const sketch = (size: number): Sketch => ({
    Chat: { imports: ['both', 'own'] },
    Feed: { imports: ['both'] },
    both: { size: 1_000 },
    own: { size },
  })
  expect(files(sketch(WORTH - 1))).toEqual([['both', 'own']])
  expect(files(sketch(WORTH + 1))).toEqual([['own'], ['both']])
})

it('does not merge files of which no page needs both', () => {
  expect(files({ Chat: { imports: ['a'] }, Feed: { imports: ['b'] }, a: { size: 1 }, b: { size: 1 } })).toEqual([['a'], ['b']])
})

it('does not merge files when another page would then load what one of them imports', () => {
  const sketch = (size: number): Sketch => ({
    Chat: { imports: ['both', 'own'] },
    Feed: { imports: ['both'] },
    both: {},
    own: { imports: ['large'] },
    large: { size },
  })
  expect(files(sketch(10))).toEqual([['both', 'large', 'own']])
  expect(files(sketch(1_000))).toEqual([['large', 'own'], ['both']])
})

it('has files of one kind, and counts styles that a page would load without use', () => {
  const sketch = (size: number): Sketch => ({
    Chat: { imports: ['both', 'own'] },
    Feed: { imports: ['both'] },
    both: {},
    own: { imports: ['own.css'] },
    'own.css': { size },
  })
  const visits: Visit[] = [chat, { ...feed, weight: 0.1 }]
  expect(files(sketch(10), visits)).toEqual([['both', 'own'], ['own.css']])
  expect(files(sketch(5_000), visits)).toEqual([['own'], ['own.css'], ['both']])
})

it('splits large code that a dialog shares with a page into its own chunk', () => {
  const sketch: Sketch = { Chat: { imports: ['own', 'menu'] }, Feed: {}, Dialog: { imports: ['menu'] }, own: { size: 5_000 }, menu: {} }
  expect(files(sketch, [chat, feed, dialog])).toEqual([['menu'], ['own']])
})

it('never creates files that import each other', () => {
  const module = record({ size: integer({ min: 0, max: 400 }), imports: array(nat(19), { maxLength: 3 }) })
  const page = record({ imports: array(nat(19), { maxLength: 4 }), weight: constantFrom(0.03, 0.1, 1) })
  assert(
    property(array(module, { minLength: 20, maxLength: 20 }), array(page, { minLength: 7, maxLength: 7 }), (modules, pages) => {
      const all = [
        // A module imports later ones only, so the modules themselves are never circular.
        ...modules.map(({ size, imports }, index) => ({
          id: `m${index}`,
          size,
          imports: imports.flatMap((to) => (to > index ? [`m${to}`] : [])),
        })),
        ...pages.map(({ imports }, index) => ({ id: `page${index}`, size: 0, imports: imports.map((to) => `m${to}`) })),
      ]
      const visits = pages.map(({ weight }, index) => ({ roots: [`page${index}`], isPage: true, weight }))
      const chunks = pageChunks(new Map(all.map((chunk) => [chunk.id, chunk])), visits, () => 'code', worth)
      const imports = all.flatMap(({ id, imports: to }) => to.map((other) => [chunks.get(id), chunks.get(other)] as const))
      expect(isCircular(imports.filter(([from, to]) => from !== undefined && from !== to))).toBe(false)
    }),
    { numRuns: 1_000, seed: 7 },
  )
})

/** Removes files that import nothing any more until none is left, or all are part of a circle. */
function isCircular(imports: readonly (readonly [unknown, unknown])[]): boolean {
  const importing = new Set(imports.map(([from]) => from))
  const left = imports.filter(([, to]) => importing.has(to))
  return left.length === imports.length ? left.length > 0 : isCircular(left)
}

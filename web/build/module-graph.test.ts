import { expect, it } from 'vitest'
import { readModuleGraph } from './module-graph.ts'

type Sketch = Record<string, { code: string; imports?: string[]; dynamic?: string[] }>

function graph(sketch: Sketch): Record<string, readonly string[]> {
  const modules = readModuleGraph('/main.ts', (id) => {
    const found = sketch[id]
    return found ? { code: found.code, importedIds: found.imports ?? [], dynamicallyImportedIds: found.dynamic ?? [] } : null
  })
  return Object.fromEntries([...modules.values()].map(({ id, imports }) => [id, imports]))
}

const barrel = '/node_modules/ui/index.mjs'

it('follows static and dynamic imports', () => {
  const sketch: Sketch = {
    '/main.ts': {
      code: `import { a } from './a.ts'; import './a.css'; import('./late.ts')`,
      imports: ['/a.ts', '/a.css'],
      dynamic: ['/late.ts'],
    },
    '/a.ts': { code: '' },
    '/a.css': { code: '' },
    '/late.ts': { code: `export * from './a.ts'`, imports: ['/a.ts'] },
  }
  expect(graph(sketch)).toEqual({ '/main.ts': ['/a.ts', '/a.css'], '/a.ts': [], '/a.css': [], '/late.ts': ['/a.ts'] })
})

it('skips a file with only re-exports of its package', () => {
  const sketch: Sketch = {
    '/main.ts': { code: `import { Menu, Late as Later, own } from 'ui'`, imports: [barrel] },
    [barrel]: {
      code: `import { Menu } from './Menu.mjs'; export { default as Late } from './Late.mjs'; export const own = 1; export { Menu }`,
      imports: ['/node_modules/ui/Menu.mjs', '/node_modules/ui/Late.mjs'],
    },
    '/node_modules/ui/Menu.mjs': { code: '' },
    '/node_modules/ui/Late.mjs': { code: '' },
  }
  expect(graph(sketch)['/main.ts']).toEqual(['/node_modules/ui/Menu.mjs', '/node_modules/ui/Late.mjs', barrel])
})

it('includes a whole module when its used exports are unknown', () => {
  const sketch: Sketch = {
    '/main.ts': { code: `import * as ui from 'ui'`, imports: [barrel, '/added-by-a-plugin.ts'] },
    [barrel]: { code: `export { Menu } from './Menu.mjs'`, imports: ['/node_modules/ui/Menu.mjs'] },
    '/node_modules/ui/Menu.mjs': { code: '' },
    '/added-by-a-plugin.ts': { code: '' },
  }
  expect(graph(sketch)).toMatchObject({ '/main.ts': [barrel, '/added-by-a-plugin.ts'], [barrel]: ['/node_modules/ui/Menu.mjs'] })
})

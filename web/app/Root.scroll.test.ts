import { expect, it } from 'vitest'
import { isLayerChange } from './Root.tsx'

it.each([
  ['/moments', '', '/moments', '?post=1', true],
  ['/moments', '?post=1', '/moments', '', true],
  ['/moments', '?tab=all&post=1', '/moments', '?post=2&tab=all', true],
  ['/moments', '', '/moments/u1', '?post=1', false],
  ['/search', '?q=a', '/search', '?q=b', false],
  ['/moments', '', '/moments', '', false],
])('from %s%s to %s%s is a layer change: %s', (fromPath, fromSearch, toPath, toSearch, layer) => {
  expect(isLayerChange({ pathname: fromPath, search: fromSearch }, { pathname: toPath, search: toSearch })).toBe(layer)
})

import { expect, test } from 'vitest'
import { missingPaths, missingSymbols } from './references.ts'

const texts = (files: Record<string, string>) => new Map(Object.entries(files))

test('reports a symbol that a comment or a document names and no code has', () => {
  const files = texts({
    'server/a.ts': '/** Calls `openStore`\n * and {@link closeStore}. */\nconst openStore = 1 // see `gone_column`\n',
    'docs/a.md': 'Both call `openStore()` and `Store.missingPart`.\n',
  })
  expect(missingSymbols(files)).toEqual([
    'server/a.ts:2: closeStore does not exist',
    'server/a.ts:3: gone_column does not exist',
    'docs/a.md:1: Store.missingPart does not exist',
  ])
})

test('accepts names in code, strings and settings, and words without the shape of a symbol', () => {
  const files = texts({
    'server/a.ts': "// `chat_moved`, `maxAge`, `word`, `a b`\nsend('chat_moved', 'https://x.example/a')\n",
    'deploy/a.yaml': 'maxAge: 1\n',
    'server/b.ts': 'const globs = [`src/**/*`, realName] // `realName`',
  })
  expect(missingSymbols(files)).toEqual([])
})

test('reports a path that does not exist, except results of benchmarks', () => {
  const files = texts({ 'README.md': 'See server/main.ts,\nserver/gone.ts and bench/results/next.json.' })
  expect(missingPaths(files, (path) => path === 'server/main.ts')).toEqual(['README.md:2: server/gone.ts does not exist'])
})

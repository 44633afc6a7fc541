import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** `docs/security.md` names the test of each attack and fault; this checks it. */
const text = readFileSync('docs/security.md', 'utf8')
const rows = text
  .split('\n')
  .filter((line) => /^\| [AF]\d+ /.test(line))
  .map((line) => {
    const [id = '', , proof = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    return { id, proof }
  })

/** A file, and a part of the test's title; a file alone must contain the number of the row. */
type Proof = { file: string; words: string | null }
const proofsOf = (cell: string): Proof[] =>
  [...cell.matchAll(/`([\w./-]+\.(?:ts|tsx|md))`(?: "([^"]+)")?/g)].map(([, file = '', words]) => ({ file, words: words ?? null }))

const numbers = (letter: string, last: number) => Array.from({ length: last }, (_, index) => `${letter}${index + 1}`)

test('every attack and fault has exactly one row, in order', () => {
  expect(rows.map(({ id }) => id)).toEqual([...numbers('A', 55), ...numbers('F', 19)])
})

test.each(rows)('$id names existing tests', ({ id, proof }) => {
  const proofs = proofsOf(proof)
  expect(proofs.length).toBeGreaterThan(0)
  expect(proof).not.toContain('later')
  for (const { file, words } of proofs) {
    expect([file, existsSync(file)]).toEqual([file, true])
    const source = readFileSync(file, 'utf8')
    const isThere = words === null ? new RegExp(`\\b${id}\\b`).test(source) : source.includes(words)
    expect([file, words ?? id, isThere]).toEqual([file, words ?? id, true])
  }
})

/** The requirements of levels 1 and 2 in the published text: the chapter's sections, each with its numbers. */
const asvs = readFileSync('docs/asvs.md', 'utf8')
const requirements: Record<string, number[]> = {
  '1': [2, 9, 11, 3, 2],
  '2': [3, 3, 4, 1],
  '3': [0, 2, 4, 6, 5, 0, 2],
  '4': [3, 1, 2, 4],
  '5': [1, 3, 2, 3],
  '6': [3, 12, 4, 4, 5, 3, 0, 4],
  '7': [3, 4, 2, 5, 2, 2],
  '8': [2, 3, 1, 1],
  '9': [3, 4],
  '10': [2, 2, 4, 11, 5, 2, 3],
  '11': [2, 3, 3, 4, 1, 1],
  '12': [3, 2, 4],
  '13': [1, 5, 2, 5],
  '14': [2, 4, 3],
  '15': [3, 3, 7],
  '16': [1, 5, 4, 3, 3],
  '17': [1, 4, 2],
}
const counted = Object.entries(requirements).flatMap(([chapter, sections]) =>
  sections.flatMap((last, index) => Array.from({ length: last }, (_, number) => `${chapter}.${index + 1}.${number + 1}`)),
)

/** The numbers at the beginning of a row; "10.4.1 to 10.4.11" is expanded. */
function numbersOf(row: string): string[] {
  const [, listed = ''] = /^\| ([\d., to]*\d)/.exec(row) ?? []
  return listed.split(', ').flatMap((item) => {
    const [from = '', to = from] = item.split(' to ')
    const stem = from.slice(0, from.lastIndexOf('.'))
    const [first, last] = [from, to].map((id) => Number(id.slice(id.lastIndexOf('.') + 1)))
    return Array.from({ length: (last ?? 0) - (first ?? 0) + 1 }, (_, index) => `${stem}.${(first ?? 0) + index}`)
  })
}

test('all 253 requirements of the ASVS, levels 1 and 2, have a row, each once', () => {
  const named = asvs
    .split('\n')
    .filter((line) => /^\| \d+\.\d+\.\d+/.test(line))
    .flatMap(numbersOf)
  expect(counted).toHaveLength(253)
  expect(named.toSorted()).toEqual(counted.toSorted())
})

test('every file and test that docs/asvs.md names exists', () => {
  const proofs = asvs.split('\n').flatMap(proofsOf)
  expect(proofs.length).toBeGreaterThan(80)
  const missing = proofs.filter(({ file, words }) => !existsSync(file) || (words !== null && !readFileSync(file, 'utf8').includes(words)))
  expect(missing).toEqual([])
})

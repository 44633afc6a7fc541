import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** `docs/security.md` says where each attack and fault is proven; this keeps it true. */
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

/** A file, and the words that its test is found by; a file alone must speak of the row by its number. */
type Proof = { file: string; words: string | null }
const proofsOf = (cell: string): Proof[] =>
  [...cell.matchAll(/`([\w./-]+\.(?:ts|tsx|md))`(?: "([^"]+)")?/g)].map(([, file = '', words]) => ({ file, words: words ?? null }))

const numbers = (letter: string, last: number) => Array.from({ length: last }, (_, at) => `${letter}${at + 1}`)

test('every attack and every fault has its row, once and in order', () => {
  expect(rows.map(({ id }) => id)).toEqual([...numbers('A', 52), ...numbers('F', 17)])
})

test.each(rows)('$id names what proves it, or when that comes', ({ id, proof }) => {
  const proofs = proofsOf(proof)
  expect(proofs.length > 0 || /^later: issue \d+$/.test(proof)).toBe(true)
  for (const { file, words } of proofs) {
    expect([file, existsSync(file)]).toEqual([file, true])
    const source = readFileSync(file, 'utf8')
    const isThere = words === null ? new RegExp(`\\b${id}\\b`).test(source) : source.includes(words)
    expect([file, words ?? id, isThere]).toEqual([file, words ?? id, true])
  }
})

test('what is said of the ASVS rests on files and tests that are there', () => {
  const proofs = text.slice(text.indexOf('## ASVS')).split('\n').flatMap(proofsOf)
  expect(proofs.length).toBeGreaterThan(25)
  const missing = proofs.filter(({ file, words }) => !existsSync(file) || (words !== null && !readFileSync(file, 'utf8').includes(words)))
  expect(missing).toEqual([])
})

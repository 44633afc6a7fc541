import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRows, csvRowsOf } from './csv-rows.ts'

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let index = 0; index < bytes.length; index += size) yield bytes.subarray(index, index + size)
}

async function read(text: string, size = 3, delimiter = ','): Promise<string[][]> {
  const all: string[][] = []
  for await (const rows of csvRows(inPieces(Buffer.from(text), size), { delimiter, rowLength: 10_000 })) all.push(...rows)
  return all
}

const quoted = (field: string): string => `"${field.replaceAll('"', '""')}"`

test('reads any table, however it is cut into pieces', async () => {
  const field = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', ' b') }).map((text) => text.trim())
  const table = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), fc.constantFrom('\n', '\r\n'), async (rows, size, lineEnd) => {
      const text = rows.map((row) => row.map(quoted).join(',')).join(lineEnd)
      expect(await read(text, size)).toEqual(rows)
      expect(csvRowsOf(text, ',')).toEqual(rows)
    }),
    { numRuns: 200 },
  )
})

test('reads other delimiters, plain fields and a byte order mark, and leaves out blank lines', async () => {
  expect(await read('\uFEFFArtist;Track\n\nMoby;"Porcelain; live"\n', 4, ';')).toEqual([
    ['Artist', 'Track'],
    ['Moby', 'Porcelain; live'],
  ])
})

test('a stray quote does not swallow the rest of a long file', async () => {
  const rows = await read(`a,"b\n${'c,d\n'.repeat(5_000)}`, 1_000)
  expect(rows.length).toBeGreaterThan(2_000)
})

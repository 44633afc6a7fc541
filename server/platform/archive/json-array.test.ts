import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ArchiveError } from './archive-error.ts'
import { jsonArray } from './json-array.ts'

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let index = 0; index < bytes.length; index += size) yield bytes.subarray(index, index + size)
}

async function read(text: string | Buffer, size = 7): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const batch of jsonArray(inPieces(Buffer.from(text), size), { entryBytes: 10_000 })) all.push(...batch)
  return all
}

const errorOf = (text: string | Buffer) =>
  read(text).then(
    () => 'read',
    (error: unknown) => (error instanceof ArchiveError ? error.kind : error),
  )

test('any list is read the same, however it was cut into pieces', async () => {
  const property = fc.asyncProperty(
    fc.array(fc.jsonValue()),
    fc.integer({ min: 1, max: 40 }),
    fc.constantFrom(0, 2),
    async (list, size, indent) => {
      expect(await read(JSON.stringify(list, null, indent), size)).toEqual(JSON.parse(JSON.stringify(list)))
    },
  )
  await fc.assert(property, { numRuns: 300 })
})

test('brackets, commas, quotes and backslashes inside strings are text', async () => {
  const list = [{ name: 'a ] , [ } \\" { \\\\' }, { 'k"[': '\\' }, ['"'], 'é漢😀']
  for (const size of [1, 2, 3, 1_000]) expect(await read(JSON.stringify(list), size)).toEqual(list)
})

test('a byte order mark and white space around the list are fine', async () => {
  expect(await read('\uFEFF \r\n\t[1, 2]\n\n')).toEqual([1, 2])
})

test.for([
  ['a list that is cut off', '[{"a":1},{"a":'],
  ['an object', '{"a":[1]}'],
  ['something behind the list', '[1] [2]'],
  ['the wrong bracket', '[1}'],
  ['no JSON', '[{a:1}]'],
  ['nothing', ''],
  ['HTML', '<html></html>'],
  ['nested beyond all sense', `[${'['.repeat(9_000)}`],
] as const)('%s is broken', async ([, text]) => {
  expect(await errorOf(text)).toBe('broken')
})

test('rejects an entry beyond the limit before it is in memory', async () => {
  expect(await errorOf(`["${'a'.repeat(20_000)}"]`)).toBe('too_large')
})

test('a list inside of an object is read, and the object must be complete', async () => {
  const readKey = async (text: string) => {
    const all: unknown[] = []
    const options = { entryBytes: 10_000, keys: ['scrobbles', 'track'] }
    for await (const batch of jsonArray(inPieces(Buffer.from(text), 3), options)) all.push(...batch)
    return all
  }
  expect(await readKey('{"maloja": {"export_time": 1}, "scrobbles" : [ {"a": [1]}, 2 ], "more": [3]}\n')).toEqual([{ a: [1] }, 2])
  expect(await readKey('{"recenttracks":{"track":[],"@attr":{"user":"é"}}}')).toEqual([])
  for (const text of ['{"scrobbles":[1,2]', '{"scrobbles":[1,2', '{"other":[1]}', '{"scrobbles":[1}]}'])
    await expect(readKey(text)).rejects.toBeInstanceOf(ArchiveError)
})

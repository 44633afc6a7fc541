import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readZip } from '#tests/kit/unzip.ts'
import { writeZip, type ZipEntry } from './zip-writer.ts'

async function* toAsync<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items
}
async function zip(entries: Iterable<ZipEntry>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of writeZip(toAsync(entries), { modified: new Date('2026-11-20T13:10:58Z') })) pieces.push(piece)
  return Buffer.concat(pieces)
}

test('entries can be read back: text, pictures, empty files, names in every script', async () => {
  const entries = [
    { path: 'a.json', bytes: Buffer.from('{"a":1}'.repeat(500)) },
    { path: 'pictures/one.webp', bytes: randomBytes(3_000) },
    { path: 'empty.txt', bytes: Buffer.alloc(0) },
    { path: 'chats/Zoë 音楽.json', bytes: Buffer.from('é') },
    { path: 'random.txt', bytes: randomBytes(100) },
  ]
  const file = await zip(entries)
  expect([...readZip(file)]).toEqual(entries.map(({ path, bytes }) => [path, bytes]))
  expect(file.length).toBeLessThan(3_500 + 3_000)
})

test('an archive without entries is a valid zip file', async () => {
  expect((await zip([])).toString('hex')).toBe(`504b0506${'00'.repeat(18)}`)
})

test('more than 65,535 entries are all found', async () => {
  const entries = Array.from({ length: 65_600 }, (_, index) => ({ path: `${index}.webp`, bytes: Buffer.from(String(index)) }))
  const found = readZip(await zip(entries))
  expect([found.size, found.get('65599.webp')?.toString()]).toEqual([65_600, '65599'])
})

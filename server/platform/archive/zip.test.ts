import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aZip } from '#tests/kit/zip.ts'
import { ArchiveError } from './archive-error.ts'
import { openZip, type ZipLimits } from './zip.ts'

const limits: ZipLimits = {
  entries: 100,
  directoryBytes: 64 * 1024,
  nameBytes: 300,
  entryBytes: 64 * 1024 * 1024,
  totalBytes: 96 * 1024 * 1024,
  ratio: 200,
}
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wavelength-zip-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Everything in a zip, by name. */
async function contentsOf(bytes: Buffer, overrides: Partial<ZipLimits> = {}): Promise<Record<string, string>> {
  const path = join(folder, 'some.zip')
  await writeFile(path, bytes)
  const zip = await openZip(path, { ...limits, ...overrides })
  try {
    const contents: Record<string, string> = {}
    for (const entry of zip.entries) {
      const pieces: Buffer[] = []
      for await (const piece of zip.read(entry)) pieces.push(piece)
      contents[entry.name] = Buffer.concat(pieces).toString('utf8')
    }
    return contents
  } finally {
    await zip.close()
  }
}

const errorOf = (bytes: Buffer, given: Partial<ZipLimits> = {}) =>
  contentsOf(bytes, given).then(
    () => 'read',
    (error: unknown) => (error instanceof ArchiveError ? error.kind : error),
  )

const long = Array.from({ length: 60_000 }, (_, index) => `line ${index * 7919}`).join('\n')
const second = [
  { name: 'history/Läuft.json', bytes: long },
  { name: 'kept.txt', bytes: 'as it is', stored: true },
]

test.for([
  ['a usual zip', aZip(second)],
  ['a zip64', aZip(second, { zip64: true })],
  ['one with a comment that looks like an end', aZip(second, { comment: 'PK\u0005\u0006 and more that follows it' })],
] as const)('reads the files of %s', async ([, bytes]) => {
  expect(await contentsOf(bytes)).toEqual({ 'history/Läuft.json': long, 'kept.txt': 'as it is' })
})

test('reads every file of a list that is longer than one block of the reader', async () => {
  const files = Array.from({ length: 1_500 }, (_, index) => ({ name: `${'n'.repeat(40 + (index % 7))}-${index}`, bytes: String(index) }))
  const contents = await contentsOf(aZip(files), { entries: 2_000, directoryBytes: 1024 * 1024 })
  expect(contents).toEqual(Object.fromEntries(files.map((file) => [file.name, file.bytes])))
})

test('an empty zip has no entries', async () => {
  expect(await contentsOf(aZip([]))).toEqual({})
})

test('reports compressed bytes as it reads them, and closes everything when it stops early', async () => {
  const path = join(folder, 'progress.zip')
  const bytes = aZip([{ name: 'a', bytes: long, stored: true }])
  await writeFile(path, bytes)
  const zip = await openZip(path, limits)
  const [entry] = zip.entries
  if (!entry) throw new Error('the zip has one file')
  let packedBytes = 0
  for await (const _ of zip.read(entry, (packed) => (packedBytes += packed)));
  expect(packedBytes).toBe(entry.compressedBytes)
  for await (const _ of zip.read(entry)) break
  await zip.close()
})

describe('rejects damaged and unsupported archives', () => {
  const cut = aZip(second).subarray(0, 40_000)
  const flipped = aZip(second)
  flipped[1_000] = (flipped[1_000] ?? 0) ^ 0xff

  test.for<[string, Buffer, string]>([
    ['cut short', cut, 'broken'],
    ['nothing but a name', Buffer.from('PK'), 'broken'],
    ['a flipped byte', flipped, 'broken'],
    ['a wrong checksum', aZip([{ name: 'a', bytes: 'text', stored: true, claims: { crc32: 1 } }]), 'broken'],
    ['a size that is not true', aZip([{ name: 'a', bytes: 'text', claims: { bytes: 9 } }]), 'broken'],
    ['a file outside', aZip([{ name: 'a', bytes: 'text', claims: { offset: 4_000_000 } }]), 'broken'],
    [
      'a file that begins inside of another',
      aZip([
        { name: 'a', bytes: long },
        { name: 'b', bytes: long, claims: { offset: 10 } },
      ]),
      'broken',
    ],
    ['names that climb out', aZip([{ name: '../../etc/passwd', bytes: 'x' }]), 'broken'],
    ['names from the root', aZip([{ name: '/etc/passwd', bytes: 'x' }]), 'broken'],
    ['names from a drive', aZip([{ name: 'c:\\windows', bytes: 'x' }]), 'broken'],
    ['an encrypted file', aZip([{ name: 'a', bytes: 'x', claims: { flags: 1 } }]), 'encrypted'],
    ['another compression', aZip([{ name: 'a', bytes: 'x', claims: { method: 14 } }]), 'unsupported'],
    ['too many files', aZip(Array.from({ length: 101 }, (_, index) => ({ name: `${index}`, bytes: '' }))), 'too_large'],
    ['a bomb', aZip([{ name: 'a', bytes: Buffer.alloc(60_000_000) }]), 'too_large'],
    ['a bomb that lies about its size', aZip([{ name: 'a', bytes: Buffer.alloc(60_000_000), claims: { bytes: 10 } }]), 'too_large'],
    ['a file larger than any should be', aZip([{ name: 'a', bytes: Buffer.alloc(70_000_000, 'a'), stored: true }]), 'too_large'],
  ])('%s', async ([, bytes, kind]) => {
    expect(await errorOf(bytes)).toBe(kind)
  })

  test('rejects archives that unpack to more than the limit in total', async () => {
    const many = aZip(['a', 'b', 'c'].map((name) => ({ name, bytes: long })))
    expect(await errorOf(many, { totalBytes: long.length * 3 })).toBe('read')
    expect(await errorOf(many, { totalBytes: long.length * 2 })).toBe('too_large')
  })
})

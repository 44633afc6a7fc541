import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '#server/config.ts'
import { type Files, openFiles } from '#server/features/uploads/uploads.files.ts'
import { acquireLock, DataFolderInUse } from '#server/platform/db/embedded/data-folder-lock.ts'
import { type Bucket, startBucket } from '#tests/kit/cluster/bucket.ts'
import { copyEmbeddedDatabase } from '#tests/kit/database.ts'
import { BackupError } from './backup-folder.ts'
import { carryFiles } from './carry-files.ts'
import { copySecretFiles } from './secret-files.ts'
import { moveInstallation } from './move-installation.ts'
import { nameOf, picturePlaces, type StoreSettings } from './picture-places.ts'

const PICTURES = { 'anna/cat.webp': 'a cat', 'anna/moments/cat-640.webp': 'a small cat', 'ben/dog.webp': 'a dog' }
const POSTGRES = 'postgres://db.example/wavelength'
let root: string
let pictures: string
let bucket: Bucket
let inBucket: Files
const pathOf = (...path: string[]) => join(root, ...path)
const settingsOf = (overrides: Record<string, string> = {}): StoreSettings => readConfig({ DATA_DIR: pathOf('data'), ...overrides })
const inFolder = (name: string) => openFiles({ dataDir: pathOf(name), bucket: null })
const contentOf = async (files: Files) =>
  Object.fromEntries(await Promise.all(Object.keys(PICTURES).map(async (key) => [key, await files.get(key).catch(() => null)])))

beforeAll(async () => {
  pictures = mkdtempSync(join(tmpdir(), 'wavelength-bucket-'))
  bucket = await startBucket({ directory: pictures })
  inBucket = await openFiles({ dataDir: '', bucket: readConfig(bucket.settings).bucket })
})
afterAll(async () => {
  await bucket.close()
  rmSync(pictures, { recursive: true })
})
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'wavelength-move-'))
  const files = await inFolder('data')
  for (const [key, content] of Object.entries(PICTURES)) await files.put(key, content)
  writeFileSync(pathOf('data', 'secret'), 'the secret\n')
  writeFileSync(pathOf('data', 'erased'), 'one\ntwo\n')
})
afterEach(async () => {
  rmSync(root, { recursive: true })
  await inBucket.deleteAll('')
})

async function move(from: string, to: string, given: Record<string, string> = {}): Promise<string> {
  const lines: string[] = []
  await moveInstallation({ from, to, settings: settingsOf(given), say: (line) => void lines.push(line) })
  return lines.join('\n')
}

describe('pictures', () => {
  test('are moved to a bucket, and from there to a new data folder, unchanged', async () => {
    const there = await move(pathOf('data'), 'bucket', bucket.settings)
    expect(there).toContain(`3 files of pictures (1 MB) went from ${pathOf('data', 'files')} to the bucket`)
    expect(await contentOf(inBucket)).toEqual(PICTURES)
    const back = await move('bucket', pathOf('other'), bucket.settings)
    expect(back).toContain('Start without the S3 settings')
    expect(await contentOf(await inFolder('other'))).toEqual(PICTURES)
    expect(readFileSync(pathOf('other', 'secret'), 'utf8')).toBe('the secret\n')
  })

  test('are expected in the bucket until they are moved back', async () => {
    writeFileSync(pathOf('data', 'bucket'), 'pictures\n')
    await move(pathOf('data'), 'bucket', bucket.settings)
    expect(existsSync(pathOf('data', 'bucket'))).toBe(true)
    await move('bucket', pathOf('data'), bucket.settings)
    expect(existsSync(pathOf('data', 'bucket'))).toBe(false)
  })

  test('that were copied only in part are copied again completely', async () => {
    await inBucket.put('anna/cat.webp', 'a c')
    await inBucket.put('ben/dog.webp', 'a dog')
    await move(pathOf('data'), 'bucket', bucket.settings)
    expect(await contentOf(inBucket)).toEqual(PICTURES)
  })

  test('that differ after the copy are reported', async () => {
    const damaging = {
      listAll: inBucket.listAll.bind(inBucket),
      getBytes: inBucket.getBytes.bind(inBucket),
      put: (key: string) => inBucket.put(key, 'a bog'),
    }
    await expect(carryFiles(await inFolder('data'), damaging)).rejects.toThrow(/ was not copied correctly/)
  })

  test('are not copied while a server may add one', async () => {
    const lock = acquireLock(pathOf('data'))
    await expect(move(pathOf('data'), 'bucket', bucket.settings)).rejects.toThrow(DataFolderInUse)
    lock.release()
  })

  test.each([
    ['bucket', 'bucket'],
    ['bucket', POSTGRES],
    [POSTGRES, 'bucket'],
  ])('alone don’t go from %s to %s', async (from, to) => {
    await expect(move(from, to, bucket.settings)).rejects.toThrow(ConfigError)
  })

  test('need the settings of their target bucket', async () => {
    await expect(move(pathOf('data'), 'bucket')).rejects.toThrow('set S3_BUCKET')
  })
})

test.each([
  ['data', POSTGRES, false, 'data/files', null],
  ['data', POSTGRES, true, 'data/files', 'the bucket pictures'],
  ['without', POSTGRES, true, 'the bucket pictures', null],
  ['data', 'other', false, 'data/files', 'other/files'],
  [POSTGRES, 'other', false, 'data/files', 'other/files'],
  [POSTGRES, 'other', true, 'the bucket pictures', 'other/files'],
  [POSTGRES, 'data', false, 'data/files', null],
  [POSTGRES, POSTGRES, true, 'the bucket pictures', null],
])('from %s to %s, with a bucket: %s, pictures go from %s to %s', (from, to, hasBucket, lie, shall) => {
  const path = (place: string) => (place === POSTGRES ? place : pathOf(place))
  const places = picturePlaces(path(from), path(to), settingsOf(hasBucket ? bucket.settings : {}))
  const named = [places.from, places.to].map((place) => place && nameOf(place).replace(`${root}/`, ''))
  expect(named).toEqual([lie, shall])
})

test('between two data folders, the location of the pictures is never guessed', () => {
  expect(() => picturePlaces(pathOf('data'), pathOf('other'), settingsOf(bucket.settings))).toThrow(/Leave out the S3 settings/)
})

describe('an installation that moves to a new data folder', () => {
  beforeEach(() => copyEmbeddedDatabase(pathOf('data', 'db'), { isMigrated: true }))

  test('starts there with its pictures, its secret and its list of deleted accounts', async () => {
    await copyEmbeddedDatabase(pathOf('other', 'db'), { isMigrated: true })
    writeFileSync(pathOf('other', 'erased'), 'two\n')
    const output = await move(pathOf('data'), pathOf('other'))
    expect(output).toMatch(/0 rows in \d+ tables arrived/)
    expect(output).toContain(`The secret and the list of deleted accounts are in ${pathOf('other')} too.`)
    expect(readFileSync(pathOf('other', 'secret'), 'utf8').trim()).toBe('the secret')
    expect(statSync(pathOf('other', 'secret')).mode & 0o777).toBe(0o600)
    expect(readFileSync(pathOf('other', 'erased'), 'utf8')).toBe('two\none\n')
    expect(await contentOf(await inFolder('other'))).toEqual(PICTURES)
  })

  test('is warned when its secret is not a file', async () => {
    rmSync(pathOf('data', 'secret'))
    const files = { from: pathOf('data'), to: pathOf('other') }
    expect(await copySecretFiles({ ...files, isSecretSet: false })).toContain('set SECRET to that of the installation')
    expect(await copySecretFiles({ ...files, isSecretSet: true })).toContain('Start it with the SECRET that is set now.')
  })

  test('is rejected before anything happens when the secret differs', async () => {
    mkdirSync(pathOf('other'))
    writeFileSync(pathOf('other', 'secret'), 'another')
    await expect(move(pathOf('data'), pathOf('other'))).rejects.toThrow(BackupError)
    expect(existsSync(pathOf('other', 'files'))).toBe(false)
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { bucketCheck } from '#server/checks/storage.check.ts'
import { type BucketSettings, deleteFolder, type Files, openFiles } from '#server/features/uploads/uploads.files.ts'
import { startBucket } from '#tests/kit/cluster/bucket.ts'
import { hasSwift, startSwift } from '#tests/kit/swift.ts'
import { picturesWorld } from '#tests/kit/pictures-world.ts'

type Service = { bucket: BucketSettings; close(): Promise<void> }

/** s3rver speaks S3 over HTTP. It checks signatures, but has no policies, lifecycle or multipart limits. */
async function startS3rver(): Promise<Service> {
  const directory = mkdtempSync(join(tmpdir(), 'wavelength-s3rver-'))
  const { settings, close } = await startBucket({ directory })
  const { bucket } = readConfig(settings)
  if (!bucket) throw new Error('expected a bucket in the settings')
  return { bucket, close: () => close().then(() => rmSync(directory, { recursive: true, force: true })) }
}

/** Swift only where it is installed: apt-get install swift-proxy swift-account swift-container swift-object */
const services: [name: string, start: () => Promise<Service>][] = [
  ['s3rver', startS3rver],
  ...(hasSwift() ? [['OpenStack Swift', startSwift] satisfies [string, () => Promise<Service>]] : []),
]

describe.each(services)('a bucket of %s', (_name, start) => {
  let service: Service
  let files: Files
  beforeAll(async () => {
    service = await start()
    files = await openFiles({ dataDir: tmpdir(), bucket: service.bucket })
  }, 240_000)
  afterAll(() => service.close())

  test('returns a picture byte for byte, and none after it was deleted', async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_byte, index) => index % 251)
    await files.put('anna/picture.webp', bytes, { contentType: 'image/webp' })
    expect(Buffer.from(await files.getBytes('anna/picture.webp')).equals(Buffer.from(bytes))).toBe(true)
    await files.delete('anna/picture.webp')
    expect(await files.exists('anna/picture.webp')).toBe(false)
  })

  test('deletes all files of a user with one call, and no others', async () => {
    await files.put('leaving/one.webp', new Uint8Array([1]))
    await files.put('leaving/two.webp', new Uint8Array([2]))
    await files.put('staying/one.webp', new Uint8Array([3]))
    await deleteFolder(files, 'leaving')
    const keys = ['leaving/one.webp', 'leaving/two.webp', 'staying/one.webp']
    expect(await Promise.all(keys.map((key) => files.exists(key)))).toEqual([false, false, true])
  })

  test('passes the check of the start', async () => {
    expect((await bucketCheck({ bucket: service.bucket, dataDir: tmpdir() }).run()).status).toBe('ok')
  })

  test('stores no data of an account after its deletion', async () => {
    const world = await picturesWorld(service.bucket)
    const user = await world.aUserWithPictures('leaver')
    const ofUser = async () => [...(await files.listAll(user.uid, { recursive: true })).objects].filter(({ isFile }) => isFile)
    expect(await ofUser()).toHaveLength(3)
    const response = await world.deleteAccount(user)
    expect([response.status, await response.json(), await ofUser()]).toEqual([200, { files_pending: 0 }, []])
    await world.expectGone(user)
    await world.close()
  }, 240_000)
})

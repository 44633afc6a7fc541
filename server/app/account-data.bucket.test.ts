import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FakeBucket, startFakeBucket } from '#tests/kit/fake-bucket.ts'
import { type PicturesWorld, picturesWorld } from '#tests/kit/pictures-world.ts'

/** The whole server with its pictures in a bucket whose service misbehaves: account deletion must not depend on it. */
let bucket: FakeBucket
let world: PicturesWorld

beforeAll(async () => {
  bucket = await startFakeBucket()
  // A healthy one answers in a few milliseconds.
  world = await picturesWorld(bucket.options, { bucketTimeoutMs: 400 })
}, 120_000)
beforeEach(() => bucket.empty())
afterAll(async () => {
  await world.close()
  await bucket.close()
})

async function aUserWithPictures(name: string) {
  const user = await world.aUserWithPictures(name)
  expect(bucket.keys()).toHaveLength(3)
  return user
}

test.each(['requires-md5', 'no-batch', 'skips-batch'] as const)(
  'deletes the account and every file on a service that does not delete in batches (%s)',
  async (mode) => {
    const user = await aUserWithPictures(mode.replaceAll('-', '_'))
    bucket.behave(mode)
    const response = await world.deleteAccount(user)
    expect([response.status, await response.json(), bucket.keys()]).toEqual([200, { files_pending: 0 }, []])
    await world.expectGone(user)
    expect(await world.countOf('file_deletions')).toBe(0)
  },
)

test.each(['down', 'hangs'] as const)(
  'deletes the account at once while the file store %s, and the files after a restart with a healthy one',
  async (mode) => {
    const user = await aUserWithPictures(mode)
    bucket.behave(mode)
    const response = await world.deleteAccount(user)
    expect([response.status, await response.json()]).toEqual([200, { files_pending: 3 }])
    await world.expectGone(user)
    expect([bucket.keys().length, await world.countOf('file_deletions')]).toEqual([3, 1])
    // The start looks for due jobs at once; later the queue polls every few seconds.
    await world.endPauses()
    bucket.behave('healthy')
    await world.restart()
    await world.expectGone(user)
    const remaining = async () => {
      // An attempt that was running above pauses after it.
      await world.endPauses()
      return [bucket.keys().length, await world.countOf('file_deletions')]
    }
    await expect.poll(remaining, { timeout: 50_000 }).toEqual([0, 0])
  },
  120_000,
)

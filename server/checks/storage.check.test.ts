import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { bucketCheck } from './storage.check.ts'

/** Accepts connections and never answers. */
let silent: Server
let endpoint: string

beforeAll(async () => {
  silent = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterEach(() => void vi.useRealTimers())
afterAll(() => void silent.close())

test('a start waits three seconds for a bucket that hangs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { run } = bucketCheck(
    readConfig({ S3_BUCKET: 'pictures', S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }),
  )
  const connected = once(silent, 'connection')
  const finding = run()
  await connected
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await finding).toMatchObject({
    status: 'error',
    message: expect.stringMatching(/^the bucket pictures at http:.*: an object can't be written: no answer within 3 seconds$/),
  })
})

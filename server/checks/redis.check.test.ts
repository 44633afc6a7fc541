import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { redisCheck } from './redis.check.ts'

/** Accepts connections and never answers. */
let silent: Server
let port: number

beforeAll(async () => {
  silent = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  if (typeof address === 'object' && address) ({ port } = address)
})
afterEach(() => void vi.useRealTimers())
afterAll(() => void silent.close())

test('a start waits three seconds for a Redis that accepts a connection and never answers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const connected = once(silent, 'connection')
  const finding = redisCheck({ redisUrl: `redis://127.0.0.1:${port}` }).run()
  await connected
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await finding).toMatchObject({
    status: 'error',
    message: 'Redis at 127.0.0.1:' + port + ' does not answer (no answer within 3 seconds)',
  })
})

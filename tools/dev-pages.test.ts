import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveDevelopmentPages } from './dev-pages.ts'

test('while developing, the address of the service worker has no script, which is no error in the browser’s console', async () => {
  const app = Fastify()
  await app.register(rateLimit, { global: false })
  await serveDevelopmentPages(app)
  const [worker, other] = [await app.inject('/sw.js'), await app.inject('/no-such-file.js')]
  expect([worker.statusCode, worker.headers['content-type'], other.statusCode]).toEqual([204, undefined, 404])
  await app.close()
})

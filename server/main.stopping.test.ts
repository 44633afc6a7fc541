import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyEmbeddedDatabase } from '#tests/kit/database.ts'
import { freePort } from '#tools/free-port.ts'
import { readConfig } from './config.ts'
import { startServer } from './main.ts'

test('a server behind a load balancer reports that it is not ready once it is asked to stop, and answers until it closes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wavelength-stopping-'))
  await copyEmbeddedDatabase(join(folder, 'db'), { isMigrated: true })
  const server = await startServer({
    config: readConfig({ DATA_DIR: folder, LOG: 'off', DEMO: 'off', STOP_DELAY_SECONDS: '1' }),
    port: await freePort('127.0.0.1', 0),
    fakeServices: null,
    development: false,
    addPages: async () => undefined,
    example: null,
  })
  const get = (path: string) => fetch(`${server.origin}${path}`)
  expect((await get('/readyz')).status).toBe(200)

  const stopped = server.stop()
  const [ready, alive] = await Promise.all([get('/readyz'), get('/healthz')])
  expect([ready.status, ready.headers.get('retry-after'), ready.headers.get('content-type')]).toEqual([
    503,
    '5',
    'application/problem+json; charset=utf-8',
  ])
  expect(await ready.json()).toMatchObject({ status: 503, code: 'unavailable' })
  expect(alive.status).toBe(200)

  await stopped
  await expect(get('/healthz')).rejects.toThrow('fetch failed')
  rmSync(folder, { recursive: true, force: true })
})

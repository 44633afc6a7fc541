import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { closeCodes, SOCKET_PATH } from '#contract/socket.ts'
import { openBus } from '#server/platform/bus/open-bus.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { createMint } from '#tests/kit/chat/crowd.ts'
import { aDevice, checkDelivery } from '#tests/kit/chat/device.ts'
import { startChatServer } from '#tests/kit/chat/server.ts'
import { startPostgres, type Engine } from '#tests/kit/engines.ts'
import { startInProcessServer } from '#tests/kit/in-process-server.ts'

const log = createLogs({ filter: 'off', pretty: false })('bus')
/** A timeout for a busy machine, not a guaranteed limit. */
const TIMEOUT_MS = 25_000
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 20 })

describe.skipIf(inject('postgresUrl') === null)('PostgreSQL without Redis', () => {
  let postgres: Engine
  beforeAll(async () => {
    const engine = await startPostgres()
    if (!engine) throw new Error('PostgreSQL did not start.')
    postgres = engine
  })
  afterAll(() => postgres.remove())

  describe('two processes', () => {
    const open: { bus: Bus; database: Database }[] = []
    afterAll(async () => {
      for (const { bus, database } of open) await bus.close().then(() => database.close())
    })

    async function aProcess(redisUrl: string | null = null) {
      const database = await openPostgres({ databaseUrl: postgres.url, log })
      const bus = await openBus({ redisUrl, databaseUrl: postgres.url, database, log })
      open.push({ bus, database })
      const received: string[] = []
      bus.onAnnouncement('revoked', (text) => void received.push(text))
      return { bus, received }
    }

    test('get each other’s announcements, even after a lost connection and right before one of them stops', async () => {
      const [first, second] = [await aProcess(), await aProcess()]
      const rejoined = vi.fn<(since: Date) => void>()
      second.bus.onReconnected(rejoined)
      await eventually(() => expect([first.bus.isUp(), second.bus.isUp()]).toEqual([false, false]))
      first.bus.announce('revoked', 'alice')
      first.bus.announce('revoked', 'alice')
      for (const { received } of [first, second]) await eventually(() => expect(received).toEqual(['alice', 'alice']))

      const admin = new Client({ connectionString: postgres.url })
      await admin.connect()
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen wavelength'`)
      await admin.end()
      await eventually(() => expect(rejoined).toHaveBeenCalledOnce())
      first.bus.announce('revoked', 'bob')
      await open.shift()?.bus.close()
      await eventually(() => expect([second.received, second.bus.isUp()]).toEqual([['alice', 'alice', 'bob'], true]))
    })

    test.skipIf(inject('redisUrl') === null)('detect each other if only one uses Redis, and get each other’s announcements', async () => {
      const [first, second] = [await aProcess(inject('redisUrl')), await aProcess()]
      await eventually(() => expect([first.bus.isUp(), second.bus.isUp()]).toEqual([false, false]))
      first.bus.announce('revoked', 'carol')
      second.bus.announce('revoked', 'dora')
      for (const { received } of [first, second]) await eventually(() => expect(received.toSorted()).toEqual(['carol', 'dora']))
    })
  })

  test('a second server, as during a restart, polls for the messages of the first one, and the first one for its', async () => {
    const copy = await startPostgres()
    if (!copy) throw new Error('PostgreSQL did not start.')
    const mint = await createMint()
    const servers = [await startChatServer({ people: 2, mint, databaseUrl: copy.url })]
    servers.push(await startChatServer({ people: 0, mint, databaseUrl: copy.url }))
    const devices = await Promise.all(servers.map(({ origin }, number) => aDevice({ origin: () => origin, mint, number })))
    const [first, second] = devices
    if (!first || !second) throw new Error('expected two servers')
    try {
      await Promise.all(devices.map((device) => device.connect()))
      first.write('to the new one')
      await second.upTo(1, TIMEOUT_MS)
      second.write('to the old one')
      await first.upTo(2, TIMEOUT_MS)
      expect(await checkDelivery(first, second)).toMatchObject({ problems: [] })
    } finally {
      await Promise.all(devices.map((device) => device.goOffline()))
      await Promise.all(servers.map((server) => server.close()))
      await copy.remove()
    }
  }, 180_000)

  test('a sign-out by the operator closes the open sockets of the running server, and does not wait for load balancers', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'wavelength-operator-'))
    const settings = { DATABASE_URL: postgres.url, SECRET: 'the same for the server and the command' }
    const server = await startInProcessServer(settings)
    try {
      const { token } = await server.person('anna')
      const socket = new WebSocket(`${server.origin.replace('http', 'ws')}${SOCKET_PATH}`)
      await once(socket, 'open')
      socket.send(JSON.stringify({ event: 'auth', data: { token } }))
      await once(socket, 'message')
      const closed = once(socket, 'close')
      const env = { ...process.env, ...settings, DATA_DIR: dataDir, DEMO: 'off', STOP_DELAY_SECONDS: '300' }
      const { stdout } = await promisify(execFile)(process.execPath, ['tools/operator.ts', 'sign-out', 'anna.marked'], { env })
      expect(stdout).toContain('Every sign-in of @anna.marked has ended.')
      const [code] = (await closed) as [number]
      expect(code).toBe(closeCodes.unauthenticated)
    } finally {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }, 120_000)
})

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { chatFrames } from '#contract/chat/chat.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { createMint, crowdSettings, type Mint } from '#tests/kit/chat/crowd.ts'
import { aDevice, type Device, checkDelivery } from '#tests/kit/chat/device.ts'
import { type ChatServer, SHARED_SECRET, startChatServer } from '#tests/kit/chat/server.ts'
import { type Engine, startPostgres, startRedis } from '#tests/kit/engines.ts'

/** Two server processes on one PostgreSQL and one Redis of their own, which the tests may stop. */
const hasEngines = inject('postgresUrl') !== null && inject('redisUrl') !== null
const PEOPLE = 40
/** A timeout for a busy machine, not a guaranteed limit. */
const TIMEOUT_MS = 25_000
const operatorData = mkdtempSync(join(tmpdir(), 'wavelength-operator-'))

describe.skipIf(!hasEngines)('two servers', () => {
  let postgres: Engine
  let redis: Engine
  let mint: Mint
  let servers: ChatServer[] = []
  let devices: Device[] = []
  let next = 0

  beforeAll(async () => {
    const [first, second] = await Promise.all([startPostgres(), startRedis()])
    if (!first || !second) throw new Error('the engines did not start')
    ;[postgres, redis] = [first, second]
    mint = await createMint()
    const options = { people: PEOPLE, mint, databaseUrl: postgres.url, redisUrl: redis.url }
    // The first one creates the tables.
    servers.push(await startChatServer(options))
    servers.push(await startChatServer({ ...options, people: 0 }))
  }, 120_000)
  afterEach(async () => {
    await Promise.all(devices.map((device) => device.goOffline()))
    devices = []
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()))
    await Promise.all([postgres.remove(), redis.remove()])
    rmSync(operatorData, { recursive: true, force: true })
  })

  function originOf(serverIndex: 0 | 1): string {
    const server = servers[serverIndex]
    if (!server) throw new Error('expected two servers')
    return server.origin
  }

  async function deviceOf(number: number, server: 0 | 1): Promise<Device> {
    const device = await aDevice({ origin: () => originOf(server), mint, number })
    devices.push(device)
    await device.connect()
    return device
  }

  /** Calls that server as that user, with a timeout: the call may be answered or cut off. */
  async function call(server: 0 | 1, number: number, path: string): Promise<Response> {
    const headers = { authorization: `Bearer ${await mint.token(number)}` }
    return fetch(`${originOf(server)}${path}`, { headers, signal: AbortSignal.timeout(25_000) })
  }

  /** Two users, each on their own server. */
  async function twoPeople(): Promise<[Device, Device]> {
    const number = next
    next += 2
    return [await deviceOf(number, 0), await deviceOf(number + 1, 1)]
  }

  const expected = (stored: number) => ({ stored, problems: [] })

  test('F6: one message sent 50 times at once over five sockets of two servers is stored once, with 50 same answers', async () => {
    const [first, second] = await twoPeople()
    const others = await Promise.all(([0, 1, 0, 1] as const).map((server) => deviceOf(next - 2, server)))
    const senders = [first, ...others]
    const message = {
      id: newUuidv7(Date.now()),
      type: 'text' as const,
      content: 'the same',
      referenceItem: [],
      to: second.me,
      from: first.me,
      chat_id: null,
      media: [],
    }
    for (let index = 0; index < 10; index++) for (const device of senders) device.say(chatFrames.sendMessage, { message, to: second.me })
    const answersOf = (device: Device) => device.frames.filter(({ event }) => event === 'message_stored')
    await Promise.all(senders.map((device) => device.until('answered', () => answersOf(device).length === 10)))
    expect(new Set(senders.flatMap(answersOf).map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(await second.upTo(1)).toEqual([message.id])
    expect(await second.history({ after: 0 })).toHaveLength(1)
  })

  test('F5: messages still arrive while Redis is down, and directly again once it returns empty; no message is lost', async () => {
    const [first, second] = await twoPeople()
    first.write('before')
    await first.allAcknowledged()
    await second.upTo(1)
    await redis.stop('SIGKILL')
    for (let index = 0; index < 20; index++) first.write(`without ${index}`)
    await first.allAcknowledged()
    // The delay is asserted with a fake clock (while-down.test.ts); this is only the timeout of the test.
    await second.upTo(21, TIMEOUT_MS)
    await redis.start()
    const deliveredBefore = second.delivered()
    // The first ones may still be sent while connections are opened; the poll after the return finds these.
    await second.until('delivered directly again', () => {
      if (first.written.length < 200) first.write('again')
      return second.delivered() > deliveredBefore
    })
    await first.allAcknowledged()
    expect(await checkDelivery(first, second)).toEqual(expected(first.written.length))
  }, 60_000)

  test('F15: a message that was committed before a crash reaches the receiver on another server afterwards', async () => {
    const [, second] = await twoPeople()
    const dying = await startChatServer({
      people: 0,
      mint,
      databaseUrl: postgres.url,
      redisUrl: redis.url,
      once: { DIE_BEFORE_DELIVERY: 'yes' },
    })
    try {
      const writer = await aDevice({ origin: () => dying.origin, mint, number: next - 2 })
      devices.push(writer)
      await writer.connect()
      const before = writer.write('before')
      await writer.allAcknowledged()
      await second.upTo(1)
      const last = writer.write('die before delivery')
      // The writer never reconnects, so the message is not resent. The reader stays connected.
      await dying.ended()
      await writer.goOffline()
      const closesBefore = second.closes.length
      await dying.start()
      expect(await second.upTo(2)).toEqual([before, last])
      expect((await second.history({ after: 0 })).map(({ content }) => content).toSorted()).toEqual(['before', 'die before delivery'])
      expect(second.closes.length).toBe(closesBefore)
    } finally {
      await dying.close()
    }
  }, 120_000)

  test('F4: while PostgreSQL is down nothing is acknowledged and clients get a retry answer; afterwards all of it is stored', async () => {
    const [first, second] = await twoPeople()
    first.write('before')
    await first.allAcknowledged()
    await postgres.stop('SIGQUIT')
    const acknowledged = first.acknowledged.size
    for (let index = 0; index < 10; index++) {
      first.write(`one ${index}`)
      second.write(`two ${index}`)
    }
    const hasRetryHint = (device: Device) => () =>
      device.frames.some(({ event, data }) => event === 'error' && data['code'] === 'unavailable')
    await Promise.all([
      first.until('retry answer', hasRetryHint(first), TIMEOUT_MS),
      second.until('retry answer', hasRetryHint(second), TIMEOUT_MS),
    ])
    expect(first.acknowledged.size).toBe(acknowledged)
    const away = await Promise.all(
      ([0, 1] as const).flatMap((server) => ['/app/auth/chats', '/readyz'].map((path) => call(server, next - 2, path))),
    )
    expect(away.map(({ status }) => status)).toEqual([503, 503, 503, 503])
    expect(away.map((answer) => Number(answer.headers.get('retry-after')) > 0)).toEqual([true, true, true, true])
    await postgres.start()
    await Promise.all([first.allAcknowledged(), second.allAcknowledged()])
    expect(await checkDelivery(first, second)).toEqual(expected(21))
    const back = await Promise.all(
      ([0, 1] as const).flatMap((server) => ['/app/auth/chats', '/readyz'].map((path) => call(server, next - 2, path))),
    )
    expect(back.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  }, 60_000)

  test('F12: both servers restart one after the other under load, and no message is lost or duplicated', async () => {
    const [first, second] = await twoPeople()
    for (let index = 0; index < 40; index++) {
      first.write(`one ${index}`)
      second.write(`two ${index}`)
    }
    for (const server of servers) {
      expect(await server.end('SIGTERM')).toBeLessThan(10_000)
      await server.start()
    }
    await Promise.all([first.allAcknowledged(), second.allAcknowledged()])
    expect(await checkDelivery(first, second)).toEqual(expected(80))
    // Each was disconnected once; attempts while its server was starting don't count.
    expect([first, second].map(({ closes }) => closes.filter(({ code }) => code === 1012).length)).toEqual([1, 1])
  }, 120_000)

  test('clients of a killed server continue on the other one, without lost or duplicate messages', async () => {
    const number = next
    next += 2
    // As behind a load balancer: if one server is down, try the other.
    const roaming = () => {
      let turn = 0
      return () => originOf(turn++ % 2 === 0 ? 0 : 1)
    }
    const [device1, device2] = await Promise.all(
      [number, number + 1].map(async (index) => {
        const device = await aDevice({ origin: roaming(), mint, number: index })
        devices.push(device)
        await device.connect()
        return device
      }),
    )
    if (!device1 || !device2) throw new Error('expected two devices')
    for (let index = 0; index < 40; index++) {
      device1.write(`one ${index}`)
      device2.write(`two ${index}`)
    }
    await device1.until('in the middle of it', () => device1.acknowledged.size > 5)
    const [first] = servers
    await first?.end('SIGKILL')
    // It stays disconnected until all messages are sent.
    await Promise.all([device1.allAcknowledged(), device2.allAcknowledged()])
    await Promise.all([device1.upTo(80), device2.upTo(80)])
    await first?.start()
    expect(await checkDelivery(device1, device2)).toEqual(expected(80))
  }, 120_000)

  test('A20: a user may have twenty sockets on all servers together', async () => {
    const number = next
    next += 2
    const many = await Promise.all(Array.from({ length: 20 }, (_, index) => deviceOf(number, index % 2 === 0 ? 0 : 1)))
    const extra = await aDevice({ origin: () => originOf(1), mint, number })
    devices.push(extra)
    void extra.connect().catch(() => undefined) // it is rejected again and again
    await extra.until('rejected', () => extra.closes.some(({ code }) => code === 4429))
    expect(many.flatMap(({ closes }) => closes)).toEqual([])
  })

  test('presence and typing reach users on the other server', async () => {
    const [first, second] = await twoPeople()
    first.write('before')
    await first.allAcknowledged()
    await second.upTo(1)
    const isHere = async (): Promise<unknown> => (await (await call(0, next - 2, `/app/auth/presence?uids=${second.me}`)).json()) as unknown
    await vi.waitFor(async () => expect(await isHere()).toEqual({ people: [{ uid: second.me, online: true, last_seen: null }] }), 15_000)
    first.say(chatFrames.typing, { chat_id: first.chatId() ?? '' })
    await second.until('typing', () => second.frames.some(({ event, data }) => event === 'is_typing' && data['chat_id'] === first.chatId()))
    const metrics = await (await fetch(`${originOf(1)}/metrics`)).text()
    expect(metrics).toMatch(/^wavelength_fan_out_lag_seconds_count [1-9]/m)
  })

  /** Runs `npm run operator` on its own data folder. */
  async function operate(args: readonly string[], settings: Record<string, string> = {}): Promise<{ code: number; output: string }> {
    const engines = { DATABASE_URL: postgres.url, REDIS_URL: redis.url }
    const env = { ...process.env, ...crowdSettings, ...engines, DATA_DIR: operatorData, DEMO: 'off', ...settings }
    const ran = spawn(process.execPath, ['tools/operator.ts', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [ran.stdout, ran.stderr]) stream.on('data', (part: Buffer) => (output += String(part)))
    const [code] = (await once(ran, 'exit')) as [number]
    return { code, output }
  }

  test('an operator signs a user out, and the user’s sockets on both servers are closed', async () => {
    const [first] = await twoPeople()
    const onPhone = await deviceOf(next - 2, 1)
    const { code, output } = await operate(['sign-out', `p${next - 2}.crowd`], { SECRET: SHARED_SECRET })
    expect(output).toContain(`Every sign-in of @p${next - 2}.crowd has ended.`)
    expect(code).toBe(0)
    const isOut = (device: Device) => () => device.closes.some(({ code: why }) => why === 4401)
    await Promise.all([first.until('out', isOut(first)), onPhone.until('out', isOut(onPhone))])
  }, 60_000)

  test('a server on a new data folder does not start without the secret of the others, because it would create its own', async () => {
    const { code, output } = await operate(['sign-out', 'p0.crowd'], { DATA_DIR: join(operatorData, 'new') })
    expect(output).toContain('Set SECRET to it, the same for all servers of one database')
    expect(output).not.toContain('    at ')
    expect(code).toBe(1)
  }, 60_000)

  test('F14: a message to an account that is being deleted is stored before or rejected, never stored afterwards', async () => {
    const [first, second] = await twoPeople()
    first.write('before')
    await first.allAcknowledged()
    const database = new Client({ connectionString: postgres.url })
    await database.connect()
    try {
      for (let index = 0; index < 20; index++) first.write(`while leaving ${index}`)
      await first.until('in the middle of it', () => first.acknowledged.size > 5)
      await database.query('delete from people where uid = $1', [second.me])
      // On a fast disk all messages above were stored before the deletion, and send permissions are cached for a second: write until one is rejected.
      for (let index = 0; index < 200 && first.rejected.size === 0; index++) {
        first.write(`after it ${index}`)
        await first.allAcknowledged()
      }
      expect(new Set(first.rejected.values())).toEqual(new Set(['not_found']))
      const { rows } = await database.query(
        'select count(*)::int as count, count(distinct seq)::int as seqs from messages where sender = $1',
        [first.me],
      )
      expect(rows).toEqual([{ count: first.acknowledged.size, seqs: first.acknowledged.size }])
    } finally {
      await database.end()
    }
  })

  test('A46: a block made on one server ends writing on the other', async () => {
    const [first, second] = await twoPeople()
    first.write('before')
    await first.allAcknowledged()
    await second.upTo(1)
    const response = await fetch(`${originOf(1)}/app/auth/blocks/${first.me}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await mint.token(next - 1)}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(response.status).toBe(200)
    // At most the second for which a permission is cached, although this server receives no announcement of the block.
    for (let index = 0; index < 200 && first.rejected.size === 0; index++) {
      first.write(randomUUID())
      await first.allAcknowledged()
    }
    expect(new Set(first.rejected.values())).toEqual(new Set(['not_found']))
  })
})

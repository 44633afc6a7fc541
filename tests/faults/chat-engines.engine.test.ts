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
    const [one, two] = await Promise.all([startPostgres(), startRedis()])
    if (!one || !two) throw new Error('the engines were there a moment ago')
    ;[postgres, redis] = [one, two]
    mint = await createMint()
    const options = { people: PEOPLE, mint, databaseUrl: postgres.url, redisUrl: redis.url }
    // The first one creates the tables.
    servers.push(await startChatServer(options))
    servers.push(await startChatServer({ ...options, people: 0 }))
  }, 120_000)
  afterEach(async () => {
    await Promise.all(devices.map((device) => device.off()))
    devices = []
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()))
    await Promise.all([postgres.remove(), redis.remove()])
    rmSync(operatorData, { recursive: true, force: true })
  })

  function originOf(at: 0 | 1): string {
    const server = servers[at]
    if (!server) throw new Error('There are two servers.')
    return server.origin
  }

  async function deviceOf(number: number, at: 0 | 1): Promise<Device> {
    const device = await aDevice({ origin: () => originOf(at), mint, number })
    devices.push(device)
    await device.connect()
    return device
  }

  /** Calls that server as that user, with a timeout: the call may be answered or cut off. */
  async function call(at: 0 | 1, number: number, path: string): Promise<Response> {
    const headers = { authorization: `Bearer ${await mint.token(number)}` }
    return fetch(`${originOf(at)}${path}`, { headers, signal: AbortSignal.timeout(25_000) })
  }

  /** Two users, each on their own server. */
  async function twoPeople(): Promise<[Device, Device]> {
    const number = next
    next += 2
    return [await deviceOf(number, 0), await deviceOf(number + 1, 1)]
  }

  const expected = (stored: number) => ({ stored, problems: [] })

  test('F6: one message sent 50 times at once over five sockets of two servers is stored once, with 50 same answers', async () => {
    const [one, two] = await twoPeople()
    const others = await Promise.all(([0, 1, 0, 1] as const).map((at) => deviceOf(next - 2, at)))
    const senders = [one, ...others]
    const message = {
      id: newUuidv7(Date.now()),
      type: 'text' as const,
      content: 'the same',
      referenceItem: [],
      to: two.me,
      from: one.me,
      chat_id: null,
      media: [],
    }
    for (let at = 0; at < 10; at++) for (const device of senders) device.say(chatFrames.sendMessage, { message, to: two.me })
    const answersOf = (device: Device) => device.frames.filter(({ event }) => event === 'message_stored')
    await Promise.all(senders.map((device) => device.until('answered', () => answersOf(device).length === 10)))
    expect(new Set(senders.flatMap(answersOf).map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(await two.upTo(1)).toEqual([message.id])
    expect(await two.history({ after: 0 })).toHaveLength(1)
  })

  test('F5: messages still arrive while Redis is down, and directly again once it returns empty; no message is lost', async () => {
    const [one, two] = await twoPeople()
    one.write('before')
    await one.allAcknowledged()
    await two.upTo(1)
    await redis.stop('SIGKILL')
    for (let at = 0; at < 20; at++) one.write(`without ${at}`)
    await one.allAcknowledged()
    // The delay is asserted with a fake clock (while-down.test.ts); this is only the timeout of the test.
    await two.upTo(21, TIMEOUT_MS)
    await redis.start()
    const deliveredBefore = two.delivered()
    // The first ones may still be sent while connections are opened; the poll after the return finds these.
    await two.until('delivered directly again', () => {
      if (one.written.length < 200) one.write('again')
      return two.delivered() > deliveredBefore
    })
    await one.allAcknowledged()
    expect(await checkDelivery(one, two)).toEqual(expected(one.written.length))
  }, 60_000)

  test('F15: a message that was committed before a crash reaches the receiver on another server afterwards', async () => {
    const [, two] = await twoPeople()
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
      await two.upTo(1)
      const last = writer.write('die before delivery')
      // The writer never reconnects, so the message is not resent. The reader stays connected.
      await dying.ended()
      await writer.off()
      const closesBefore = two.closes.length
      await dying.start()
      expect(await two.upTo(2)).toEqual([before, last])
      expect((await two.history({ after: 0 })).map(({ content }) => content).toSorted()).toEqual(['before', 'die before delivery'])
      expect(two.closes.length).toBe(closesBefore)
    } finally {
      await dying.close()
    }
  }, 120_000)

  test('F4: while PostgreSQL is down nothing is acknowledged and clients get a retry answer; afterwards all of it is stored', async () => {
    const [one, two] = await twoPeople()
    one.write('before')
    await one.allAcknowledged()
    await postgres.stop('SIGQUIT')
    const acknowledged = one.acknowledged.size
    for (let at = 0; at < 10; at++) {
      one.write(`one ${at}`)
      two.write(`two ${at}`)
    }
    const hasRetryHint = (device: Device) => () =>
      device.frames.some(({ event, data }) => event === 'error' && data['code'] === 'unavailable')
    await Promise.all([one.until('retry answer', hasRetryHint(one), TIMEOUT_MS), two.until('retry answer', hasRetryHint(two), TIMEOUT_MS)])
    expect(one.acknowledged.size).toBe(acknowledged)
    const away = await Promise.all(
      ([0, 1] as const).flatMap((at) => ['/app/auth/chats', '/readyz'].map((path) => call(at, next - 2, path))),
    )
    expect(away.map(({ status }) => status)).toEqual([503, 503, 503, 503])
    expect(away.map((answer) => Number(answer.headers.get('retry-after')) > 0)).toEqual([true, true, true, true])
    await postgres.start()
    await Promise.all([one.allAcknowledged(), two.allAcknowledged()])
    expect(await checkDelivery(one, two)).toEqual(expected(21))
    const back = await Promise.all(
      ([0, 1] as const).flatMap((at) => ['/app/auth/chats', '/readyz'].map((path) => call(at, next - 2, path))),
    )
    expect(back.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  }, 60_000)

  test('F12: both servers restart one after the other under load, and no message is lost or duplicated', async () => {
    const [one, two] = await twoPeople()
    for (let at = 0; at < 40; at++) {
      one.write(`one ${at}`)
      two.write(`two ${at}`)
    }
    for (const server of servers) {
      expect(await server.end('SIGTERM')).toBeLessThan(10_000)
      await server.start()
    }
    await Promise.all([one.allAcknowledged(), two.allAcknowledged()])
    expect(await checkDelivery(one, two)).toEqual(expected(80))
    // Each was disconnected once; attempts while its server was starting don't count.
    expect([one, two].map(({ closes }) => closes.filter(({ code }) => code === 1012).length)).toEqual([1, 1])
  }, 120_000)

  test('clients of a killed server continue on the other one, without lost or duplicate messages', async () => {
    const number = next
    next += 2
    // As behind a load balancer: if one server is down, try the other.
    const roaming = () => {
      let turn = 0
      return () => originOf(turn++ % 2 === 0 ? 0 : 1)
    }
    const [one, two] = await Promise.all(
      [number, number + 1].map(async (it) => {
        const device = await aDevice({ origin: roaming(), mint, number: it })
        devices.push(device)
        await device.connect()
        return device
      }),
    )
    if (!one || !two) throw new Error('two were asked for')
    for (let at = 0; at < 40; at++) {
      one.write(`one ${at}`)
      two.write(`two ${at}`)
    }
    await one.until('in the middle of it', () => one.acknowledged.size > 5)
    const [first] = servers
    await first?.end('SIGKILL')
    // It stays disconnected until all messages are sent.
    await Promise.all([one.allAcknowledged(), two.allAcknowledged()])
    await Promise.all([one.upTo(80), two.upTo(80)])
    await first?.start()
    expect(await checkDelivery(one, two)).toEqual(expected(80))
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
    const [one, two] = await twoPeople()
    one.write('before')
    await one.allAcknowledged()
    await two.upTo(1)
    const isHere = async (): Promise<unknown> => (await (await call(0, next - 2, `/app/auth/presence?uids=${two.me}`)).json()) as unknown
    await vi.waitFor(async () => expect(await isHere()).toEqual({ people: [{ uid: two.me, online: true, last_seen: null }] }), 15_000)
    one.say(chatFrames.typing, { chat_id: one.chatId() ?? '' })
    await two.until('typing', () => two.frames.some(({ event, data }) => event === 'is_typing' && data['chat_id'] === one.chatId()))
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
    const [one] = await twoPeople()
    const onPhone = await deviceOf(next - 2, 1)
    const { code, output } = await operate(['sign-out', `p${next - 2}.crowd`], { SECRET: SHARED_SECRET })
    expect(output).toContain(`Every sign-in of @p${next - 2}.crowd has ended.`)
    expect(code).toBe(0)
    const isOut = (device: Device) => () => device.closes.some(({ code: why }) => why === 4401)
    await Promise.all([one.until('out', isOut(one)), onPhone.until('out', isOut(onPhone))])
  }, 60_000)

  test('a server on a new data folder does not start without the secret of the others, because it would create its own', async () => {
    const { code, output } = await operate(['sign-out', 'p0.crowd'], { DATA_DIR: join(operatorData, 'new') })
    expect(output).toContain('Set SECRET to it, the same for all servers of one database')
    expect(output).not.toContain('    at ')
    expect(code).toBe(1)
  }, 60_000)

  test('F14: a message to an account that is being deleted is stored before or rejected, never stored afterwards', async () => {
    const [one, two] = await twoPeople()
    one.write('before')
    await one.allAcknowledged()
    const database = new Client({ connectionString: postgres.url })
    await database.connect()
    try {
      for (let at = 0; at < 20; at++) one.write(`while leaving ${at}`)
      await one.until('in the middle of it', () => one.acknowledged.size > 5)
      await database.query('delete from people where uid = $1', [two.me])
      // On a fast disk all messages above were stored before the deletion, and send permissions are cached for a second: write until one is rejected.
      for (let at = 0; at < 200 && one.rejected.size === 0; at++) {
        one.write(`after it ${at}`)
        await one.allAcknowledged()
      }
      expect(new Set(one.rejected.values())).toEqual(new Set(['not_found']))
      const { rows } = await database.query(
        'select count(*)::int as count, count(distinct seq)::int as seqs from messages where sender = $1',
        [one.me],
      )
      expect(rows).toEqual([{ count: one.acknowledged.size, seqs: one.acknowledged.size }])
    } finally {
      await database.end()
    }
  })

  test('A46: a block made on one server ends writing on the other', async () => {
    const [one, two] = await twoPeople()
    one.write('before')
    await one.allAcknowledged()
    await two.upTo(1)
    const response = await fetch(`${originOf(1)}/app/auth/blocks/${one.me}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await mint.token(next - 1)}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(response.status).toBe(200)
    // At most the second for which a permission is cached, although this server receives no announcement of the block.
    for (let at = 0; at < 200 && one.rejected.size === 0; at++) {
      one.write(randomUUID())
      await one.allAcknowledged()
    }
    expect(new Set(one.rejected.values())).toEqual(new Set(['not_found']))
  })
})

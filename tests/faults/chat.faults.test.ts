import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { chatFrames } from '#contract/chat/chat.ts'
import { type Device, aDevice, type DeviceOptions, checkDelivery } from '#tests/kit/chat/device.ts'
import { type ChatServer, startChatServer } from '#tests/kit/chat/server.ts'

/** Real faults on the embedded database: a separate process that is killed, stopped and cut off. */
const PEOPLE = 44
let server: ChatServer
let devices: Device[] = []
/** Each test has its own two users. */
let next = 0
const folder = mkdtempSync(join(tmpdir(), 'wavelength-disk-'))
/** The error code in this file is the result of every disk write. */
const diskFault = join(folder, 'fault')
// A start takes seconds of CPU time, so all tests share one server with every failpoint. A marked message or the file triggers each.
beforeAll(async () => {
  writeFileSync(diskFault, '')
  const hook = new URL('../kit/chat/disk-fault.mjs', import.meta.url).href
  const disk = { NODE_OPTIONS: `--import ${hook}`, DISK_FAULT: diskFault }
  server = await startChatServer({ people: PEOPLE, env: { FLOODS: 'yes', ...disk }, once: { DIE_BEFORE_DELIVERY: 'yes' } })
}, 60_000)
afterEach(async () => {
  await Promise.all(devices.map((device) => device.goOffline()))
  devices = []
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function deviceOf(number: number, change: Partial<DeviceOptions> = {}): Promise<Device> {
  const device = await aDevice({ origin: () => server.origin, mint: server.mint, number, ...change })
  devices.push(device)
  await device.connect()
  return device
}

async function twoPeople(change: Partial<DeviceOptions> = {}): Promise<[Device, Device]> {
  const number = (next += 2)
  return [await deviceOf(number, change), await deviceOf(number + 1, change)]
}

const expected = (stored: number) => ({ stored, problems: [] })
/** A pause, for tests that depend on real time. */
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('the connection', () => {
  test('F7: repeated disconnects on both sides while sending change neither order nor number', async () => {
    // Forty messages and four times five more are below the rate limit: with several in flight, a rejected one would arrive later than the
    // next ones. The product has one in flight.
    const [first, second] = await twoPeople({ reconnectMs: 20, window: 5 })
    for (let index = 0; index < 40; index++) {
      first.write(`one ${index}`)
      second.write(`two ${index}`)
      // Each round lets a different number of frames through, to cut between any two frames.
      if (index % 5 === 0) {
        await first.until('some frames', () => first.acknowledged.size >= index * (index % 10 ? 1 : 0.5))
        ;(index % 10 ? first : second).cut()
      }
    }
    await Promise.all([first.allAcknowledged(), second.allAcknowledged()])
    expect(await checkDelivery(first, second)).toEqual(expected(80))
    expect(first.closes.length + second.closes.length).toBeGreaterThanOrEqual(7)
  })

  test('200 messages written offline arrive once, in order, after the reconnect', async () => {
    const [first, second] = await twoPeople()
    first.write('the chat is there')
    await first.allAcknowledged()
    await first.goOffline()
    for (let index = 0; index < 200; index++) first.write(`offline ${index}`)
    await first.connect()
    await first.allAcknowledged()
    expect(await checkDelivery(first, second)).toEqual(expected(201))
  })

  test('F9: a client that stops reading is disconnected, and has every message once and in order after it returns', async () => {
    const [first, second] = await twoPeople()
    first.write('before')
    await first.allAcknowledged()
    await second.upTo(1)
    second.pause()
    // Messages of the maximum length, in characters of three bytes: 30 MB, more than any system buffers for a client that does not read.
    first.write(`flood the reader ${'漢'.repeat(3_900)}`)
    for (let index = 0; index < 20; index++) first.write(`behind the flood ${index}`)
    await first.allAcknowledged()
    second.resume()
    await second.until('sent away', () => second.closes.some(({ code }) => code === 4008))
    expect(await checkDelivery(first, second)).toEqual(expected(22))
    expect(first.closes).toEqual([])
  })

  test('F8: two devices of one person and the other side agree on the read position', async () => {
    const [first, second] = await twoPeople()
    const tab = await deviceOf(next + 1)
    for (let index = 0; index < 20; index++) first.write(`news ${index}`)
    await first.allAcknowledged()
    await Promise.all([second.upTo(20), tab.upTo(20)])
    const chatId = second.chatId() ?? ''
    second.say(chatFrames.readChat, { chat_id: chatId, seq: 12 })
    tab.say(chatFrames.readChat, { chat_id: chatId, seq: 17 })
    second.say(chatFrames.readChat, { chat_id: chatId, seq: 15 })
    const received17 = (device: Device) => () => device.frames.some(({ event, data }) => event === 'chat_read' && data['seq'] === 17)
    await Promise.all([first.until('answered', received17(first)), second.until('answered', received17(second))])
    const rows = await Promise.all([first, second, tab].map((device) => device.get(`/app/auth/chats/${chatId}`)))
    expect(rows).toMatchObject([
      { their_read_seq: 17, unread: 0 },
      { read_seq: 17, unread: 3 },
      { read_seq: 17, unread: 3 },
    ])
  })

  test('A18: a client whose token expires must send another, and nothing is lost', async () => {
    const [first, second] = await twoPeople({ tokenLivesS: 2 })
    const hasAsked = () => first.frames.some(({ event }) => event === 'auth_expiring')
    for (let index = 0; !hasAsked(); index++) {
      first.write(`while it runs out ${index}`)
      await Promise.all([first.allAcknowledged(), pause(50)])
    }
    await first.until('signed in again', () => first.frames.filter(({ event }) => event === 'authenticated').length > 1)
    first.write('after')
    await first.allAcknowledged()
    expect(await checkDelivery(first, second)).toEqual(expected(first.written.length))
    expect(first.closes).toEqual([])
  }, 30_000)
})

test('F11: twenty devices that are disconnected at once, each while sending a message, reconnect with nothing lost or duplicated', async () => {
  const pairs = await Promise.all(
    Array.from(
      { length: 10 },
      async (_, index) => [await deviceOf(PEOPLE - 20 + index * 2), await deviceOf(PEOPLE - 19 + index * 2)] as const,
    ),
  )
  const all = pairs.flat()
  for (const device of all) device.write('before')
  await Promise.all(all.map((device) => device.allAcknowledged()))
  for (const device of all) {
    device.write('on its way')
    device.cut()
  }
  await Promise.all(all.map((device) => device.allAcknowledged()))
  expect(await Promise.all(pairs.map(([one, two]) => checkDelivery(one, two)))).toEqual(pairs.map(() => expected(4)))
  expect(all.every(({ closes }) => closes.length > 0)).toBe(true)
})

// Before all restarts: only the first start has this failpoint.
test('F15: a server that crashes between commit and delivery has stored the message, and both users get it after reconnecting', async () => {
  const [first, second] = await twoPeople()
  const before = first.write('before')
  await first.allAcknowledged()
  await second.upTo(1)
  const last = first.write('die before delivery')
  // The writer never reconnects, so the message is not resent.
  await server.ended()
  await first.goOffline()
  expect([first.acknowledged.has(last), second.delivered()]).toEqual([false, 1])
  await server.start()
  expect(await second.upTo(2)).toEqual([before, last])
  expect((await second.history({ after: 0 })).map(({ content }) => content).toSorted()).toEqual(['before', 'die before delivery'])
}, 60_000)

describe('the process', () => {
  // The same data is killed in F15 before and in F3 after it, and twenty times in a row by `tests/faults/repeated-kills.ts`.
  test('F1: killed with -9 in the middle of a burst, it has every message it acknowledged, once', async () => {
    const [first, second] = await twoPeople()
    for (let index = 0; index < 50; index++) {
      first.write(`one ${index}`)
      second.write(`two ${index}`)
    }
    await first.until('in the middle of it', () => first.acknowledged.size > 20)
    await server.end('SIGKILL')
    await server.start()
    await Promise.all([first.allAcknowledged(), second.allAcknowledged()])
    expect(await checkDelivery(first, second)).toEqual(expected(100))
  }, 60_000)

  test('F12: a stop under load finishes within 10 s, sends clients a reconnect time, and loses nothing', async () => {
    const [first, second] = await twoPeople()
    for (let index = 0; index < 50; index++) {
      first.write(`one ${index}`)
      second.write(`two ${index}`)
    }
    await first.until('under way', () => first.acknowledged.size > 10)
    expect(await server.end('SIGTERM')).toBeLessThan(10_000)
    expect(first.closes[0]).toEqual({ code: 1012, reason: expect.stringMatching(/^restarting; retry-after-ms=\d+$/) })
    await server.start()
    await Promise.all([first.allAcknowledged(), second.allAcknowledged()])
    expect(await checkDelivery(first, second)).toEqual(expected(100))
  }, 60_000)
})

describe('the disk', () => {
  const fail = (code: string) => writeFileSync(diskFault, code)
  const gotError = (device: Device, code: 'unavailable' | 'storage_full') => () =>
    device.frames.some(({ event, data }) => event === 'error' && data['code'] === code)
  afterEach(() => fail(''))

  test('F13: a full disk stops acknowledgements but no process, clients and /readyz get the error, and with free space all is stored without a restart', async () => {
    const [first, second] = await twoPeople()
    first.write('before')
    await first.allAcknowledged()
    fail('ENOSPC')
    for (let index = 0; index < 5; index++) first.write(`on a full disk ${index}`)
    await first.until('answered', gotError(first, 'storage_full'))
    expect(first.acknowledged.size).toBe(1)
    // Reading works on a full disk; only a write fails.
    for (const _ of ['at first', 'and still']) {
      expect(await server.get('/readyz')).toEqual({ status: 507, body: expect.objectContaining({ code: 'storage_full' }) })
    }
    const { pid } = server
    fail('')
    await first.allAcknowledged()
    expect(server.pid).toBe(pid)
    expect((await server.get('/readyz')).status).toBe(200)
    expect(await checkDelivery(first, second)).toEqual(expected(6))
  }, 60_000)

  test('F3: a disk that reports errors stops all acknowledgements, and /readyz fails; after a restart all acknowledged messages exist', async () => {
    const [first, second] = await twoPeople()
    for (let index = 0; index < 21; index++) first.write(`well ${index}`)
    await first.allAcknowledged()
    fail('EIO')
    const acknowledged = first.acknowledged.size
    for (let index = 0; index < 5; index++) first.write(`on a bad disk ${index}`)
    await first.until('answered', gotError(first, 'unavailable'))
    expect(first.acknowledged.size).toBe(acknowledged)
    expect((await server.get('/readyz')).status).toBe(503)
    await server.end('SIGKILL')
    fail('')
    await server.start()
    await first.allAcknowledged()
    expect(await checkDelivery(first, second)).toEqual(expected(26))
  }, 60_000)
})

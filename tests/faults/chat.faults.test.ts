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
  await Promise.all(devices.map((device) => device.off()))
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
    const [one, two] = await twoPeople({ reconnectMs: 20, window: 5 })
    for (let at = 0; at < 40; at++) {
      one.write(`one ${at}`)
      two.write(`two ${at}`)
      // Each round lets a different number of frames through, to cut between any two frames.
      if (at % 5 === 0) {
        await one.until('some frames', () => one.acknowledged.size >= at * (at % 10 ? 1 : 0.5))
        ;(at % 10 ? one : two).cut()
      }
    }
    await Promise.all([one.allAcknowledged(), two.allAcknowledged()])
    expect(await checkDelivery(one, two)).toEqual(expected(80))
    expect(one.closes.length + two.closes.length).toBeGreaterThanOrEqual(7)
  })

  test('200 messages written offline arrive once, in order, after the reconnect', async () => {
    const [one, two] = await twoPeople()
    one.write('the chat is there')
    await one.allAcknowledged()
    await one.off()
    for (let at = 0; at < 200; at++) one.write(`offline ${at}`)
    await one.connect()
    await one.allAcknowledged()
    expect(await checkDelivery(one, two)).toEqual(expected(201))
  })

  test('F9: a client that stops reading is disconnected, and has every message once and in order after it returns', async () => {
    const [one, two] = await twoPeople()
    one.write('before')
    await one.allAcknowledged()
    await two.upTo(1)
    two.pause()
    // Messages of the maximum length, in characters of three bytes: 30 MB, more than any system buffers for a client that does not read.
    one.write(`flood the reader ${'漢'.repeat(3_900)}`)
    for (let at = 0; at < 20; at++) one.write(`behind the flood ${at}`)
    await one.allAcknowledged()
    two.resume()
    await two.until('sent away', () => two.closes.some(({ code }) => code === 4008))
    expect(await checkDelivery(one, two)).toEqual(expected(22))
    expect(one.closes).toEqual([])
  })

  test('F8: two devices of one person and the other side agree on the read position', async () => {
    const [one, two] = await twoPeople()
    const tab = await deviceOf(next + 1)
    for (let at = 0; at < 20; at++) one.write(`news ${at}`)
    await one.allAcknowledged()
    await Promise.all([two.upTo(20), tab.upTo(20)])
    const chatId = two.chatId() ?? ''
    two.say(chatFrames.readChat, { chat_id: chatId, seq: 12 })
    tab.say(chatFrames.readChat, { chat_id: chatId, seq: 17 })
    two.say(chatFrames.readChat, { chat_id: chatId, seq: 15 })
    const received17 = (device: Device) => () => device.frames.some(({ event, data }) => event === 'chat_read' && data['seq'] === 17)
    await Promise.all([one.until('answered', received17(one)), two.until('answered', received17(two))])
    const rows = await Promise.all([one, two, tab].map((device) => device.get(`/app/auth/chats/${chatId}`)))
    expect(rows).toMatchObject([
      { their_read_seq: 17, unread: 0 },
      { read_seq: 17, unread: 3 },
      { read_seq: 17, unread: 3 },
    ])
  })

  test('A18: a client whose token expires must send another, and nothing is lost', async () => {
    const [one, two] = await twoPeople({ tokenLivesS: 2 })
    const hasAsked = () => one.frames.some(({ event }) => event === 'auth_expiring')
    for (let at = 0; !hasAsked(); at++) {
      one.write(`while it runs out ${at}`)
      await Promise.all([one.allAcknowledged(), pause(50)])
    }
    await one.until('signed in again', () => one.frames.filter(({ event }) => event === 'authenticated').length > 1)
    one.write('after')
    await one.allAcknowledged()
    expect(await checkDelivery(one, two)).toEqual(expected(one.written.length))
    expect(one.closes).toEqual([])
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
  const [one, two] = await twoPeople()
  const before = one.write('before')
  await one.allAcknowledged()
  await two.upTo(1)
  const last = one.write('die before delivery')
  // The writer never reconnects, so the message is not resent.
  await server.ended()
  await one.off()
  expect([one.acknowledged.has(last), two.delivered()]).toEqual([false, 1])
  await server.start()
  expect(await two.upTo(2)).toEqual([before, last])
  expect((await two.history({ after: 0 })).map(({ content }) => content).toSorted()).toEqual(['before', 'die before delivery'])
}, 60_000)

describe('the process', () => {
  // The same data is killed in F15 before and in F3 after it, and twenty times in a row by `tests/faults/long.ts`.
  test('F1: killed with -9 in the middle of a burst, it has every message it acknowledged, once', async () => {
    const [one, two] = await twoPeople()
    for (let at = 0; at < 50; at++) {
      one.write(`one ${at}`)
      two.write(`two ${at}`)
    }
    await one.until('in the middle of it', () => one.acknowledged.size > 20)
    await server.end('SIGKILL')
    await server.start()
    await Promise.all([one.allAcknowledged(), two.allAcknowledged()])
    expect(await checkDelivery(one, two)).toEqual(expected(100))
  }, 60_000)

  test('F12: a stop under load finishes within 10 s, sends clients a reconnect time, and loses nothing', async () => {
    const [one, two] = await twoPeople()
    for (let at = 0; at < 50; at++) {
      one.write(`one ${at}`)
      two.write(`two ${at}`)
    }
    await one.until('under way', () => one.acknowledged.size > 10)
    expect(await server.end('SIGTERM')).toBeLessThan(10_000)
    expect(one.closes[0]).toEqual({ code: 1012, reason: expect.stringMatching(/^restarting; retry-after-ms=\d+$/) })
    await server.start()
    await Promise.all([one.allAcknowledged(), two.allAcknowledged()])
    expect(await checkDelivery(one, two)).toEqual(expected(100))
  }, 60_000)
})

describe('the disk', () => {
  const fail = (code: string) => writeFileSync(diskFault, code)
  const gotError = (device: Device, code: 'unavailable' | 'storage_full') => () =>
    device.frames.some(({ event, data }) => event === 'error' && data['code'] === code)
  afterEach(() => fail(''))

  test('F13: a full disk stops acknowledgements but no process, clients and /readyz get the error, and with free space all is stored without a restart', async () => {
    const [one, two] = await twoPeople()
    one.write('before')
    await one.allAcknowledged()
    fail('ENOSPC')
    for (let at = 0; at < 5; at++) one.write(`on a full disk ${at}`)
    await one.until('answered', gotError(one, 'storage_full'))
    expect(one.acknowledged.size).toBe(1)
    // Reading works on a full disk; only a write fails.
    for (const _ of ['at first', 'and still']) {
      expect(await server.get('/readyz')).toEqual({ status: 507, body: expect.objectContaining({ code: 'storage_full' }) })
    }
    const { pid } = server
    fail('')
    await one.allAcknowledged()
    expect(server.pid).toBe(pid)
    expect((await server.get('/readyz')).status).toBe(200)
    expect(await checkDelivery(one, two)).toEqual(expected(6))
  }, 60_000)

  test('F3: a disk that reports errors stops all acknowledgements, and /readyz fails; after a restart all acknowledged messages exist', async () => {
    const [one, two] = await twoPeople()
    for (let at = 0; at < 21; at++) one.write(`well ${at}`)
    await one.allAcknowledged()
    fail('EIO')
    const acknowledged = one.acknowledged.size
    for (let at = 0; at < 5; at++) one.write(`on a bad disk ${at}`)
    await one.until('answered', gotError(one, 'unavailable'))
    expect(one.acknowledged.size).toBe(acknowledged)
    expect((await server.get('/readyz')).status).toBe(503)
    await server.end('SIGKILL')
    fail('')
    await server.start()
    await one.allAcknowledged()
    expect(await checkDelivery(one, two)).toEqual(expected(26))
  }, 60_000)
})

/**
 * Like chat.faults.test.ts, for longer: a server that is killed again and again under load, and connections that are cut every two
 * seconds. Prints the number of acknowledged messages, and every delivery error. `node_modules/node/bin/node tests/faults/repeated-kills.ts [kills]
 * [pairs] [messages each writes]`, for example 20 50 2000 (F1) or 0 1 10000 (F7).
 */
import { aDevice, type Device, checkDelivery } from '#tests/kit/chat/device.ts'
import { startChatServer } from '#tests/kit/chat/server.ts'
import { readNumbers } from '#tools/arguments.ts'

const [kills = 20, pairs = 50, messages = 500] = readNumbers(
  'Usage: node tests/faults/repeated-kills.ts [kills] [pairs] [messages each writes]',
  {
    most: 3,
  },
).numbers
const CUT_EVERY_MS = 2_000
/** Slower than the rate limit, so that the test determines the rate. */
const WRITE_EVERY_MS = 60
const HOUR_MS = 3_600_000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const server = await startChatServer({ people: pairs * 2 })
const devices: Device[] = []
for (let number = 0; number < pairs * 2; number++) {
  const device = await aDevice({ origin: () => server.origin, mint: server.mint, number })
  await device.connect()
  devices.push(device)
}

const writing = new AbortController()
async function write(device: Device): Promise<void> {
  for (let index = 0; index < messages; index++) {
    device.write(`message ${index}`)
    await pause(WRITE_EVERY_MS)
  }
}
async function cutConnections(): Promise<void> {
  for (let index = 0; !writing.signal.aborted; index++) {
    await pause(CUT_EVERY_MS)
    devices[index % devices.length]?.cut()
  }
}
async function kill(): Promise<void> {
  const writingMs = messages * WRITE_EVERY_MS
  for (let index = 0; index < kills; index++) {
    await pause((writingMs / (kills + 1)) * (0.5 + Math.random()))
    await server.end('SIGKILL')
    const began = performance.now()
    await server.start()
    console.log(`kill ${index + 1}: back after ${Math.round(performance.now() - began)} ms`)
  }
}

const faults = Promise.all([cutConnections(), kill()])
await Promise.all(devices.map(write))
writing.abort()
await faults
await Promise.all(devices.map((device) => device.allAcknowledged(HOUR_MS)))

const errors: string[] = []
for (let number = 0; number < devices.length; number += 2) {
  const [first, second] = [devices[number], devices[number + 1]]
  if (first && second) errors.push(...(await checkDelivery(first, second)).problems)
}
const acknowledged = devices.reduce((sum, device) => sum + device.acknowledged.size, 0)
console.log(`${acknowledged} of ${pairs * 2 * messages} acknowledged, ${errors.length} delivery errors`)
for (const problem of errors) console.log(problem)
await Promise.all(devices.map((device) => device.goOffline()))
await server.close()
process.exit(errors.length > 0 ? 1 : 0)

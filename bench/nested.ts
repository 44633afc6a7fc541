/**
 * Does nested JSON from one user slow down others? One user sends 220 MB of it over many connections, as deep as is accepted, too
 * deep, and too large, while another user reads a page every 20 ms. The bar: the median answer to the other user takes at most 20 ms.
 * `cpu_ms_per_mb` is the computing time of the server for one megabyte; unlike the times it doesn't depend on a busy machine.
 * `node_modules/node/bin/node bench/nested.ts [megabytes]`
 */
import { request } from 'node:http'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { startChatServer } from '#tests/kit/chat/server.ts'
import { readNumbers } from '#tools/arguments.ts'
import { machine, percentile, roundToHundredth, saveResult } from './report.ts'

const [MEGABYTES = 220] = readNumbers('Usage: node bench/nested.ts [megabytes]', { most: 1 }).numbers
const CONNECTIONS = 16
const EVERY_MS = 20
const ALONE_MS = 3_000
const BODY_BYTES = 256 * 1024
const ACCEPTED_DEPTH = 31
const MB = 1024 * 1024

/** Nested lists, with as many siblings as the body may contain. */
const nested = (depth: number): string => {
  const first = '['.repeat(depth - 1) + ']'.repeat(depth - 1)
  return `[${`${first},`.repeat(Math.floor((BODY_BYTES - 2) / (first.length + 1))).slice(0, -1)}]`
}
const bodies: Record<string, string> = {
  'as deep as accepted': nested(ACCEPTED_DEPTH),
  'too deep': '['.repeat(BODY_BYTES),
  'too deep at the end': `[${'1,'.repeat(BODY_BYTES / 2 - 100)}${'['.repeat(100)}`,
  'too large': '['.repeat(20 * BODY_BYTES),
}

/** `address`: the network address that the server sees. */
type Attack = { origin: string; token: string; address: string; body: string; megabytes: number }

// The attack has its own thread. Otherwise its CPU time would count as waiting time of the other user.
const port = parentPort
if (!isMainThread && port) {
  // Only `attack` starts this thread, with this data.
  const statuses = await sendAll(workerData as Attack)
  port.postMessage(statuses)
  process.exit(0)
}

const server = await startChatServer({ people: 8, env: { TRUSTED_PROXIES: '127.0.0.1' } })
try {
  const other = await server.mint.token(0)
  const alone = await readEvery(other, new Promise((resolve) => setTimeout(resolve, ALONE_MS)))
  const results = []
  for (const [index, [what, body]] of Object.entries(bodies).entries()) {
    const token = await server.mint.token(index + 1)
    const before = (await server.usage('asItIs')).cpu
    const began = performance.now()
    const sending = attack({ origin: server.origin, token, address: `192.0.2.${index + 1}`, body, megabytes: MEGABYTES })
    const times = await readEvery(other, sending)
    const seconds = (performance.now() - began) / 1_000
    const after = (await server.usage('asItIs')).cpu
    const cpuMs = (after.user + after.system - before.user - before.system) / 1_000
    results.push({
      what,
      median_ms: roundToHundredth(percentile(times, 0.5)),
      p95_ms: roundToHundredth(percentile(times, 0.95)),
      worst_ms: roundToHundredth(Math.max(...times)),
      answers: JSON.stringify(Object.fromEntries(await sending)),
      cpu_ms_per_mb: roundToHundredth(cpuMs / MEGABYTES),
      seconds: roundToHundredth(seconds),
    })
  }
  console.table(results)
  const result = {
    alone_median_ms: percentile(alone, 0.5),
    most_median_ms: Math.max(...results.map(({ median_ms }) => median_ms)),
    results,
  }
  await saveResult('nested', { command: `node bench/nested.ts ${MEGABYTES}`, machine: machine(), result })
} finally {
  await server.close()
}
process.exit(0)

/** Runs the attack in a thread. */
function attack(input: Attack): Promise<Map<number, number>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: input })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

/** Sends the body until all megabytes are sent, and returns how often each status came. */
async function sendAll(given: Attack): Promise<Map<number, number>> {
  const bytes = Buffer.from(given.body)
  const statuses = new Map<number, number>()
  let left = given.megabytes * MB
  const connection = async () => {
    while (left > 0) {
      left -= bytes.length
      const status = await post(given, bytes)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  return statuses
}

/** Status 0: the server closed the connection before the end of the body. */
function post({ origin, token, address }: Attack, bytes: Buffer): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'x-forwarded-for': address,
      'content-type': 'application/json',
      'content-length': bytes.length,
    }
    const sent = request(`${origin}/app/auth/taste-picks`, { method: 'POST', headers }, (answer) => {
      answer.resume()
      answer.once('close', () => resolve(answer.statusCode ?? 0))
    })
    sent.once('error', () => resolve(0))
    sent.end(bytes)
  })
}

/** Reads a page again and again until the end, and returns how long each answer took, in milliseconds. */
async function readEvery(token: string, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  const state = { isOver: false }
  void until.then(() => (state.isOver = true))
  while (!state.isOver) {
    const began = performance.now()
    const response = await fetch(`${server.origin}/app/auth/sources`, { headers: { authorization: `Bearer ${token}` } })
    await response.text()
    if (response.status !== 200) throw new Error(`The other user’s request failed with status ${response.status}.`)
    times.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
  return times
}

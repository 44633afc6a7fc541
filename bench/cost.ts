/**
 * What does one action cost the server? Computing time of its process, for what people do all day, with thousands of rows in the tables
 * of PostgreSQL. Computing time does not depend on what else the machine does, so `docs/scale.md` counts with it.
 * `node_modules/node/bin/node bench/cost.ts [times]`
 */
import { Client } from 'pg'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { createMint, uidOf } from '#tests/kit/chat/crowd.ts'
import { aDevice } from '#tests/kit/chat/device.ts'
import { startChatServer } from '#tests/kit/chat/server.ts'
import { startPostgres } from '#tests/kit/engines.ts'
import { chatOf, fillLargeTables, momentOf } from '#tests/kit/large-tables.ts'
import { readNumbers } from '#tools/arguments.ts'
import { machine, saveResult } from './report.ts'

const [TIMES = 120] = readNumbers('Usage: node bench/cost.ts [times]', { most: 1 }).numbers
const WARM_UP = 30
/** Below the write limit of an address per minute. */
const WRITES = 25
const ME = 100

const postgres = await startPostgres({ isDurable: true })
if (!postgres) throw new Error('This needs PostgreSQL: apt-get install postgresql')
const mint = await createMint()
const server = await startChatServer({ people: 2, mint, databaseUrl: postgres.url })
const database = new Client({ connectionString: postgres.url })
await database.connect()
await fillLargeTables({ query: async (text) => (await database.query(text)).rows as unknown[] })
const token = await mint.token(ME)

async function call(path: string, body?: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
  const response = await fetch(`${server.origin}/app/auth${path}`, {
    method: body ? 'POST' : 'GET',
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
}

const writer = await aDevice({ origin: server.origin, mint, number: ME })
await writer.connect()
const reader = await aDevice({ origin: server.origin, mint, number: ME + 1 })
await reader.connect()

const actions: Record<string, { times: number; act: () => Promise<unknown> }> = {
  'a message, one at a time': {
    times: WRITES * 4,
    act: async () => {
      writer.write('hello')
      await writer.allAcknowledged()
    },
  },
  'signing in on the socket': {
    times: WRITES,
    act: async () => {
      const device = await aDevice({ origin: server.origin, mint, number: ME + 2 })
      await device.connect()
      await device.goOffline()
    },
  },
  'the list of chats': { times: TIMES, act: () => call('/chats') },
  'a page of messages': { times: TIMES, act: () => call(`/chat-messages/${chatOf(ME)}?limit=30`) },
  'a page of the feed': { times: TIMES, act: () => call('/moments') },
  'a profile': { times: TIMES, act: () => call(`/profile/${uidOf(ME + 1)}`) },
  'the match with a user': { times: TIMES, act: () => call(`/matches/${uidOf(ME + 1)}`) },
  'a search for people': { times: WRITES * 4, act: () => call('/people?q=person%2012') },
  notifications: { times: TIMES, act: () => call('/notifications') },
  'a moment': { times: WRITES, act: () => call('/moments', { id: newUuidv7(Date.now()), text: 'hello', audience: 'everyone' }) },
  'a like': { times: WRITES, act: () => call(`/moments/${momentOf(ME + 1)}/like`, {}) },
}

const table: { action: string; 'server, ms of computing': number }[] = []
const cpuMicros = async () => {
  const { cpu } = await server.usage()
  return cpu.user + cpu.system
}
for (const [action, { times, act }] of Object.entries(actions)) {
  try {
    for (let index = 0; index < Math.min(WARM_UP, times / 5); index++) await act()
    const before = await cpuMicros()
    for (let index = 0; index < times; index++) await act()
    const cpu = (await cpuMicros()) - before
    table.push({ action, 'server, ms of computing': Math.round(cpu / times / 10) / 100 })
  } catch (error) {
    console.log(action, error instanceof Error ? error.message : error)
  }
}
console.table(table)
/** The disk space of a short message: its row and its entries in every index. */
const { rows: sizes } = await database.query<{ bytes: number }>(
  `select (pg_total_relation_size('messages') / count(*))::int as bytes from messages`,
)
const bytesOfAMessage = sizes[0]?.bytes
console.log(`A message takes ${bytesOfAMessage} bytes with its indexes.`)
await saveResult('cost', { command: `node bench/cost.ts ${TIMES}`, machine: machine(), table, bytesOfAMessage })
await Promise.all([writer.goOffline(), reader.goOffline(), database.end()])
await server.close()
await postgres.remove()
process.exit(0)

/**
 * A minimal durable chat server, as the baseline: `ws`, and one multi-row insert in flight at a time. It trusts every client, checks and
 * counts nothing, and has the same indexes on the same database.
 */
import { createServer } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { createLogs } from '#server/platform/observability/log.ts'

type Message = { id: string; content: string; to: string; from: string }
type Waiting = { socket: WebSocket; message: Message }

const MAX_BATCH = 512
const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl = null } = process.env
const database = await openDatabase({ dataDir, databaseUrl, log: createLogs({ filter: 'off', pretty: false })('db') })
await database.query(`create table if not exists bare_messages (
  id uuid not null, sender uuid not null, receiver uuid not null, content text not null, sent_at timestamptz not null, seq bigserial,
  primary key (seq), unique (sender, id))`)

const socketOf = new Map<string, WebSocket>()
let waiting: Waiting[] = []
let isRunning = false

async function run(): Promise<void> {
  isRunning = true
  await new Promise((resolve) => setImmediate(resolve))
  while (waiting.length > 0) {
    const batch = waiting.slice(0, MAX_BATCH)
    waiting = waiting.slice(MAX_BATCH)
    const column = (read: (message: Message) => string) => batch.map(({ message }) => read(message))
    await database.query(
      `insert into bare_messages (id, sender, receiver, content, sent_at)
       select *, now() from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[])`,
      [column((row) => row.id), column((row) => row.from), column((row) => row.to), column((row) => row.content)],
    )
    for (const { socket, message } of batch) {
      socket.send(JSON.stringify({ event: 'message_stored', data: { id: message.id } }))
      socketOf.get(message.to)?.send(JSON.stringify({ event: 'new_message', data: { message } }))
    }
  }
  isRunning = false
}

const server = createServer()
const sockets = new WebSocketServer({ server, path: '/ws', perMessageDeflate: false })
sockets.on('connection', (socket) => {
  let uid = ''
  socket.on('message', (raw: Buffer) => {
    // Only the benchmark connects to this server.
    const frame = JSON.parse(raw.toString()) as { event: string; data: { token: string; uid: string; message: Message } }
    if (frame.event === 'auth') {
      uid = frame.data.uid
      socketOf.set(uid, socket)
      socket.send('{"event":"authenticated","data":{}}')
    } else if (frame.event === 'resume') {
      socket.send('{"event":"resumed","data":{}}')
    } else {
      waiting.push({ socket, message: frame.data.message })
      if (!isRunning) void run()
    }
  })
  socket.on('close', () => socketOf.get(uid) === socket && socketOf.delete(uid))
})

process.on('disconnect', () => process.exit(0))
process.on('message', () => {
  globalThis.gc?.()
  process.send?.({ memory: process.memoryUsage(), cpu: process.cpuUsage() })
})
server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => process.send?.({ origin: `http://127.0.0.1:${process.env['PORT']}` }))

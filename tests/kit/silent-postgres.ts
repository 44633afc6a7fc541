import { createServer, type Socket } from 'node:net'

/** PostgreSQL's answers to each kind of message, limited to what a statement without rows needs. */
const answers: Record<string, Buffer> = {
  Q: Buffer.concat([message('C', 'SELECT 0\0'), message('Z', 'I')]),
  P: message('1', ''),
  B: message('2', ''),
  D: message('n', ''),
  E: message('C', 'SELECT 0\0'),
  S: message('Z', 'I'),
}
const welcome = Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I')])

function message(kind: string, content: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(content.length + 4)
  return Buffer.concat([Buffer.from(kind), length, Buffer.from(content)])
}

/**
 * Speaks PostgreSQL's protocol; every statement returns no rows. After `cut`, existing connections stay silent, as when a network between
 * two machines is cut, while new ones are accepted.
 */
export async function startSilentPostgres() {
  const open = new Map<Socket, { isCut: boolean }>()
  const server = createServer((socket) => {
    const state = { isCut: false }
    open.set(socket, state)
    let rest = Buffer.alloc(0)
    let isIn = false
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy())
    socket.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes])
      for (;;) {
        const kindLength = isIn ? 1 : 0 // the first message has no type byte
        if (rest.length < kindLength + 4) return
        const end = kindLength + rest.readInt32BE(kindLength)
        if (rest.length < end) return
        const kind = rest.toString('latin1', 0, kindLength)
        rest = rest.subarray(end)
        if (!state.isCut) socket.write((isIn ? answers[kind] : welcome) ?? '')
        isIn = true
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `postgres://user@127.0.0.1:${address.port}/some`,
    connections: () => open.size,
    cut: () => open.forEach((state) => (state.isCut = true)),
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of open.keys()) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

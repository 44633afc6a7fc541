import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

export type Balancer = {
  /** The public address of the servers. */
  readonly origin: string
  /** The ports of the servers on this machine. */
  spread(ports: readonly number[]): void
  close(): Promise<void>
}

/** A request header with the index of the server that must answer, for tests that need a specific one. */
export const SERVED_BY = 'x-served-by'

/**
 * A load balancer: each request and socket goes to the next server in turn, or to another one when that is down. It has no sticky sessions.
 */
export async function startBalancer(): Promise<Balancer> {
  let ports: readonly number[] = []
  let turn = 0
  const open = new Set<Duplex>()

  async function connectFor({ headers }: IncomingMessage): Promise<Socket> {
    const first = Number(headers[SERVED_BY] ?? turn++)
    for (let index = 0; index < ports.length; index++) {
      const socket = connect(ports[(first + index) % ports.length] ?? 0, '127.0.0.1')
      try {
        await once(socket, 'connect')
        return socket
      } catch {
        // No server listens at this port at the moment: try the next one.
      }
    }
    throw new Error('no server listens')
  }

  async function pass(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    const socket = await connectFor(incoming)
    const headers = { ...incoming.headers, connection: 'close' }
    const onward = request({ method: incoming.method ?? 'GET', path: incoming.url ?? '/', headers, createConnection: () => socket })
    incoming.pipe(onward)
    const [answer]: [IncomingMessage] = (await once(onward, 'response')) as [IncomingMessage] // as Node documents the event
    reply.writeHead(answer.statusCode ?? 502, answer.headers)
    onward.on('error', () => reply.destroy())
    answer.pipe(reply)
  }

  async function passSocket(incoming: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const server = await connectFor(incoming)
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`]
    for (let index = 0; index < incoming.rawHeaders.length; index += 2)
      lines.push(`${incoming.rawHeaders[index]}: ${incoming.rawHeaders[index + 1]}`)
    server.write(`${lines.join('\r\n')}\r\n\r\n`)
    server.write(head)
    for (const end of [client, server]) {
      open.add(end)
      end.on('error', () => undefined) // one side was cut; the other is closed below
      end.on('close', () => {
        open.delete(end)
        client.destroy()
        server.destroy()
      })
    }
    client.pipe(server).pipe(client)
  }

  const balancer = createServer((incoming, reply) => {
    pass(incoming, reply).catch(() => {
      // The server was killed before it answered, or none is running.
      if (!reply.headersSent) reply.writeHead(503, { 'retry-after': '1' })
      reply.end()
    })
  })
  balancer.on('upgrade', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    passSocket(incoming, client, head).catch(() => client.destroy())
  })
  balancer.listen(0, '127.0.0.1')
  await once(balancer, 'listening')
  // It listens on a port, so this is not the path of a pipe.
  const { port } = balancer.address() as AddressInfo

  return {
    origin: `http://127.0.0.1:${port}`,
    spread: (to) => void (ports = to),
    close: async () => {
      for (const stream of open) stream.destroy()
      balancer.closeAllConnections()
      balancer.close()
      await once(balancer, 'close')
    },
  }
}

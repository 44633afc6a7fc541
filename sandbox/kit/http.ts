import { createServer, type IncomingMessage } from 'node:http'

/** A request of a fake service: all values are strings and untrusted. */
export type FakeRequest = {
  method: string
  path: string
  query: URLSearchParams
  form: URLSearchParams
  /** The raw body, for calls that send JSON. */
  body: string
  headers: IncomingMessage['headers']
}

export type FakeResponse = {
  status: number
  headers?: Record<string, string>
  body?: string
  /** Ends the connection halfway through the body. */ isCut?: true
}

const MAX_FORM_BYTES = 64 * 1024

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): FakeResponse => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'private, max-age=0', ...headers },
  body: JSON.stringify(body),
})

export const redirect = (location: string): FakeResponse => ({ status: 302, headers: { location, 'cache-control': 'no-store' } })

/** Starts one fake service. `answer` is called for every request; an error that it throws becomes a 500. */
export async function startServer(
  { host, port }: { host: string; port: number },
  answer: (request: FakeRequest) => Promise<FakeResponse> | FakeResponse,
): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    void read(incoming)
      .then(answer)
      .catch((error: unknown): FakeResponse => ({ status: 500, headers: { 'content-type': 'text/plain' }, body: String(error) }))
      .then(({ status, headers, body = '', isCut }) => {
        if (!isCut) return outgoing.writeHead(status, headers).end(body)
        const half = body.slice(0, Math.ceil(body.length / 2))
        return outgoing
          .writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body) + 1) })
          .write(half, () => outgoing.destroy())
      })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the fake service does not listen on TCP')
  return {
    origin: `http://${host}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function read(incoming: IncomingMessage): Promise<FakeRequest> {
  const url = new URL(incoming.url ?? '/', 'http://fake-service')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > MAX_FORM_BYTES) throw new Error('the form is too large')
    chunks.push(bytes)
  }
  const body = Buffer.concat(chunks).toString('utf8')
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    form: new URLSearchParams(body),
    body,
    headers: incoming.headers,
  }
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const BUCKET = 'pictures'
const REGION = 'us-east-1'
const ACCOUNT = 'fake'

/**
 * How the service behaves. `requires-md5`: it rejects a batch delete without Content-MD5, as OpenStack Swift 2.30 does.
 * `no-batch`: it rejects every batch delete. `skips-batch`: it answers 200 and names every object as not deleted.
 * `down`: it answers 503. `hangs`: it accepts requests and never answers.
 */
export type BucketMode = 'healthy' | 'requires-md5' | 'no-batch' | 'skips-batch' | 'down' | 'hangs'

export type FakeBucket = Awaited<ReturnType<typeof startFakeBucket>>

/** A fake S3 service over real HTTP that fails on demand. It checks no signatures. */
export async function startFakeBucket() {
  const objects = new Map<string, Buffer>()
  /** Keys that the service does not delete. */
  const locked = new Set<string>()
  const calls: string[] = []
  let mode: BucketMode = 'healthy'

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readAll(request)
    const url = new URL(request.url ?? '/', 'http://bucket.invalid')
    const key = decodeURIComponent(url.pathname.slice(`/${BUCKET}/`.length))
    const isBatch = request.method === 'POST' && url.searchParams.has('delete')
    calls.push(isBatch ? 'batch delete' : `${request.method} ${key || '(list)'}`)
    if (mode === 'hangs') return
    if (mode === 'down') return fail(response, 503, 'ServiceUnavailable', 'The service is down')
    if (isBatch) return deleteBatch(request, body.toString(), response)
    if (request.method === 'GET' && key === '') return list(url.searchParams, response)
    if (request.method === 'PUT') {
      objects.set(key, body)
      return void response.writeHead(200, { etag: '"fake"' }).end()
    }
    if (request.method === 'DELETE') {
      if (locked.has(key)) return fail(response, 403, 'AccessDenied', 'This object is locked')
      objects.delete(key)
      return void response.writeHead(204).end()
    }
    const bytes = objects.get(key)
    if (!bytes) return fail(response, 404, 'NoSuchKey', 'There is no such key')
    response.writeHead(200, { 'content-length': bytes.length, 'last-modified': new Date(0).toUTCString(), etag: '"fake"' })
    response.end(request.method === 'HEAD' ? undefined : bytes)
  }

  function deleteBatch(request: IncomingMessage, body: string, response: ServerResponse): void {
    if (mode === 'no-batch') return fail(response, 501, 'NotImplemented', 'Batch delete is not implemented')
    if (mode === 'requires-md5' && !request.headers['content-md5'])
      return fail(response, 400, 'InvalidRequest', 'Missing required header for this request: Content-MD5')
    const keys = [...body.matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key = '']) => key)
    const rejected = keys.filter((key) => mode === 'skips-batch' || locked.has(key))
    for (const key of keys) if (!rejected.includes(key)) objects.delete(key)
    const errors = rejected.map((key) => `<Error><Key>${key}</Key><Code>AccessDenied</Code></Error>`).join('')
    sendXml(response, 200, `<DeleteResult>${errors}</DeleteResult>`)
  }

  /** Two entries per page, so that a folder of three needs a second page. With a delimiter, a subfolder is one entry. */
  function list(search: URLSearchParams, response: ServerResponse): void {
    const after = search.get('continuation-token') ?? ''
    const prefix = search.get('prefix') ?? ''
    const delimiter = search.get('delimiter') ?? ''
    const entryOf = (key: string) => {
      const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
      return end === -1 ? key : key.slice(0, end + delimiter.length)
    }
    const all = new Set([...objects.keys()].filter((key) => key.startsWith(prefix)).map(entryOf))
    const found = [...all].filter((entry) => entry > after).toSorted()
    const page = found.slice(0, 2)
    const next = found.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    const contents = page.map((entry) =>
      delimiter !== '' && entry.endsWith(delimiter)
        ? `<CommonPrefixes><Prefix>${entry}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${entry}</Key><Size>1</Size><ETag>fake</ETag><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`,
    )
    sendXml(response, 200, `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`)
  }

  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this kind.
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    options: { endpoint, region: REGION, bucket: BUCKET, accessKeyId: ACCOUNT, secretAccessKey: ACCOUNT },
    /** The settings that make a server use this bucket. */
    settings: {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: endpoint,
      S3_REGION: REGION,
      S3_ACCESS_KEY_ID: ACCOUNT,
      S3_SECRET_ACCESS_KEY: ACCOUNT,
    },
    calls,
    locked,
    behave: (next: BucketMode): void => void (mode = next),
    keys: (): string[] => [...objects.keys()].toSorted(),
    empty(): void {
      objects.clear()
      locked.clear()
      calls.length = 0
      mode = 'healthy'
    },
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  // A request without an encoding emits bytes.
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

function fail(response: ServerResponse, status: number, code: string, message: string): void {
  sendXml(response, status, `<Error><Code>${code}</Code><Message>${message}</Message></Error>`)
}

function sendXml(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0" encoding="UTF-8"?>${xml}`)
}

import { createServer, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOutside } from '#server/providers/outside.ts'
import { ProviderError } from '#server/providers/provider-error.ts'

let requests: string[] = []
const answers: Record<string, (response: ServerResponse) => void> = {
  '/kept': (response) =>
    response.writeHead(200, { 'content-type': 'Image/JPEG; charset=x', 'cache-control': 'public, max-age=7200' }).end('abc'),
  '/not-kept': (response) => response.writeHead(200, { 'cache-control': 'no-store, max-age=7200' }).end('abc'),
  '/elsewhere': (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  '/silent': () => {},
  '/drip': (response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write('x'), 20)
    response.once('close', () => clearInterval(drip))
  },
  '/endless': (response) => {
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const send = () => {
      while (!response.destroyed && response.write(chunk));
      response.once('drain', send)
    }
    send()
  },
}
const server = createServer((incoming, outgoing) => {
  requests.push(incoming.url ?? '')
  answers[incoming.url ?? '']?.(outgoing)
})
let port = 0

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address !== null && typeof address === 'object') port = address.port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** The listed host is on this machine, without TLS; the rest of the outgoing path is real. */
function fetchLocally(url: string, init: RequestInit): Promise<Response> {
  return fetch(url.replace(/^https:\/\/(?:[a-z]+\.)?pictures\.example/, `http://127.0.0.1:${port}`), { ...init, redirect: 'manual' })
}
const outside = createOutside({
  hosts: ['pictures.example'],
  timeoutMs: 300,
  maxBytes: 1024 * 1024,
  fetch: fetchLocally,
})
const kindOf = async (act: Promise<unknown>): Promise<string> => {
  const error: unknown = await act.catch((reason: unknown) => reason)
  return error instanceof ProviderError ? error.kind : 'answered'
}

test('requests a listed host, and returns how long its response may be cached', async () => {
  const { status, type, bytes, maxAgeSeconds } = await outside('https://pictures.example/kept')
  expect({ status, type, text: bytes.toString(), maxAgeSeconds }).toEqual({
    status: 200,
    type: 'image/jpeg',
    text: 'abc',
    maxAgeSeconds: 7_200,
  })
  expect((await outside('https://pictures.example/not-kept')).maxAgeSeconds).toBe(0)
})

test('A26: rejects an address that is not on the list before sending a request', async () => {
  requests = []
  const addresses = [
    'http://pictures.example/kept',
    'https://pictures.example:8443/kept',
    'https://me:secret@pictures.example/kept',
    'https://a.pictures.example/kept',
    'https://pictures.example.evil.example/kept',
    'https://127.0.0.1/kept',
    'https://[::1]/kept',
    'https://2130706433/kept',
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'gopher://pictures.example/',
    'nothing',
  ]
  expect(await Promise.all(addresses.map((address) => kindOf(outside(address))))).toEqual(addresses.map(() => 'unavailable'))
  expect(requests).toEqual([])
})

test('A27: a redirect is not followed, a silent host times out, and an endless response is cut off', async () => {
  const { status, location } = await outside('https://pictures.example/elsewhere')
  expect([status, location]).toEqual([302, 'http://169.254.169.254/'])
  expect(await kindOf(outside('https://pictures.example/silent'))).toBe('unavailable')
  expect(await kindOf(outside('https://pictures.example/drip'))).toBe('unavailable')
  expect(await kindOf(outside('https://pictures.example/endless'))).toBe('malformed')
})

test('A27: of an endless page only the beginning is read', async () => {
  const page = createOutside({ hosts: ['pictures.example'], timeoutMs: 3_000, maxBytes: 1_000, tooLong: 'cut', fetch: fetchLocally })
  expect((await page('https://pictures.example/endless')).bytes.toString()).toBe('x'.repeat(1_000))
})

test('a host listed with a leading dot matches its subdomains only', async () => {
  const below = createOutside({ hosts: ['.pictures.example'], timeoutMs: 3_000, maxBytes: 1_000, fetch: fetchLocally })
  expect((await below('https://a.pictures.example/kept')).status).toBe(200)
  for (const host of ['pictures.example', 'apictures.example', 'a.pictures.example.evil.example', 'a.pictures.example:8443']) {
    expect(await kindOf(below(`https://${host}/kept`))).toBe('unavailable')
  }
})

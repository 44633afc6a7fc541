import { createServer, type Server, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { requestTokens } from '#server/providers/oauth-token.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import { parseResponse, providerHttp, request } from '#server/providers/provider-http.ts'

let server: Server
let origin: string
let sentBytes = 0

const answers: Record<string, (response: ServerResponse) => void> = {
  '/endless': (response) => {
    const chunk = Buffer.alloc(256 * 1024, 'x')
    const send = () => {
      do sentBytes += chunk.length
      while (!response.destroyed && response.write(chunk))
      response.once('drain', send)
    }
    send()
  },
  '/silent': () => {},
  '/html': (response) => response.end('<html>Sorry</html>'),
  '/elsewhere': (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  '/wait': (response) => response.writeHead(429, { 'retry-after': '12' }).end('{}'),
  '/wait-long': (response) => response.writeHead(429, { 'retry-after': '99999999' }).end('{}'),
  '/bad-token': (response) => response.writeHead(400).end('{"error":"invalid_grant"}'),
  '/bad-client': (response) => response.writeHead(400).end('{"error":"invalid_client"}'),
  '/odd-token': (response) => response.end('{"access_token":"secret-access","token_type":"Bearer","expires_in":-1}'),
}

beforeAll(async () => {
  server = createServer((incoming, outgoing) => answers[incoming.url ?? '']?.(outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address !== null && typeof address === 'object') origin = `http://127.0.0.1:${address.port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const failure = async (act: Promise<unknown>): Promise<ProviderError> => {
  const error: unknown = await act.catch((reason: unknown) => reason)
  if (error instanceof ProviderError) return error
  throw new Error(`not rejected: ${String(error)}`)
}

const tokensFrom = (url: string) =>
  requestTokens({ ...providerHttp, timeoutMs: 500 }, { url, form: { refresh_token: 'secret-refresh' }, now: () => new Date() })

test('A37: a response without an end is cut off', async () => {
  const error = await failure(request({ ...providerHttp, maxBytes: 1024 * 1024 }, { url: `${origin}/endless` }))
  expect(error.kind).toBe('malformed')
  expect(sentBytes).toBeLessThan(20 * 1024 * 1024)
})

test('A37: a provider that never answers times out', async () => {
  expect((await failure(request({ ...providerHttp, timeoutMs: 50 }, { url: `${origin}/silent` }))).kind).toBe('unavailable')
})

test('A37: HTML instead of JSON counts as no body, and is rejected where one is required', async () => {
  const { status, body } = await request(providerHttp, { url: `${origin}/html` })
  expect({ status, body }).toEqual({ status: 200, body: undefined })
  expect(() => parseResponse(z.object({ id: z.string() }), body, 'me')).toThrow(ProviderError)
})

test('a redirect of a provider is not followed', async () => {
  expect((await request(providerHttp, { url: `${origin}/elsewhere` })).status).toBe(302)
})

test('Retry-After becomes seconds, a day at most', async () => {
  expect((await request(providerHttp, { url: `${origin}/wait` })).retryAfterSeconds).toBe(12)
  expect((await request(providerHttp, { url: `${origin}/wait-long` })).retryAfterSeconds).toBe(86_400)
})

test('an invalid token asks the user to reconnect; an operator’s mistake does not', async () => {
  expect((await failure(tokensFrom(`${origin}/bad-token`))).kind).toBe('reconnect')
  expect((await failure(tokensFrom(`${origin}/bad-client`))).kind).toBe('unavailable')
  expect((await failure(tokensFrom(`${origin}/wait`))).retryAfterSeconds).toBe(12)
})

test('A36: no error contains a token, neither one we sent nor one we received', async () => {
  const errors = [
    await failure(tokensFrom(`${origin}/odd-token`)),
    await failure(tokensFrom(`${origin}/silent`)),
    await failure(tokensFrom('http://127.0.0.1:1/token')),
  ]
  const everything = errors
    .map((error) => `${error.stack} ${JSON.stringify(error)} ${JSON.stringify(error.logFields)} ${String(error.cause)}`)
    .join('\n')
  expect(errors.map(({ kind }) => kind)).toEqual(['malformed', 'unavailable', 'unavailable'])
  expect(everything).not.toMatch(/secret-(access|refresh)/)
})

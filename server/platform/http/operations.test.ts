import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { createLogs } from '../observability/log.ts'
import { createMetrics } from '../observability/metrics.ts'
import { createHttpServer } from './http-server.ts'
import { openApiDocument } from './operations.ts'
import { addOperations } from './operations.ts'

const TOKEN = 'the token of the operator'
let app: FastifyInstance
afterEach(() => app.close())

async function start(adminToken: string | null = TOKEN) {
  app = await createHttpServer({
    routes: [],
    authenticate: () => Promise.reject(new Error('not asked here')),
    log: createLogs({ filter: 'off', pretty: false })('http'),
    isOwnHost: () => true,
    trustedProxies: [],
    secure: true,
    extraFrameOrigins: [],
    development: false,
  })
  const { registry } = createMetrics()
  await addOperations(app, { origin: 'https://own.example', calls, registry, readiness: async () => undefined, adminToken, isPublic: true })
}

const html = { accept: 'text/html,application/xhtml+xml' }
const open = (url: string, headers: Record<string, string> = html) => app.inject({ url, headers })
const signIn = (token: string) =>
  app.inject({
    method: 'POST',
    url: '/docs/sign-in',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ token }).toString(),
  })

test('an operator signs in to /docs in a browser with the admin token, and the cookie opens it alone', async () => {
  await start()
  const form = await open('/docs')
  expect([form.statusCode, form.body.includes('action="/docs/sign-in"'), form.body.includes('swagger')]).toEqual([401, true, false])
  const response = await signIn(TOKEN)
  const cookie = String(response.headers['set-cookie'])
  expect([response.statusCode, response.headers.location]).toEqual([303, '/docs'])
  expect(cookie).toMatch(/^wl_docs=[\w.-]+; Path=\/docs; Max-Age=28800; HttpOnly; Secure; SameSite=Strict$/)
  expect(cookie).not.toContain(TOKEN)
  const session = { ...html, cookie: cookie.split(';')[0] ?? '' }
  const page = await open('/docs', session)
  expect([page.statusCode, page.body.includes('swagger-ui')]).toEqual([200, true])
  expect((await open('/docs/json', { cookie: session.cookie })).json()).toMatchObject({ openapi: '3.1.0' })
  expect((await open('/metrics', session)).statusCode).toBe(404)
})

test('a wrong token, a made-up or ended session and a program without a token are rejected', async () => {
  await start()
  const wrong = await signIn('something else')
  expect([wrong.statusCode, wrong.headers['set-cookie'], wrong.body.includes('role="alert"')]).toEqual([401, undefined, true])
  const good = String((await signIn(TOKEN)).headers['set-cookie']).split(';')[0] ?? ''
  const later = good.replace(/=\d+/, (end) => `=${Number(end.slice(1)) + 1}`)
  const ended = good.replace(/=\d+/, '=1000000000')
  for (const cookie of [later, ended, 'wl_docs=1.2']) expect((await open('/docs', { ...html, cookie })).statusCode).toBe(401)
  expect((await open('/docs/json', {})).statusCode).toBe(404)
  expect((await open('/docs/json', { authorization: `Bearer ${TOKEN}` })).statusCode).toBe(200)
})

test('guessing the token is slowed down', async () => {
  await start()
  const responses = []
  for (let index = 0; index < 11; index++) responses.push((await signIn(`guess ${index}`)).statusCode)
  expect(responses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
})

test('without an admin token there is no /docs and no form', async () => {
  await start(null)
  expect([(await open('/docs')).statusCode, (await signIn('x')).statusCode]).toEqual([404, 404])
})

test('the document contains the server and the security of each call', async () => {
  await start()
  const document = openApiDocument(calls, 'https://own.example') as {
    servers: unknown
    paths: Record<string, Record<string, { security?: unknown }>>
  }
  expect(document.servers).toEqual([{ url: 'https://own.example' }])
  const wrong = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).filter(
      ({ security }) => JSON.stringify(security) !== (path.startsWith('/app/auth/') ? '[{"bearer":[]}]' : '[]'),
    ),
  )
  expect(wrong).toEqual([])
})

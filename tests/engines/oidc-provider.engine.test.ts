import { afterAll, beforeAll, expect, test } from 'vitest'
import { type InProcessServer, startInProcessServer } from '#tests/kit/in-process-server.ts'
import { cookieBrowser } from '#tests/kit/cookie-browser.ts'
import { type OidcIssuer, startOidcIssuer } from '#tests/kit/oidc-issuer.ts'
import { freePort } from '#tools/free-port.ts'

const client = { client_id: 'wave', client_secret: 'a secret of the issuer' }
const FLOW = 'flow-of-this-window'
let issuer: OidcIssuer
let server: InProcessServer

async function startServerAt(port: number, settings: Record<string, string> = {}): Promise<InProcessServer> {
  return startInProcessServer({
    PORT: String(port),
    OIDC_ISSUER: issuer.origin,
    OIDC_CLIENT_ID: client.client_id,
    OIDC_CLIENT_SECRET: client.client_secret,
    ...settings,
  })
}

let strictPort: number

beforeAll(async () => {
  const ports = [await freePort('127.0.0.1', 0), await freePort('127.0.0.1', 0)] as const
  strictPort = ports[1]
  issuer = await startOidcIssuer({
    ...client,
    redirect_uris: ports.map((port) => `http://127.0.0.1:${port}/identity/callback/oidc`),
    post_logout_redirect_uris: ports.map((port) => `http://127.0.0.1:${port}/`),
  })
  server = await startServerAt(ports[0], { OIDC_LOGOUT: 'yes' })
})
afterAll(async () => {
  await server.stop()
  await issuer.close()
})

/** Signs in like the sign-in window. @returns our browser, the issuer's browser, and the result on the final page */
async function signIn(origin: string, login: string) {
  const here = cookieBrowser(origin)
  const there = issuer.browser()
  const began = await here.postJson('/identity/sign-in/social', { provider: 'oidc', flow: FLOW })
  expect([began.status, began.text]).toEqual([200, expect.stringContaining('"url"')])
  const { url } = JSON.parse(began.text) as { url: string }
  const back = await there.authorize(url, login)
  const done = new URL((await here.get(back.href)).location ?? '')
  return { here, there, parameters: new URL(url).searchParams, error: done.searchParams.get('error'), done }
}

test('signs a new user in through an issuer with its default prompts, and out again at the issuer', async () => {
  const { here, there, parameters, error, done } = await signIn(server.origin, 'robin')
  expect([parameters.get('prompt'), error, done.pathname]).toEqual([null, null, '/identity/done'])
  expect(JSON.parse((await here.get('/identity/get-session')).text)).toMatchObject({
    user: { email: 'robin@issuer.example', emailVerified: true, name: 'robin' },
  })

  const signedOut = await here.postJson('/identity/sign-out', {})
  const page = new URL((JSON.parse(signedOut.text) as { url: string }).url)
  expect([page.origin, page.searchParams.get('post_logout_redirect_uri'), page.searchParams.get('client_id')]).toEqual([
    issuer.origin,
    `${server.origin}/`,
    'wave',
  ])
  expect((await there.get(page.href)).text).toContain('Do you want to sign-out')
  expect(JSON.parse((await here.get('/identity/get-session')).text)).toEqual({ user: null })
})

test('sends the prompt that the operator sets, which this issuer rejects', async () => {
  const strict = await startServerAt(strictPort, { OIDC_PROMPT: 'select_account' })
  try {
    const { parameters, error } = await signIn(strict.origin, 'robin')
    expect([parameters.get('prompt'), error]).toEqual(['select_account', 'invalid_request'])
  } finally {
    await strict.stop()
  }
})

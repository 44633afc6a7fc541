import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callAddress } from '#contract/base/call.ts'
import { calls } from '#contract/calls.ts'
import { startFakeServices } from '#sandbox/demo/fake-services.ts'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'
import type { Db } from '#server/platform/db/database.ts'
import { fromOwnAddress } from './client-address.ts'
import { freePort } from '#tools/free-port.ts'
import { copyEmbeddedDatabase } from './database.ts'

/** Inputs of a call, without its caller. */
export type Ask = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
/** A user with a profile. */
export type Caller = { uid: string; token: string; userName: string }
type Answer = { status: number; text: string; retryAfter: string | null }

/** A whole server inside this process, with users who sign up and call it over HTTP. */
export type InProcessServer = Awaited<ReturnType<typeof startInProcessServer>>

const PASSWORD = 'a long enough secret'

/** @param settings additional settings, by their names in .env.example */
export async function startInProcessServer(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'wavelength-in-process-'))
  await copyEmbeddedDatabase(join(folder, 'db'), { isMigrated: true })
  const port = Number(settings['PORT']) || (await freePort('127.0.0.1', 0))
  const fakeServices = await startFakeServices({ redirectOrigin: `http://127.0.0.1:${port}` })
  let opened: Db | undefined
  const server = await startServer({
    config: readConfig({ DATA_DIR: folder, LOG: 'off', DEMO: 'on', ...settings }),
    port,
    fakeServices: fakeServices.origins,
    development: false,
    addPages: async () => undefined,
    fill: async ({ database }) => {
      opened = database.db
    },
    example: null,
  })
  if (!opened) throw new Error('the server was started without its database')
  return {
    app: server.app,
    db: opened,
    origin: server.origin,
    ...createClient(server.origin),
    /** The next matching request to the fake Spotify fails. */
    failSpotify: fakeServices.failSpotify,
    async stop(): Promise<void> {
      await server.stop()
      await fakeServices.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Calls of the server over HTTP, as its clients make them. */
function createClient(origin: string) {
  let people = 0
  const addresses = new Map<string | null, { 'x-forwarded-for': string }>()

  async function send(name: keyof typeof calls, token: string | null, { params, query, body }: Ask = {}): Promise<Answer> {
    const call = calls[name]
    // Servers that trust a proxy count the requests of each user separately.
    const address = addresses.get(token) ?? fromOwnAddress()
    addresses.set(token, address)
    const headers = new Headers({ origin, ...address })
    if (token) headers.set('authorization', `Bearer ${token}`)
    if (body !== undefined) headers.set('content-type', 'application/json')
    const response = await fetch(`${origin}${callAddress(call, params, query)}`, {
      method: call.method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text(), retryAfter: response.headers.get('retry-after') }
  }

  /** A call that must succeed. */
  async function act(name: keyof typeof calls, { token }: Pick<Caller, 'token'>, input: Ask = {}): Promise<Record<string, unknown>> {
    const { status, text } = await send(name, token, input)
    if (status !== 200) throw new Error(`${name}: ${status} ${text}`)
    return JSON.parse(text)
  }

  /** A new user called `<name>.marked`: a word that occurs nowhere else. */
  async function person(name: string): Promise<Caller> {
    const body = JSON.stringify({ email: `reads${people++}@reads.example`, password: PASSWORD, name })
    const cookie = await signUp(origin, body, `127.0.1.${people}`)
    const response = await fetch(`${origin}/identity/token`, { headers: { origin, cookie } })
    // Sent by the server under test.
    const { token } = (await response.json()) as { token: string }
    const userName = `${name}.marked`
    const { uid } = await act(
      'setUpAccount',
      { token },
      { body: { user_name: userName, name: `${name} person`, avatar_id: null, languages: ['en'], birth_year: 1990 } },
    )
    return { uid: String(uid), token, userName }
  }

  async function befriend(a: Caller, b: Caller): Promise<void> {
    await act('requestConnection', a, { params: { uid: b.uid }, body: {} })
    await act('acceptRequest', b, { params: { uid: a.uid } })
  }

  return { ask: send, act, person, befriend }
}

/** Signs up and returns the cookies. Each user has their own network address, because the sign-up limit counts by address. */
function signUp(origin: string, body: string, localAddress: string): Promise<string> {
  const headers = { 'content-type': 'application/json', origin }
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}/identity/sign-up/email`, { method: 'POST', headers, localAddress }, (answer) => {
      answer.resume()
      if (answer.statusCode === 200) resolve((answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; '))
      else reject(new Error(`sign-up: ${answer.statusCode}`))
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

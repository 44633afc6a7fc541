import { expect } from '@playwright/test'
import { fromOwnAddress } from './client-address.ts'
import type { RunningServer } from './running-server.ts'
import { cookiesOf } from './requests.ts'

const PASSWORD = 'a rather long one'

/** A user with a profile, created through the API, who can make more calls. */
export type ApiUser = {
  name: string
  userName: string
  uid: string
  login: { email: string; password: string }
  /** For calls and sockets. */
  token: string
  /** Calls the server as that user and returns the answer. @throws when it is not a success */
  ask(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Record<string, unknown>>
  /** The status of the answer to such a call. */
  status(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<number>
}

type Reached = { ready: Pick<RunningServer['ready'], 'origin'> }

let accounts = 0
/** The cookies of sign-ups that no browser uses yet, by email. */
const newSessions = new Map<string, string>()

/** The session of a new user, for their first browser: signing in would hash the password again, which takes as long as loading a page. */
export function takeNewSession(email: string): string | null {
  const cookies = newSessions.get(email) ?? null
  newSessions.delete(email)
  return cookies
}

/** An account without a profile yet. Files share servers, so each account's name ends in its own number. */
export async function anAccount({ ready: { origin } }: Reached, userName: string, name = '') {
  const uniqueName = `${userName}.${++accounts}`
  const login = { email: `${uniqueName}@example.test`, password: PASSWORD }
  const headers = { origin, 'content-type': 'application/json', ...fromOwnAddress() }
  const signedUp = await fetch(`${origin}/identity/sign-up/email`, { method: 'POST', headers, body: JSON.stringify({ ...login, name }) })
  expect(signedUp.status, `signing up ${login.email}`).toBe(200)
  return { userName: uniqueName, login, headers: { ...headers, cookie: cookiesOf(signedUp) } }
}

/** A user with a profile, and with `picks` (artists and channels) as their taste. */
export async function anApiUser(
  server: Reached,
  wantedName: string,
  name: string,
  { picks = [] }: { picks?: readonly { kind: 'artist' | 'channel'; name: string }[] } = {},
): Promise<ApiUser> {
  const { origin } = server.ready
  const { userName, login, headers } = await anAccount(server, wantedName, name)
  newSessions.set(login.email, headers.cookie)
  // Every answer read here was sent by the server under test.
  const { token } = (await (await fetch(`${origin}/identity/token`, { headers })).json()) as { token: string }

  const call = (method: string, path: string, body?: object) =>
    fetch(`${origin}/app/auth${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    })
  const request: ApiUser['ask'] = async (method, path, body) => {
    const response = await call(method, path, body)
    expect(response.status, `${method} ${path}`).toBe(200)
    return (await response.json()) as Record<string, unknown>
  }
  const { uid } = await request('GET', '/check-user-exist')
  await request('POST', '/account-setup', { user_name: userName, name, avatar_id: null, languages: ['en'], birth_year: 1990 })
  if (picks.length > 0) await request('POST', '/taste-picks', { picks })
  return { name, userName, uid: String(uid), login, token, ask: request, status: async (...given) => (await call(...given)).status }
}

/** Makes two people buddies. */
export async function befriend(a: ApiUser, b: ApiUser): Promise<void> {
  await a.ask('POST', `/connection-requests/${b.uid}`, { note: '' })
  await b.ask('POST', `/connection-requests/${a.uid}/accept`)
}

import { createHash, randomUUID } from 'node:crypto'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { chatFrames } from '#contract/chat/chat.ts'
import { connectionFrames } from '#contract/connections.ts'
import { closeCodes, platformFrames, SOCKET_PATH } from '#contract/socket.ts'
import { fromOwnAddress } from '#tests/kit/client-address.ts'
import { SERVED_BY } from '#tests/kit/cluster/balancer.ts'
import { startCluster } from '#tests/kit/cluster/cluster.ts'
import { cookiesOf } from '#tests/kit/requests.ts'

/** The index of a server. Changes of one are read on the other. */
type Server = 0 | 1
type Input = { token?: string; cookie?: string; body?: object; form?: FormData }
type Person = { uid: string; token: string; cookie: string; email: string; userName: string }
type Json = Record<string, unknown>
type Socket = Awaited<ReturnType<typeof connect>>

const PASSWORD = 'a rather long one'
const url = inject('postgresUrl')

describe.skipIf(url === null || inject('redisUrl') === null)('two servers behind one address', () => {
  let cluster: Awaited<ReturnType<typeof startCluster>>
  const sockets: WebSocket[] = []
  let people = 0

  beforeAll(async () => {
    const settings = { TRUSTED_PROXIES: '127.0.0.1' }
    cluster = await startCluster({ servers: 2, settings, demo: false, pages: false, base: { url: url ?? '' } })
  }, 300_000)
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.terminate()
  })
  afterAll(() => cluster.close())

  async function call(server: Server, method: 'GET' | 'POST' | 'DELETE', path: string, { token, cookie, body, form }: Input = {}) {
    const headers = {
      origin: cluster.ready.origin,
      [SERVED_BY]: String(server),
      ...fromOwnAddress(),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(cookie ? { cookie } : {}),
      ...(method === 'POST' && !form ? { 'content-type': 'application/json' } : {}),
    }
    const sent = form ?? (method === 'POST' ? JSON.stringify(body ?? {}) : undefined)
    return fetch(`${cluster.ready.origin}${path}`, { method, headers, ...(sent === undefined ? {} : { body: sent }) })
  }
  const statusOf = async (...given: Parameters<typeof call>) => (await call(...given)).status
  /** The answer of a call that must succeed. */
  async function request(server: Server, method: 'GET' | 'POST' | 'DELETE', path: string, input?: Input): Promise<Json> {
    const response = await call(server, method, path, input)
    expect(response.status, `${method} ${path}`).toBe(200)
    // Sent by the server under test.
    return (await response.json()) as Json
  }
  const signIn = (server: Server, email: string, password = PASSWORD) =>
    call(server, 'POST', '/identity/sign-in/email', { body: { email, password } })

  async function person(name: string): Promise<Person> {
    const userName = `${name}.${++people}`
    const email = `${userName}@example.test`
    const cookie = cookiesOf(await call(0, 'POST', '/identity/sign-up/email', { body: { email, password: PASSWORD, name } }))
    const token = String((await request(1, 'GET', '/identity/token', { cookie }))['token'])
    const profile = { user_name: userName, name, avatar_id: null, languages: ['en'], birth_year: 1990 }
    const { uid } = await request(0, 'POST', '/app/auth/account-setup', { token, body: profile })
    return { uid: String(uid), token, cookie, email, userName }
  }
  async function buddies(): Promise<[Person, Person]> {
    const [first, second] = [await person('anna'), await person('ben')]
    await request(0, 'POST', `/app/auth/connection-requests/${second.uid}`, { token: first.token })
    await request(1, 'POST', `/app/auth/connection-requests/${first.uid}/accept`, { token: second.token })
    return [first, second]
  }
  async function socketOf({ token }: Person, server: Server): Promise<Socket> {
    const socket = await connect(cluster.ready.origin, server, token)
    sockets.push(socket.socket)
    return socket
  }
  const moment = async (server: Server, { token }: Person, more: object = {}) =>
    request(server, 'POST', '/app/auth/moments', { token, body: { text: 'Played on the night bus', ...more } })

  test('chat: a message, its reactions, changes, and receipts reach the other server', async () => {
    const [anna, ben] = await buddies()
    const [here, there] = [await socketOf(anna, 0), await socketOf(ben, 1)]
    const id = newUuidv7(Date.now())
    const message = { id, type: 'text' as const, content: 'one', referenceItem: [], to: ben.uid, from: anna.uid, chat_id: null, media: [] }
    here.say(chatFrames.sendMessage, { message, to: ben.uid })
    const { message: arrived } = await there.until(chatFrames.new_message)
    expect([arrived.content, arrived.seq]).toEqual(['one', 1])
    const ref = { id, chat_id: arrived.chat_id, seq: 1 }
    there.say(chatFrames.deliveredChat, { chat_id: arrived.chat_id, seq: 1 })
    expect(await here.until(chatFrames.chat_delivered)).toEqual({ chat_id: arrived.chat_id, by: ben.uid, seq: 1 })
    there.say(chatFrames.readChat, { chat_id: arrived.chat_id, seq: 1 })
    expect(await here.until(chatFrames.chat_read)).toEqual({ chat_id: arrived.chat_id, by: ben.uid, seq: 1 })
    there.say(chatFrames.react, { ...ref, emoji: '🎧', on: true })
    expect((await here.until(chatFrames.message_reacted)).reactions).toEqual([{ emoji: '🎧', by: [ben.uid] }])
    here.say(chatFrames.editMessage, { ...ref, content: 'two' })
    expect((await there.until(chatFrames.message_edited)).message.content).toBe('two')
    here.say(chatFrames.deleteMessage, ref)
    // A reaction, an edit, and a deletion: the third change, with none missing between.
    expect(await there.until(chatFrames.message_deleted)).toEqual({ ...ref, change_seq: 3 })
  })

  test('notifications: new ones reach the devices on both servers, and are marked as read on both', async () => {
    const [anna, ben] = await buddies()
    const devices = [await socketOf(anna, 0), await socketOf(anna, 1)]
    const latest = () => devices.map((device) => device.frames.findLast(({ event }) => event === 'notifications_changed')?.data['unread'])
    await vi.waitFor(async () => {
      const { unread } = await request(0, 'GET', '/app/auth/notifications/unread', anna)
      expect(unread).toBe(1)
    })
    await request(0, 'POST', '/app/auth/notifications/read', { token: anna.token })
    await vi.waitFor(() => expect(latest()).toEqual([0, 0]), 15_000)
    const { id } = await moment(0, anna)
    await request(1, 'POST', `/app/auth/moments/${String(id)}/comments`, { token: ben.token, body: { text: 'Where to?' } })
    await vi.waitFor(() => expect(latest()).toEqual([1, 1]), 15_000)
  })

  test('presence: a buddy who hides on one server is hidden on the other', async () => {
    const [anna, ben] = await buddies()
    const presenceOfBen = async () => (await request(0, 'GET', `/app/auth/presence?uids=${ben.uid}`, anna))['people']
    await socketOf(ben, 1)
    await vi.waitFor(async () => expect(await presenceOfBen()).toEqual([{ uid: ben.uid, online: true, last_seen: null }]), 15_000)
    await request(1, 'POST', '/app/auth/settings/privacy', { token: ben.token, body: { presence: false } })
    await vi.waitFor(async () => expect(await presenceOfBen()).toEqual([]), 15_000)
  })

  test('open pages: a new name, a setting, and a deleted account on one server reach the pages on the other', async () => {
    const [anna, ben] = await buddies()
    const [own, buddy] = [await socketOf(anna, 1), await socketOf(ben, 1)]
    const presenceOfBen = async () => (await request(0, 'GET', `/app/auth/presence?uids=${ben.uid}`, anna))['people']
    await vi.waitFor(async () => expect(await presenceOfBen()).toEqual([{ uid: ben.uid, online: true, last_seen: null }]), 15_000)
    const profile = { name: 'Annika', bio: '', place: null, languages: [] }
    await request(0, 'POST', '/app/auth/profile', { token: anna.token, body: profile })
    const card = { uid: anna.uid, user_name: anna.userName, name: 'Annika', avatar_url: null }
    const renamed = { person: { ...card, bio: '', place: null, languages: [], cover_url: null } }
    expect(await own.until(connectionFrames.person_changed)).toEqual(renamed)
    expect(await buddy.until(connectionFrames.person_changed)).toEqual(renamed)
    await request(0, 'POST', '/app/auth/settings/language', { token: anna.token, body: { language: 'de' } })
    const changed = () => own.frames.filter(({ event }) => event === platformFrames.own_data_changed.event).map(({ data }) => data)
    const expected = ['/app/auth/profile/:uid', '/app/auth/settings/language'].map((path) => ({ calls: [path], by: null }))
    await vi.waitFor(() => expect(changed()).toEqual(expected), 15_000)
    await request(0, 'POST', '/app/auth/account/delete', { token: anna.token })
    expect(await buddy.until(connectionFrames.connection_changed)).toEqual({ uid: anna.uid })
  })

  test('privacy: settings for buddies only, and a block, apply on both servers', async () => {
    const [anna, ben] = await buddies()
    const carl = await person('carl')
    const { id } = await moment(0, anna)
    const shown = async (server: Server) => (await request(server, 'GET', `/app/auth/profile/${anna.uid}`, carl))['shows']
    const everything = { music: true, video: true, buddies: true, match: true }
    expect([await shown(0), await shown(1)]).toEqual([everything, everything])
    await request(0, 'POST', '/app/auth/settings/privacy', { token: anna.token, body: { music: 'buddies', buddies: 'buddies' } })
    const little = { ...everything, music: false, buddies: false }
    await vi.waitFor(async () => expect([await shown(0), await shown(1)]).toEqual([little, little]), 15_000)

    const read = (server: Server) => statusOf(server, 'GET', `/app/auth/moments/${String(id)}`, ben)
    expect([await read(0), await read(1)]).toEqual([200, 200])
    await request(0, 'POST', `/app/auth/blocks/${ben.uid}`, { token: anna.token })
    expect([await read(0), await read(1)]).toEqual([404, 404])
  })

  test('pictures: one server stores a picture, the other serves it to a file session of the first', async () => {
    const anna = await person('anna')
    const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#f0a' } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'bus.png')
    const picture = await request(0, 'POST', '/app/auth/uploads', { token: anna.token, form })
    await moment(1, anna, { audience: 'buddies', pictures: [{ id: picture['id'], alt: '' }] })
    const cookie = cookiesOf(await call(0, 'POST', '/app/auth/session', { token: anna.token }))
    for (const at of [0, 1] as const) {
      const served = await call(at, 'GET', String(picture['url']), { cookie })
      expect([served.status, served.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)])
    }
    expect(await statusOf(1, 'GET', String(picture['url']))).toBe(404)
  })

  test('moderation: a suspension ends calls and sockets on the other server, and a lifted one ends there, too', async () => {
    const [anna, ben] = await buddies()
    const mod = await person('maud')
    const env = { ...process.env, ...cluster.environment }
    await promisify(execFile)(process.execPath, ['tools/moderator.ts', 'add', mod.userName], { env })
    await request(0, 'POST', '/app/auth/reports', { token: anna.token, body: { kind: 'person', id: ben.uid, reason: 'harassment' } })
    const { reports } = (await request(1, 'GET', '/app/auth/moderation/reports', mod)) as { reports: { id: string }[] }
    const open = await socketOf(ben, 1)
    const decision = { act: 'suspend', reason: 'Insulting people' }
    await request(0, 'POST', `/app/auth/moderation/reports/${reports[0]?.id}/decide`, { token: mod.token, body: decision })
    expect(await statusOf(0, 'GET', '/app/auth/moments', ben)).toBe(403)
    await vi.waitFor(async () => expect(await statusOf(1, 'GET', '/app/auth/moments', ben)).toBe(403), 15_000)
    await vi.waitFor(() => expect(open.closedWith()).toBe(closeCodes.unauthenticated), 15_000)

    await request(1, 'POST', '/app/auth/suspension/appeal', { token: ben.token, body: { text: 'It was a joke' } })
    await request(0, 'POST', `/app/auth/moderation/appeals/${ben.uid}`, { token: mod.token, body: { lift: true, text: 'Accepted' } })
    await vi.waitFor(async () => expect(await statusOf(1, 'GET', '/app/auth/moments', ben)).toBe(200), 15_000)
  }, 60_000)

  test('revocation: a user who signs out everywhere is signed out on the other server, and a deleted account is unknown there', async () => {
    const { token, cookie, email, ...anna } = await person('anna')
    const open = await socketOf({ token, cookie, email, ...anna }, 1)
    expect(await statusOf(1, 'GET', '/app/auth/moments', { token })).toBe(200)
    await request(0, 'POST', '/app/auth/sessions/revoke', { token, body: { which: 'all' } })
    await vi.waitFor(async () => expect(await statusOf(1, 'GET', '/app/auth/moments', { token })).toBe(401), 15_000)
    await vi.waitFor(() => expect(open.closedWith()).toBe(closeCodes.unauthenticated), 15_000)
    expect(await statusOf(1, 'GET', '/identity/token', { cookie })).toBe(401)

    const repeated = await signIn(1, email)
    const next = String((await request(0, 'GET', '/identity/token', { cookie: cookiesOf(repeated) }))['token'])
    expect(await statusOf(1, 'GET', '/app/auth/moments', { token: next })).toBe(200)
    await request(0, 'POST', '/app/auth/account/delete', { token: next })
    await vi.waitFor(async () => expect(await statusOf(1, 'GET', '/app/auth/moments', { token: next })).toBe(401), 15_000)
    expect((await signIn(1, email)).status).toBe(401)
  })

  test('codes: a link and a custom token of one server can be used once on the other, only by their user', async () => {
    const ada = await person('ada')
    const sent = await call(0, 'POST', '/identity/link/send', { body: { email: ada.email, return_to: '/' } })
    const device = cookiesOf(sent)
    const code = await vi.waitFor(async () => codeIn(await mailTo(1, ada.email)), 15_000)
    const complete = (server: Server, cookie = '') =>
      call(server, 'POST', '/identity/link/complete', { cookie, body: { code, email: ada.email } })
    expect((await complete(1)).status).not.toBe(200)
    expect((await complete(1, device)).status).toBe(200)
    expect((await complete(0, device)).status).not.toBe(200)

    const bob = await person('bob')
    const verifier = randomUUID() + randomUUID()
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const minted = await request(0, 'POST', '/app/auth/custom-token', { token: bob.token, body: { challenge } })
    const redeem = (server: Server, actor: string) =>
      statusOf(server, 'POST', '/identity/custom-token', { body: { token: minted['token'], verifier: actor } })
    expect(await redeem(1, randomUUID() + randomUUID())).not.toBe(200)
    expect(await redeem(1, verifier)).toBe(200)
    expect(await redeem(0, verifier)).not.toBe(200)
  })

  test('limits: wrong passwords on both servers count together', async () => {
    const { email } = await person('anna')
    const responses: number[] = []
    for (let index = 0; index < 11; index++) responses.push((await signIn(index % 2 === 0 ? 0 : 1, email, 'not the right one')).status)
    expect(responses).toEqual([...Array<number>(10).fill(401), 429])
  })

  /** The page of the latest email to an address. */
  async function mailTo(server: Server, email: string): Promise<string> {
    const list = await (await call(server, 'GET', '/__mail')).text()
    const path = new RegExp(`href="(/__mail/[^"]+)"><b>[^<]*</b><span>to ${email}<`).exec(list)?.[1]
    if (!path) throw new Error(`There is no mail to ${email}.`)
    return (await call(server, 'GET', path)).text()
  }
})

function codeIn(mail: string): string {
  const code = /mode=[^"]*#([\w-]{43})"/.exec(mail)?.[1]
  if (!code) throw new Error('The mail has no link.')
  return code
}

/** A signed-in socket to one of the servers. */
async function connect(origin: string, server: Server, token: string) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${SOCKET_PATH}`, { origin, headers: { [SERVED_BY]: String(server) } })
  const frames: { event: string; data: Json }[] = []
  let code: number | null = null
  socket.on('message', (raw: Buffer) => frames.push(JSON.parse(raw.toString()) as (typeof frames)[number])) // sent by our own server
  socket.on('error', () => undefined) // it closes
  socket.on('close', (why) => (code = why))
  const sendFrame = <F extends FrameDefinition>({ event }: F, data: FrameData<F>) => socket.send(JSON.stringify({ event, data }))
  socket.on('open', () => sendFrame(platformFrames.auth, { token }))
  /** The first frame with this event, past or future. */
  const until = <F extends FrameDefinition>({ event }: F): Promise<FrameData<F>> =>
    vi.waitFor(() => {
      const found = frames.find((frame) => frame.event === event)
      if (!found) throw new Error(`no ${event} yet; ${JSON.stringify(frames.filter((frame) => frame.event === 'error'))}`)
      // Sent by the server through the contract.
      return found.data as FrameData<F>
    }, 15_000)
  await until(platformFrames.authenticated)
  return { socket, frames, say: sendFrame, until, closedWith: () => code }
}

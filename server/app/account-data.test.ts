import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { startFakeServices } from '#sandbox/demo/fake-services.ts'
import { logInAt } from '#sandbox/kit/log-in.ts'
import { copyEmbeddedDatabase } from '#tests/kit/database.ts'
import { sendRequest, cookiesOf, json, type RequestInput } from '#tests/kit/requests.ts'
import { readZip } from '#tests/kit/unzip.ts'
import { freePort } from '#tools/free-port.ts'
import { readConfig } from '#server/config.ts'
import { type Server, startServer } from '#server/main.ts'
import type { Database } from '#server/platform/db/database.ts'

/** The whole server on its data folder, with real fake services: what is deleted must be gone from all of it. */
const PASSWORD = 'correct horse'
const folder = mkdtempSync(join(tmpdir(), 'wavelength-leaving-'))
const dataDir = join(folder, 'data')
/** Set by a run on PostgreSQL, where requests really run at the same time. */
const databaseUrl = process.env['TEST_DATABASE_URL']
let fakeServices: Awaited<ReturnType<typeof startFakeServices>>
let server: Server
let database: Database
let port: number

async function start(): Promise<void> {
  server = await startServer({
    config: readConfig({ DATA_DIR: dataDir, LOG: 'off', DEMO: 'on', DATABASE_URL: databaseUrl }),
    port,
    fakeServices: fakeServices.origins,
    development: false,
    addPages: async () => undefined,
    fill: async (parts) => {
      database = parts.database
    },
    example: null,
  })
}

beforeAll(async () => {
  port = await freePort('127.0.0.1', 0)
  if (!databaseUrl) await copyEmbeddedDatabase(join(dataDir, 'db'), { isMigrated: true })
  fakeServices = await startFakeServices({ redirectOrigin: `http://127.0.0.1:${port}` })
  await start()
}, 120_000)
afterAll(async () => {
  await server.stop()
  await fakeServices.close()
  rmSync(folder, { recursive: true, force: true })
}, 30_000)

const request = (method: string, path: string, input?: RequestInput) => sendRequest(server.origin, method, path, input)

async function signUp(name: string) {
  const email = `${name}@leaving.example`
  const response = await request('POST', '/identity/sign-up/email', { body: { email, password: PASSWORD, name: `${name}-account` } })
  const { user } = (await response.json()) as { user: { id: string } }
  return toSignedUp(name, user.id, response)
}
async function signIn(name: string, subject: string) {
  return toSignedUp(
    name,
    subject,
    await request('POST', '/identity/sign-in/email', { body: { email: `${name}@leaving.example`, password: PASSWORD } }),
  )
}
async function toSignedUp(name: string, subject: string, answer: Response) {
  const cookie = cookiesOf(answer)
  const token = String((await json(await request('GET', '/identity/token', { cookie })))['token'])
  const { uid } = await json(await request('GET', '/app/auth/check-user-exist', { token }))
  return { name, email: `${name}@leaving.example`, cookie, token, subject, uid: String(uid) }
}
type SignedUp = Awaited<ReturnType<typeof signUp>>

/** A socket of that person, signed in. */
async function socketOf({ token }: SignedUp) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { origin: server.origin })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve) => socket.once('open', resolve))
  const answered = new Promise((resolve) => socket.once('message', resolve))
  socket.send(JSON.stringify({ event: 'auth', data: { token } }))
  await answered
  return { socket, closed }
}

async function setUp(who: SignedUp): Promise<string> {
  const form = new FormData()
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#f0a' } })
    .png()
    .toBuffer()
  form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'me.png')
  const { id } = await json(await request('POST', '/app/auth/uploads', { token: who.token, form }))
  const profile = { user_name: `${who.name}.leaves`, name: `${who.name} Leaving`, avatar_id: id, languages: ['en'], birth_year: 1990 }
  const response = await request('POST', '/app/auth/account-setup', { token: who.token, body: profile })
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)])
  return String(id)
}

/** Alice and Bob, with every kind of data that the product stores of Alice. */
async function aLife(name: string) {
  const [alice, bob] = [await signUp(name), await signUp(`${name}s.friend`)]
  const picture = await setUp(alice)
  await setUp(bob)
  await request('POST', `/app/auth/connection-requests/${bob.uid}`, { token: alice.token, body: { note: `a note of ${name}` } })
  await request('POST', `/app/auth/connection-requests/${alice.uid}/accept`, { token: bob.token, body: {} })
  const sendText = (from: SignedUp, to: SignedUp, content: string) => {
    const message = {
      id: newUuidv7(Date.now()),
      type: 'text' as const,
      content,
      referenceItem: [],
      to: to.uid,
      from: from.uid,
      chat_id: null,
      media: [],
    }
    return server.app.chat.send(from.uid, to.uid, message)
  }
  const { chatId } = await sendText(alice, bob, `words of ${name}`)
  await sendText(bob, alice, 'words that stay')
  await sendText(alice, bob, `more words of ${name}`)
  await request('POST', '/app/auth/moments', { token: alice.token, body: { text: `a moment of ${name}` } })
  await request('POST', `/app/auth/mutes/${bob.uid}`, { token: alice.token })
  await request('POST', '/app/auth/settings/language', { token: alice.token, body: { language: 'de' } })
  await request('POST', '/app/auth/settings/privacy', { token: alice.token, body: { music: 'buddies' } })
  const theirs = await json(await request('POST', '/app/auth/moments', { token: bob.token, body: { text: 'a moment that stays' } }))
  const ofBob = `/app/auth/moments/${String(theirs['id'])}`
  await request('POST', `${ofBob}/comments`, { token: alice.token, body: { text: `words of ${name} about it` } })
  await request('POST', `${ofBob}/like`, { token: alice.token, body: {} })
  await request('POST', `${ofBob}/hide`, { token: alice.token, body: {} })
  await request('POST', '/app/auth/session', { token: alice.token })
  const started = await server.app.sources.begin(alice.uid, 'spotify', '/social_connect')
  const back = (await logInAt(started.authorize_url, `${name}-listens`)).searchParams
  await server.app.sources.finish(alice.uid, 'spotify', { code: back.get('code') ?? '', state: back.get('state') ?? '' })
  await expect.poll(async () => JSON.stringify(await server.app.sources.list(alice.uid)), { timeout: 15_000 }).toContain('"connected"')
  await request('POST', '/identity/link/send', { body: { email: alice.email, return_to: '/' } })
  await request('POST', '/identity/password/forgot', { body: { email: alice.email } })
  await server.app.identity.idle()
  return { alice, bob, chatId, picture }
}

/** The tables and files that contain any of these words. */
async function placesWith(words: readonly string[]): Promise<string[]> {
  const found: string[] = []
  // The statements and queries of this test return rows without types.
  const tables = (await database.query(
    `select table_schema, table_name from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )) as { table_schema: string; table_name: string }[]
  for (const { table_schema: schema, table_name: table } of tables) {
    const rows = (await database.query(`select to_jsonb(it)::text as text from "${schema}"."${table}" as it`)) as { text: string }[]
    for (const { text } of rows) if (words.some((word) => text.includes(word))) found.push(`${schema}.${table}: ${text}`)
  }
  for (const path of readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
    if (words.some((word) => path.includes(word))) found.push(path)
    // The database's own files contain deleted rows until they are overwritten; its query results were checked above.
    if (!path.startsWith('db') && statSync(join(dataDir, path)).isFile()) {
      const text = readFileSync(join(dataDir, path), 'latin1')
      if (words.some((word) => text.includes(word))) found.push(path)
    }
  }
  return found
}
const tracesOf = ({ uid, subject, email, name }: SignedUp, picture: string) =>
  placesWith([
    uid,
    subject,
    email,
    `${name}.leaves`,
    `${name} Leaving`,
    `${name}-account`,
    `words of ${name}`,
    `moment of ${name}`,
    `note of ${name}`,
    `${name}-listens`,
    picture,
  ])

test('A44: a deleted account leaves nothing in any table or file, its sockets and tokens stop working, and the other side keeps a placeholder', async () => {
  const { alice, bob, chatId, picture } = await aLife('alva')
  const socket = await socketOf(alice)
  expect((await tracesOf(alice, picture)).length).toBeGreaterThan(15)

  expect((await request('POST', '/app/auth/account/delete', { token: alice.token, body: {} })).status).toBe(200)

  expect(await tracesOf(alice, picture)).toEqual([])
  expect(await socket.closed).toBe(4401)
  expect((await request('GET', '/app/auth/check-user-exist', { token: alice.token })).status).toBe(401)
  expect((await request('GET', '/identity/token', { cookie: alice.cookie })).status).toBe(401)
  expect((await request('POST', '/identity/sign-in/email', { body: { email: alice.email, password: PASSWORD } })).status).toBe(401)
  const asBob = { token: bob.token }
  expect((await request('GET', `/app/auth/profile/${alice.uid}`, asBob)).status).toBe(404)
  expect(JSON.stringify(await json(await request('GET', '/app/auth/people?q=alva', asBob)))).not.toContain('alva.leaves')
  const { messages } = await json(await request('GET', `/app/auth/chat-messages/${chatId}`, asBob))
  // The wire format of the contract, which the server has validated.
  const exported = (messages as { content: string; userName: string; seq: number }[]).map(({ content, userName, seq }) => [
    seq,
    userName,
    content,
  ])
  expect(exported).toEqual([
    [3, 'Deleted account', ''],
    [2, 'alvas.friend Leaving', 'words that stay'],
    [1, 'Deleted account', ''],
  ])
}, 60_000)

test('F14: messages sent during an account deletion are stored before it or rejected; no text of the account stays', async () => {
  const { alice, bob, chatId, picture } = await aLife('juno')
  const sendText = (from: SignedUp, to: SignedUp, content: string) =>
    server.app.chat
      .send(from.uid, to.uid, {
        id: newUuidv7(Date.now()),
        type: 'text',
        content,
        referenceItem: [],
        to: to.uid,
        from: from.uid,
        chat_id: null,
        media: [],
      })
      .then(
        () => 'stored',
        () => 'rejected',
      )
  const words = Array.from({ length: 30 }, (_, index) => [
    sendText(alice, bob, `words of juno, number ${index}`),
    sendText(bob, alice, `mine, number ${index}`),
  ]).flat()
  const leaving = request('POST', '/app/auth/account/delete', { token: alice.token, body: {} })
  const after = Array.from({ length: 30 }, (_, index) => sendText(alice, bob, `words of juno, late ${index}`))
  expect((await leaving).status).toBe(200)
  await Promise.all([...words, ...after])
  expect(await sendText(alice, bob, 'words of juno, too late')).toBe('rejected')
  expect(await sendText(bob, alice, 'into nothing')).toBe('rejected')
  expect(await tracesOf(alice, picture)).toEqual([])
  const rows = (await database.query('select seq, content, sender from messages where chat_id = $1 order by seq', [chatId])) as {
    seq: number
    content: string
    sender: string | null
  }[]
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1))
  expect(rows.filter(({ sender, content }) => sender === null && content !== '')).toEqual([])
}, 60_000)

test('a conversation without members is deleted', async () => {
  const { alice, bob, chatId } = await aLife('nora')
  for (const { token } of [alice, bob]) await request('POST', '/app/auth/account/delete', { token, body: {} })
  expect(await database.query('select 1 from chats where id = $1 union all select 1 from messages where chat_id = $1', [chatId])).toEqual(
    [],
  )
}, 60_000)

test('a user exports all their data as one zip file, once, and no one else can', async () => {
  const { alice, picture } = await aLife('mats')
  const { url } = await json(await request('POST', '/app/auth/account/export', { token: alice.token, body: {} }))
  expect((await request('HEAD', String(url))).status).toBe(404)
  const [answer, repeated] = (await Promise.all([request('GET', String(url)), request('GET', String(url))])).toSorted(
    (a, b) => a.status - b.status,
  )
  expect([answer?.status, repeated?.status, answer?.headers.get('content-disposition')]).toEqual([
    200,
    410,
    expect.stringMatching(/^attachment; filename="wavelength-[\d-]+\.zip"$/),
  ])
  const files = readZip(Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer()))
  const text = (name: string) => files.get(name)?.toString() ?? ''
  expect(JSON.parse(text('account.json'))).toMatchObject({ uid: alice.uid, email: alice.email, ways_in: ['password'], language: 'de' })
  expect(JSON.parse(text('profile.json'))).toMatchObject({ user_name: 'mats.leaves', birth_year: 1990 })
  expect(JSON.parse(text('connections.json'))).toMatchObject([{ standing: 'buddy', user_name: 'matss.friend.leaves' }])
  expect(JSON.parse(text('muted.json'))).toMatchObject([{ user_name: 'matss.friend.leaves' }])
  expect(JSON.parse(text('privacy.json'))).toMatchObject({ music: 'buddies', video: 'everyone' })
  expect(JSON.parse(text('moments.json'))).toMatchObject([{ text: 'a moment of mats' }])
  expect(JSON.parse(text('comments.json'))).toMatchObject([{ text: 'words of mats about it', moment_of: 'matss.friend.leaves' }])
  expect(JSON.parse(text('hidden-moments.json'))).toMatchObject([{ by: 'matss.friend.leaves' }])
  expect(JSON.parse(text('taste-sources.json'))).toMatchObject([{ source: 'spotify' }])
  const taste = JSON.parse(text('taste.json')) as { kind: string; by: string; artists: { name: string }[] | null; isrcs: string[] | null }[]
  expect(taste.length).toBeGreaterThan(5)
  const tracks = taste.filter(({ kind }) => kind === 'track')
  expect(tracks.length).toBeGreaterThan(0)
  expect(tracks.every(({ by, artists, isrcs }) => artists?.[0]?.name === by && isrcs?.length === 1)).toBe(true)
  const chat = [...files.keys()].find((name) => name.startsWith('chats/')) ?? ''
  expect(JSON.parse(text(chat)).messages.map((message: { from: string; content: string }) => [message.from, message.content])).toEqual([
    ['me', 'words of mats'],
    ['matss.friend.leaves', 'words that stay'],
    ['me', 'more words of mats'],
  ])
  expect((await sharp(files.get(`pictures/${picture}.webp`)).metadata()).format).toBe('webp')
  const everything = [...files.values()].map(String).join()
  const hidden = (await database.query(
    `select password as secret from identity.account where "userId" = $1 union all select tokens_encrypted from taste_sources where uid = $2`,
    [alice.subject, alice.uid],
  )) as { secret: string }[]
  expect(hidden.map(({ secret }) => [secret.length > 20, everything.includes(secret)])).toEqual([
    [true, false],
    [true, false],
  ])
  expect(everything).not.toContain('matss.friend@leaving.example')
}, 60_000)

// The backup is a copy of the data folder, which holds the embedded database only.
test.skipIf(databaseUrl)(
  'restoring a backup does not restore accounts that were deleted after it was made',
  async () => {
    const { alice, bob, picture } = await aLife('olga')
    await server.stop()
    await cp(dataDir, join(folder, 'backup'), { recursive: true })
    await start()
    const returned = await signIn('olga', alice.subject)
    expect((await request('POST', '/app/auth/account/delete', { token: returned.token, body: {} })).status).toBe(200)
    await server.stop()
    const list = join(dataDir, 'erased')
    await cp(list, join(folder, 'erased'))
    rmSync(dataDir, { recursive: true })
    await cp(join(folder, 'backup'), dataDir, { recursive: true })
    await cp(join(folder, 'erased'), list)
    await start()
    expect(await tracesOf(alice, picture)).toEqual([])
    expect((await signIn('olgas.friend', bob.subject)).uid).toBe(bob.uid)
  },
  120_000,
)

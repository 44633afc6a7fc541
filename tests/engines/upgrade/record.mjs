/**
 * Records the data of a release for `upgrade.engine.test.ts`. Run it in a checkout of that release, with its packages installed:
 *
 *   git worktree add /tmp/release <tag or commit> && cd /tmp/release && npm ci
 *   mkdir -p tests/engines/upgrade && cp <this repository>/tests/engines/upgrade/record.mjs tests/engines/upgrade/
 *   node_modules/node/bin/node tests/engines/upgrade/record.mjs 1.0.0
 *   cp tests/engines/upgrade/*.gz <this repository>/tests/engines/upgrade/
 *
 * It starts that release, signs two users up over HTTP and the socket, stops it, and writes its own backup into one file.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'
import { freePort } from '#tools/free-port.ts'
import { writeBackup } from '#tools/installation/backup-folder.ts'
import { openStore } from '#tools/installation/open-store.ts'

const version = process.argv[2]
if (!version) throw new Error('Name the release: node tests/engines/upgrade/record.mjs 1.0.0')
const folder = mkdtempSync(join(tmpdir(), 'wavelength-record-'))
const dataDir = join(folder, 'data')
const PASSWORD = 'correct horse battery'

const server = await startServer({
  config: readConfig({ DATA_DIR: dataDir, LOG: 'off', DEMO: 'off' }),
  port: await freePort('127.0.0.1', 0),
  fakeServices: null,
  development: false,
  addPages: async () => undefined,
  example: null,
})
const anna = await signUp('anna')
const ben = await signUp('ben')
await request('POST', `/app/auth/connection-requests/${ben.uid}`, anna, {})
await request('POST', `/app/auth/connection-requests/${anna.uid}/accept`, ben, {})
const picture = await upload(anna, 700)
await request('POST', '/app/auth/moments', anna, { text: 'A moment of release one', pictures: [{ id: picture.id, alt: 'A pink square' }] })
await send(anna, ben, 'Hello from the first release')
await send(ben, anna, 'Hello back')
await server.stop()

const database = await openStore(dataDir)
const backup = join(folder, 'backup')
const { migrations, tables } = await writeBackup(backup, { database, dataDir, now: new Date() })
await database.close()
const rowsOf = (name) =>
  gunzipSync(readFileSync(join(backup, 'tables', `${name}.ndjson.gz`)))
    .toString()
    .split('\n')
    .filter(Boolean)
const filesIn = (at) =>
  Object.fromEntries(
    readdirSync(at, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => [
        join(entry.parentPath, entry.name).slice(at.length + 1),
        readFileSync(join(entry.parentPath, entry.name), 'base64'),
      ]),
  )
const recorded = {
  version,
  migrations,
  tables: Object.fromEntries(tables.filter(({ rows }) => rows > 0).map(({ name }) => [name, rowsOf(name)])),
  files: filesIn(join(backup, 'files')),
  secret: readFileSync(join(backup, 'secret'), 'utf8'),
}
writeFileSync(new URL(`${version}.json.gz`, import.meta.url), gzipSync(JSON.stringify(recorded), { level: 9 }))
rmSync(folder, { recursive: true })
console.log(`${Object.keys(recorded.tables).length} tables and ${Object.keys(recorded.files).length} files of ${version} are recorded.`)
process.exit(0)

async function request(method, path, { token, cookie } = {}, body) {
  const headers = new Headers({ origin: server.origin })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (cookie) headers.set('cookie', cookie)
  if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json')
  const payload = body === undefined || body instanceof FormData ? body : JSON.stringify(body)
  const response = await fetch(`${server.origin}${path}`, { method, headers, ...(payload === undefined ? {} : { body: payload }) })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  const json = await response.json()
  return { ...json, cookies: response.headers.getSetCookie().map((it) => it.split(';')[0]) }
}

async function signUp(name) {
  const { cookies } = await request('POST', '/identity/sign-up/email', {}, { email: `${name}@first.example`, password: PASSWORD, name })
  const { token } = await request('GET', '/identity/token', { cookie: cookies.join('; ') })
  const avatar = await upload({ token }, 80)
  const profile = { user_name: `${name}.first`, name: `${name} first`, avatar_id: avatar.id, languages: ['en'], birth_year: 1990 }
  const { uid } = await request('POST', '/app/auth/account-setup', { token }, profile)
  return { token, uid }
}

async function upload({ token }, width) {
  const image = await sharp({ create: { width, height: 60, channels: 3, background: '#f0a' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([image], { type: 'image/png' }), 'picture.png')
  return request('POST', '/app/auth/uploads', { token }, form)
}

/** Resolves when the server has stored the message. */
async function send(from, to, content) {
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/ws`, { headers: { origin: server.origin } })
  const stored = new Promise((resolve, reject) => {
    socket.addEventListener('error', reject)
    socket.addEventListener('message', ({ data }) => {
      const { event, data: answer } = JSON.parse(data)
      if (event === 'error') reject(new Error(JSON.stringify(answer)))
      if (event === 'message_stored') resolve()
      if (event !== 'authenticated') return
      const message = {
        id: newUuidv7(Date.now()),
        type: 'text',
        content,
        referenceItem: [],
        to: to.uid,
        from: from.uid,
        chat_id: null,
        media: [],
      }
      socket.send(JSON.stringify({ event: 'sendMessage', data: { message, to: to.uid } }))
    })
  })
  socket.addEventListener('open', () => socket.send(JSON.stringify({ event: 'auth', data: { token: from.token } })))
  await stored
  socket.close()
}

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { TERMS_VERSION } from '#contract/identity/terms.ts'
import { SOCKET_PATH } from '#contract/socket.ts'
import { type InProcessServer, type Caller, startInProcessServer } from '#tests/kit/in-process-server.ts'

let server: InProcessServer
beforeAll(async () => {
  server = await startInProcessServer()
}, 120_000)
afterAll(async () => await server.stop(), 30_000)

/** A user who accepted an earlier version. */
async function earlier(name: string): Promise<Caller> {
  const person = await server.person(name)
  await sql`update terms_acceptances set version = 'an earlier one' where uid = ${person.uid}`.execute(server.db)
  return person
}

const post = { body: { text: 'hello', audience: 'everyone' } }
const codeOf = ({ status, text }: { status: number; text: string }) => [status, (JSON.parse(text) as { code?: string }).code]

async function closeReasonOf(token: string): Promise<string> {
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}${SOCKET_PATH}`)
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => socket.send(JSON.stringify({ event: 'auth', data: { token } })))
    socket.on('message', (raw: Buffer) => {
      if (!raw.toString().includes('authenticated')) return
      resolve('open')
      socket.close()
    })
    socket.once('close', (_code, reason) => resolve(reason.toString()))
  })
}

test('setting up a profile stores the acceptance with its time', async () => {
  const anna = await server.person('anna')
  const [accepted] = await server.app.identity.terms.listAccepted(anna.uid)
  expect([accepted?.version, accepted?.accepted instanceof Date]).toEqual([TERMS_VERSION, true])
  expect(await server.act('checkUserExist', anna)).toEqual({ exists: true, uid: anna.uid })
})

test('after a change, users read but don’t write until they accept, once', async () => {
  const ben = await earlier('ben')
  expect(await server.act('checkUserExist', ben)).toEqual({ exists: true, uid: ben.uid, must_accept_terms: true })
  expect((await server.ask('getFeed', ben.token)).status).toBe(200)
  expect(codeOf(await server.ask('postMoment', ben.token, post))).toEqual([403, 'terms_changed'])
  expect(codeOf(await server.ask('mutePerson', ben.token, { params: { uid: ben.uid } }))).toEqual([403, 'terms_changed'])
  expect(await closeReasonOf(ben.token)).toBe('terms changed')
  expect(codeOf(await server.ask('acceptTerms', ben.token, { body: { version: 'an earlier one' } }))).toEqual([409, 'wrong_state'])
  await server.act('acceptTerms', ben, { body: { version: TERMS_VERSION } })
  await server.act('acceptTerms', ben, { body: { version: TERMS_VERSION } })
  expect((await server.ask('postMoment', ben.token, post)).status).toBe(200)
  expect(await server.act('checkUserExist', ben)).toEqual({ exists: true, uid: ben.uid })
  expect(await closeReasonOf(ben.token)).toBe('open')
  const { terms } = (await server.app.identity.deletion.describe(ben.uid)) as { terms: { version: string }[] }
  expect(terms.map(({ version }) => version)).toEqual(['an earlier one', TERMS_VERSION])
})

test('the account can be exported and deleted without accepting', async () => {
  const cleo = await earlier('cleo')
  expect((await server.ask('exportAccount', cleo.token)).status).toBe(200)
  expect((await server.ask('deleteAccount', cleo.token)).status).toBe(200)
})

test('users from before acceptances were stored have accepted the first version', async () => {
  const dora = await server.person('dora')
  await sql`delete from terms_acceptances where uid = ${dora.uid}`.execute(server.db)
  expect((await server.ask('postMoment', dora.token, post)).status).toBe(200)
})

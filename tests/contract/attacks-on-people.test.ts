import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { SOCKET_PATH } from '#contract/socket.ts'
import { togetherFrames, type TogetherCommand, type TogetherSession } from '#contract/together.ts'
import { aTrack } from '#tests/kit/together-simulation.ts'
import { type InProcessServer, type Caller, startInProcessServer } from '#tests/kit/in-process-server.ts'

/** Attacks of one user on others, against the whole server: rows of `docs/security.md`. */
let server: InProcessServer
let anna: Caller
let ben: Caller
let cleo: Caller
let dora: Caller
beforeAll(async () => {
  server = await startInProcessServer()
  anna = await server.person('anna')
  ben = await server.person('ben')
  cleo = await server.person('cleo')
  dora = await server.person('dora')
}, 120_000)
afterAll(async () => await server.stop(), 30_000)

const status = async (...input: Parameters<InProcessServer['ask']>) => (await server.ask(...input)).status
const about = ({ uid }: Pick<Caller, 'uid'>) => ({ params: { uid } })

test('A6: a profile contains only the fields of the contract', async () => {
  const { text } = await server.ask('getProfile', anna.token, about(ben))
  expect(Object.keys(JSON.parse(text) as object).toSorted()).toEqual(Object.keys(calls.getProfile.response.shape).toSorted())
  expect(text).not.toMatch(/@reads\.example|birth|token|password/)
})

test('A7: fields that users may not set about themselves stay unchanged', async () => {
  const before = JSON.parse((await server.ask('getProfile', anna.token, about(anna))).text) as object
  const { name, bio, place, languages } = before as Record<string, unknown>
  const forged = { uid: ben.uid, user_name: 'admin', role: 'moderator', exists: false, buddies_count: 99, relation: 'connected' }
  expect(await status('editProfile', anna.token, { body: { name, bio, place, languages, ...forged } })).toBe(200)
  expect(JSON.parse((await server.ask('getProfile', anna.token, about(anna))).text)).toEqual(before)
})

test('A8: only the receiver answers a request, once; repeating the answer changes nothing, and a decline is final', async () => {
  await server.act('requestConnection', anna, { ...about(ben), body: {} })
  expect(await status('acceptRequest', cleo.token, about(anna))).toBe(404)
  expect(await status('acceptRequest', anna.token, about(ben))).toBe(404)
  expect(await status('acceptRequest', ben.token, about(anna))).toBe(200)
  expect(await status('acceptRequest', ben.token, about(anna))).toBe(200)
  await server.act('requestConnection', anna, { ...about(cleo), body: {} })
  expect(await status('declineRequest', cleo.token, about(anna))).toBe(200)
  expect(await status('acceptRequest', cleo.token, about(anna))).toBe(409)
})

test('A9: rejects a request to oneself, and after thirty requests in an hour the response has Retry-After', async () => {
  expect(await status('requestConnection', dora.token, { ...about(dora), body: {} })).toBe(400)
  for (let count = 0; count < 31; count++) {
    const { text, status: answered, retryAfter } = await requestNewPerson(dora, count)
    if (answered === 200) continue
    expect([answered, Number(retryAfter) > 0, Number(retryAfter) <= 3_600, text.includes('rate_limited')]).toEqual([429, true, true, true])
    return
  }
  expect.unreachable('thirty-one requests were taken')
})

test('A39: a search is at most 64 characters, and a thousand of them a minute are stopped', async () => {
  for (const q of ['x'.repeat(65), 'x'.repeat(100_000), 'x'])
    expect(await status('searchPeople', dora.token, { query: { q } })).not.toBe(200)
  // Twice the limit per minute plus one: wherever a minute of the clock ends, one side exceeds its limit.
  const search = () => server.ask('searchPeople', dora.token, { query: { q: 'zzzz' } })
  const responses = await Promise.all(Array.from({ length: 241 }, search))
  const rejected = responses.find((answer) => answer.status === 429)
  expect([responses[0]?.status, Number(rejected?.retryAfter) > 0]).toEqual([200, true])
})

test('A40: user ids can’t be probed: a user, a blocked user and an unknown id get the same response', async () => {
  await server.act('blockPerson', cleo, about(ben))
  const plain = async (uid: string) => (await server.ask('getProfile', ben.token, about({ uid }))).text.replace(/"request_id":"[^"]+"/, '')
  expect(await plain(cleo.uid)).toBe(await plain('00000000-0000-4000-8000-00000000000f'))
  const looked = await server.ask('checkUserExist', ben.token, { query: { uid: cleo.uid } })
  expect(JSON.parse(looked.text)).toEqual({ exists: true, uid: ben.uid })
  expect(await status('searchPeople', anna.token, { query: { q: 'o' } })).toBe(400)
})

test('A40: public moments of a suspended user have no link preview, like an unknown address', async () => {
  const { id } = await server.act('postMoment', cleo, { body: { text: 'for everyone', audience: 'everyone' } })
  const head = (address: string) => server.app.heads.getPageHead(address, 'en-US')
  const address = `/moments?post=${String(id)}`
  expect((await head(address)).description).toBe('for everyone')
  await (
    await server.app.moderating.suspensions.suspend(server.db, cleo.uid, 'Insults')
  )()
  const notFound = await head('/no/such/page')
  expect([await head(address), await head(`/profile/${cleo.uid}`)]).toEqual([notFound, notFound])
  await (
    await server.app.moderating.suspensions.lift(server.db, cleo.uid)
  )()
})

test('A53: a user who leaves a group or is removed from it also leaves its session', async () => {
  await server.befriend(anna, dora)
  const members = [ben, dora]
  const { chat_id: chatId } = await server.act('createGroup', anna, { body: { name: 'Listeners', uids: members.map(({ uid }) => uid) } })
  const inChat = { params: { chatId: String(chatId) } }
  for (const member of members) await server.act('acceptChat', member, inChat)
  await sendTogether(anna, String(chatId), { kind: 'start', item: aTrack('first') })
  for (const member of members) await sendTogether(member, String(chatId), { kind: 'join', platform: 'youtube' })
  // Sent by the server under test.
  const session = async () => (await server.act('getTogether', anna, inChat))['session'] as TogetherSession | null
  const memberUids = async () => (await session())?.members.map(({ uid }) => uid)
  expect(await memberUids()).toEqual([anna.uid, ben.uid, dora.uid])
  await server.act('removeFromGroup', anna, { params: { chatId: String(chatId), uid: ben.uid } })
  await expect.poll(memberUids).toEqual([anna.uid, dora.uid])
  await server.act('leaveGroup', dora, inChat)
  await expect.poll(memberUids).toEqual([anna.uid])
})

test('a block between two members of a group hides them from each other until it ends, and not longer', async () => {
  const { chat_id: chatId } = await server.act('createGroup', anna, { body: { name: 'Neighbors', uids: [ben.uid, dora.uid] } })
  const inChat = { params: { chatId: String(chatId) } }
  for (const user of [ben, dora]) await server.act('acceptChat', user, inChat)
  const membersSeenBy = async (caller: Caller) => ((await server.act('getChat', caller, inChat))['group'] as { members: number }).members
  await server.act('blockPerson', ben, { params: { uid: dora.uid } })
  expect([await membersSeenBy(ben), await membersSeenBy(dora)]).toEqual([2, 2])
  await server.act('unblockPerson', ben, { params: { uid: dora.uid } })
  expect([await membersSeenBy(ben), await membersSeenBy(dora)]).toEqual([3, 3])
})

/** Sends a command of a shared session and waits until it is stored. */
async function sendTogether({ token }: Caller, chatId: string, command: TogetherCommand): Promise<void> {
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}${SOCKET_PATH}`)
  const sendFrame = (event: string, data: object) => socket.send(JSON.stringify({ event, data }))
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => sendFrame('auth', { token }))
    socket.on('message', (raw: Buffer) => {
      const { event } = JSON.parse(raw.toString()) as { event: string }
      if (event === 'authenticated') sendFrame(togetherFrames.togetherCommand.event, { key: crypto.randomUUID(), chat_id: chatId, command })
      if (event === togetherFrames.together_done.event) resolve()
      if (event === 'error') reject(new Error(raw.toString()))
    })
  })
  socket.close()
}

/** Sends a request to a new user. Created without the sign-up call, whose rate limit allows only a few an hour. */
async function requestNewPerson(asker: Caller, number: number) {
  const uid = crypto.randomUUID()
  await sql`insert into people (uid, issuer, subject, created_at) values (${uid}, 'test', ${uid}, now())`.execute(server.db)
  const profile = { user_name: `crowd.${number}`, name: 'Crowd', avatar_id: null, languages: [], birth_year: 1990 }
  await server.app.profiles.setUp(uid, profile)
  return server.ask('requestConnection', asker.token, { ...about({ uid }), body: {} })
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { type Caller, type InProcessServer, startInProcessServer } from '#tests/kit/in-process-server.ts'

/** The data of suspended users that others see, tested on the whole server. */
let server: InProcessServer
let anna: Caller
/** Anna's buddies; Dora is suspended. */
let ben: Caller
let dora: Caller
/** Ben's buddy, unknown to Anna; suspended. */
let cleo: Caller
/** The data of these users that Anna saw before. */
let before: { matches: boolean; found: boolean; through: boolean; reasons: boolean; mayAsk: unknown }

beforeAll(async () => {
  server = await startInProcessServer()
  anna = await server.person('anna')
  ben = await server.person('ben')
  cleo = await server.person('cleo')
  dora = await server.person('dora')
  for (const user of [anna, ben, cleo, dora]) await server.act('savePicks', user, { body: picksOf(user) })
  await server.befriend(anna, ben)
  await server.befriend(anna, dora)
  await server.befriend(ben, cleo)
  before = await placesOfCleo()
  for (const { uid } of [cleo, dora]) await (await server.app.moderating.suspensions.suspend(server.db, uid, 'Insults'))()
}, 120_000)
afterAll(async () => await server.stop(), 30_000)

const picksOf = ({ userName }: Caller) => ({
  picks: [
    { kind: 'artist', name: `Loved by ${userName}` },
    ...['First', 'Second', 'Third'].map((name) => ({ kind: 'artist', name: `${name} shared` })),
    { kind: 'channel', name: 'Shared channel' },
  ],
})

const textOf = async (...[name, input]: [Parameters<InProcessServer['act']>[0], Parameters<InProcessServer['act']>[2]]) =>
  JSON.stringify(await server.act(name, anna, input))

async function placesOfCleo() {
  const [matches, found, through, discovered, profile] = await Promise.all([
    textOf('getMatches', {}),
    textOf('searchPeople', { query: { q: 'cleo' } }),
    textOf('searchPeople', { query: { through: anna.uid } }),
    textOf('discover', {}),
    server.act('getProfile', anna, { params: { uid: cleo.uid } }),
  ])
  return {
    matches: matches.includes(cleo.uid),
    found: found.includes(cleo.uid),
    through: through.includes(cleo.uid),
    reasons: discovered.includes(dora.uid),
    mayAsk: profile['may_ask'],
  }
}

test('a suspended user is no longer suggested, found, or named in reasons, and can’t receive requests', async () => {
  expect(before).toEqual({ matches: true, found: true, through: true, reasons: true, mayAsk: true })
  expect(await placesOfCleo()).toEqual({ matches: false, found: false, through: false, reasons: false, mayAsk: false })
  const request = await server.ask('requestConnection', anna.token, { params: { uid: cleo.uid }, body: {} })
  expect([request.status, request.text]).toEqual([403, expect.stringContaining('requests_closed')])
  expect(await server.act('getProfile', anna, { params: { uid: cleo.uid } })).toMatchObject({ suspended: true })
})

test('a suspended buddy stays a buddy, and their conversation shows the suspension and still stores messages', async () => {
  expect(await textOf('getBuddies', { params: { uid: anna.uid } })).toContain(dora.uid)
  expect(await textOf('searchPeople', { query: { q: 'dora' } })).toContain(dora.uid)
  const { chat_id: chatId, suspended } = await server.act('openChat', anna, { params: { uid: dora.uid } })
  expect(suspended).toBe(true)
  const message = { type: 'text' as const, content: 'Hi', referenceItem: [], chat_id: String(chatId), media: [] }
  await server.app.chat.send(anna.uid, dora.uid, { ...message, id: newUuidv7(Date.now()), to: dora.uid, from: anna.uid })
  expect(await server.act('getChat', anna, { params: { chatId: String(chatId) } })).toMatchObject({
    last: { content: 'Hi' },
    suspended: true,
  })
  expect(await server.act('openChat', anna, { params: { uid: ben.uid } })).not.toHaveProperty('suspended')
})

test('an open blend with a suspended member is unknown to visitors', async () => {
  const { lift, suspend } = server.app.moderating.suspensions
  await (
    await lift(server.db, dora.uid)
  )()
  const { id } = await server.act('makeBlend', anna, { body: { uids: [dora.uid], time_zone: 'Europe/Berlin' } })
  const blend = { params: { id: String(id) } }
  await server.act('joinBlend', dora, blend)
  for (const user of [anna, dora]) await server.act('openBlend', user, { ...blend, body: { open: true } })
  const asVisitor = async () => [
    (await server.ask('getOpenBlend', null, blend)).status,
    (await server.app.heads.getPageHead(`/blend/${String(id)}`, 'en-US')).title,
  ]
  const [status, title] = await asVisitor()
  expect([status, title]).toEqual([200, expect.stringContaining('dora person')])
  await (
    await suspend(server.db, dora.uid, 'Insults')
  )()
  const notFound = await server.app.heads.getPageHead('/no/such/page', 'en-US')
  expect(await asVisitor()).toEqual([404, notFound.title])
})

test('a suspended host leaves a shared session at once, and the role passes on', async () => {
  const { moderating, together } = server.app
  await (
    await moderating.suspensions.lift(server.db, dora.uid)
  )()
  const { chat_id: chatId } = await server.act('openChat', anna, { params: { uid: dora.uid } })
  const item = { side: 'video', title: 'Film', by: 'Blender', spotify_id: null, youtube_id: 'a'.repeat(11) } as const
  await together.command(dora.uid, String(chatId), newUuidv7(Date.now()), { kind: 'start', item })
  await together.command(anna.uid, String(chatId), newUuidv7(Date.now()), { kind: 'join', platform: 'youtube' })
  const roles = async () => (await together.running(anna.uid, String(chatId)))?.members.map(({ uid, role }) => [uid, role])
  expect(await roles()).toEqual([
    [dora.uid, 'host'],
    [anna.uid, 'guest'],
  ])
  await (
    await moderating.suspensions.suspend(server.db, dora.uid, 'Insults')
  )()
  await expect.poll(roles).toEqual([[anna.uid, 'host']])
  await together.leaveAll(anna.uid)
})

test('when the suspension is lifted, everything is as before', async () => {
  for (const { uid } of [cleo, dora]) await (await server.app.moderating.suspensions.lift(server.db, uid))()
  expect(await placesOfCleo()).toEqual(before)
})

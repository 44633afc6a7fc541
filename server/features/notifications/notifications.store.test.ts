import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/ids.ts'
import { defaultChannels } from '#contract/notifications.ts'
import { newUuidv7 } from '#contract/uuidv7.ts'
import { type PushStandIn, startPushStandIn } from '#sandbox/push/push.stand-in.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { heldJobs } from '#tests/kit/jobs.ts'
import { peopleWorld } from '#tests/kit/people.ts'
import type { Database } from '../../platform/db/database.ts'
import { createFacts, type Fact } from '../../platform/facts.ts'
import type { Viewer } from '../../platform/http/route.ts'
import type { Outgoing } from '../../platform/mail/outbox.ts'
import { createPushClient } from '../../providers/push/push.client.ts'
import { createSecrets } from '../taste/secrets.ts'
import { createNotifying } from './notifications.feature.ts'

const HOUR_MS = 3_600_000
const log = pino({ level: 'silent' })

let database: Database
let service: PushStandIn
let world: ReturnType<typeof peopleWorld>
let count = 0
let anna: Uid
let ben: Uid
let cleo: Uid
const online = new Set<Uid>()
let notifying: ReturnType<typeof createNotifying>
let facts: ReturnType<typeof createFacts>
let jobs: ReturnType<typeof heldJobs>
let mails: Outgoing[]

beforeAll(async () => {
  database = await testDatabase()
  service = await startPushStandIn()
  world = peopleWorld(database.db)
})
afterAll(async () => {
  await database.close()
  await service.close()
})
beforeEach(async () => {
  count++
  anna = await world.person(`anna${count}`, 'Anna')
  ben = await world.person(`ben${count}`, 'Ben')
  cleo = await world.person(`cleo${count}`, 'Cleo')
  online.clear()
  facts = createFacts({ log })
  jobs = heldJobs()
  mails = []
  notifying = start('a secret')
  world.hub.takeHeard()
  service.received.splice(0)
})

function start(secret: string) {
  return createNotifying({
    db: world.db,
    clock: world.clock,
    newId: () => newUuidv7(world.clock.now().getTime()),
    hub: world.hub,
    jobs,
    facts,
    profiles: world.profiles,
    connections: world.connections,
    secrets: createSecrets({ secret }),
    pushClient: createPushClient({ subject: 'https://own.example', standIn: { hosts: [service.host], ca: service.ca } }),
    mailer: { isOffered: true, send: async (mail) => void mails.push(mail) },
    addressOf: async (uid) => (uid === anna ? 'anna@example.org' : null),
    languageOf: async () => null,
    origin: 'https://own.example',
    isOnline: (uid) => online.has(uid),
    excerptOf: async (_owner, id) => `words of ${id}`,
    textOf: async () => 'The words of the message',
    log,
  })
}

async function tell(...told: Fact[]) {
  for (const fact of told) {
    facts.tell(fact)
    await facts.idle()
    world.clock.pass(1_000)
  }
}
const list = async (uid: Uid) => (await notifying.notifications.list(uid, {})).notifications
const summary = async (uid: Uid) =>
  (await list(uid)).map(({ kind, people, people_count, count: times, is_unread: unread }) => ({
    kind,
    names: people.map((it) => it.name),
    people_count,
    times,
    unread,
  }))
const liked = (by: Uid, momentId: string): Fact => ({ kind: 'moment.liked', by, author: anna, momentId })
const commented = (by: Uid, momentId: string, commentId = randomUUID()): Fact => ({
  kind: 'moment.commented',
  by,
  author: anna,
  momentId,
  commentId,
})
const wrote = (from: Uid, chatId: string, more = {}): Fact => ({
  kind: 'message.stored',
  from,
  to: anna,
  chatId,
  messageId: randomUUID(),
  isRequest: false,
  isQuiet: false,
  ...more,
})

describe('what happened', () => {
  test('is grouped by what it is about, the latest first, with the latest people', async () => {
    const [old, fresh] = [randomUUID(), randomUUID()]
    await tell(liked(ben, old), liked(ben, fresh), liked(cleo, fresh), { kind: 'request.asked', by: cleo, to: anna })
    expect(await summary(anna)).toEqual([
      { kind: 'request_asked', names: ['Cleo'], people_count: 1, times: 1, unread: true },
      { kind: 'moment_liked', names: ['Cleo', 'Ben'], people_count: 2, times: 2, unread: true },
      { kind: 'moment_liked', names: ['Ben'], people_count: 1, times: 1, unread: true },
    ])
    expect((await list(anna)).map(({ subject, excerpt }) => [subject, excerpt])).toEqual([
      [cleo, ''],
      [fresh, `words of ${fresh}`],
      [old, `words of ${old}`],
    ])
  })

  test('comes in pages without losing or repeating any', async () => {
    const moments = Array.from({ length: 5 }, () => randomUUID())
    await tell(...moments.map((id) => liked(ben, id)))
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await notifying.notifications.list(anna, { cursor, limit: 2 })
      seen.push(...page.notifications.map((it) => it.subject))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(seen).toEqual(moments.toReversed())
    await expect(notifying.notifications.list(anna, { cursor: 'nonsense' })).rejects.toThrow(AppError)
  })

  test('is told once, however often it is done, and taken back with what it was about', async () => {
    const [moment, comment, chat] = [randomUUID(), randomUUID(), randomUUID()]
    await tell(liked(ben, moment), liked(ben, moment), commented(cleo, moment, comment), wrote(ben, chat))
    expect(await summary(anna)).toHaveLength(3)
    await tell(
      { kind: 'moment.unliked', by: ben, author: anna, momentId: moment },
      { kind: 'content.removed', of: 'comment', id: comment },
      { kind: 'chat.read', by: anna, chatId: chat },
    )
    expect(await summary(anna)).toEqual([])
    await tell(commented(cleo, moment, comment), commented(ben, moment), { kind: 'content.removed', of: 'comment', id: comment })
    expect((await summary(anna)).map((it) => it.names)).toEqual([['Ben']])
    await tell(liked(ben, moment), { kind: 'content.removed', of: 'moment', id: moment })
    expect(await summary(anna)).toEqual([])
  })

  test('a message that is read in the same moment leaves nothing behind', async () => {
    const chat = randomUUID()
    for (let at = 0; at < 5; at++) {
      facts.tell(wrote(ben, chat))
      facts.tell({ kind: 'chat.read', by: anna, chatId: chat })
    }
    await facts.idle()
    expect(await list(anna)).toEqual([])
  })

  test('a request is no news any more once it was answered or taken back', async () => {
    await tell({ kind: 'request.asked', by: ben, to: anna }, { kind: 'request.asked', by: cleo, to: anna })
    await tell({ kind: 'request.accepted', by: anna, to: ben }, { kind: 'connection.ended', by: cleo, to: anna })
    expect(await summary(anna)).toEqual([])
    expect((await summary(ben)).map((it) => [it.kind, it.names])).toEqual([['request_accepted', ['Anna']]])
  })

  test('one’s own doings are no news to oneself', async () => {
    await tell(liked(anna, randomUUID()), commented(anna, randomUUID()))
    expect(await list(anna)).toEqual([])
  })

  test('messages are news while one is away; a stranger’s first always, and a muted chat never', async () => {
    const [chat, request] = [randomUUID(), randomUUID()]
    online.add(anna)
    await tell(wrote(ben, chat), wrote(cleo, request, { isRequest: true }))
    online.delete(anna)
    await tell(wrote(ben, chat), wrote(ben, chat), wrote(cleo, chat, { isQuiet: true }))
    expect((await summary(anna)).map((it) => [it.kind, it.names, it.times])).toEqual([
      ['message', ['Ben'], 2],
      ['message_request', ['Cleo'], 1],
    ])
  })
})

describe('nobody hears', () => {
  test('of people they have blocked or muted, or who have blocked them: neither before nor after', async () => {
    const moment = randomUUID()
    await tell(liked(ben, moment), liked(cleo, moment))
    await world.connections.mute(anna, ben)
    expect((await summary(anna)).map((it) => it.names)).toEqual([['Cleo']])
    await world.connections.block(cleo, anna)
    expect([await summary(anna), (await notifying.notifications.list(anna, {})).unread]).toEqual([[], 0])
    world.hub.takeHeard()
    await tell(commented(ben, moment), commented(cleo, moment))
    expect([await summary(anna), world.hub.takeHeard()]).toEqual([[], []])
    await world.connections.unmute(anna, ben)
    expect((await summary(anna)).map((it) => [it.kind, it.names])).toEqual([['moment_liked', ['Ben']]])
  })

  test('of what they chose not to', async () => {
    const none = { in_app: false, push: false, mail: false }
    await notifying.choices.change(anna, { kinds: { moment_liked: none } })
    await tell(liked(ben, randomUUID()), commented(ben, randomUUID()))
    expect((await summary(anna)).map((it) => it.kind)).toEqual(['moment_commented'])
  })
})

describe('the count', () => {
  const frames = () =>
    world.hub.takeHeard().map(({ uid, event, data }) => ({ uid, event, data: data as { unread: number; latest: string | null } }))

  test('rises and falls on all devices at once, without the requests, which wait for an answer', async () => {
    const moment = randomUUID()
    await tell(liked(ben, moment), commented(cleo, moment), { kind: 'request.asked', by: cleo, to: anna })
    expect(frames().map(({ uid, data }) => [uid === anna, data.unread, data.latest])).toEqual([
      [true, 1, null],
      [true, 2, `moment_commented:${moment}`],
      [true, 2, null],
    ])
    expect(await notifying.notifications.unread(anna)).toBe(2)
    expect(await notifying.notifications.markRead(anna, `moment_liked:${moment}`)).toEqual({ unread: 1 })
    expect(await notifying.notifications.markRead(anna)).toEqual({ unread: 0 })
    expect(frames().map(({ event, data }) => [event, data.unread])).toEqual([
      ['notifications_changed', 1],
      ['notifications_changed', 0],
    ])
    expect((await summary(anna)).every((it) => !it.unread)).toBe(true)
    await tell(liked(cleo, moment))
    expect((await summary(anna))[0]).toEqual({ kind: 'moment_liked', names: ['Cleo', 'Ben'], people_count: 2, times: 2, unread: true })
    await expect(notifying.notifications.markRead(anna, 'nonsense:1')).rejects.toThrow(AppError)
  })

  test('rises without a notice in quiet hours, which follow the person’s own clock', async () => {
    // 12:00 in UTC is 21:00 in Tokyo.
    await notifying.choices.change(anna, { quiet: { from: 20 * 60, until: 6 * 60 }, time_zone: 'Asia/Tokyo' })
    await tell(commented(ben, randomUUID()))
    expect(frames().map(({ data }) => [data.unread, data.latest])).toEqual([[1, null]])
    await expect(notifying.choices.change(anna, { time_zone: 'Moon/Sea' })).rejects.toThrow(AppError)
  })
})

describe('choices', () => {
  test('are what the product has until they are changed, one by one', async () => {
    expect(await notifying.choices.of(anna)).toEqual({
      kinds: defaultChannels,
      quiet: null,
      time_zone: 'UTC',
      push_shows_text: false,
      digest: 'off',
    })
    await notifying.choices.change(anna, { push_shows_text: true, quiet: { from: 60, until: 120 } })
    await notifying.choices.change(anna, { kinds: { message: { in_app: true, push: false, mail: false } } })
    expect(await notifying.choices.change(anna, { quiet: null })).toEqual({
      kinds: { ...defaultChannels, message: { in_app: true, push: false, mail: false } },
      quiet: null,
      time_zone: 'UTC',
      push_shows_text: true,
      digest: 'off',
    })
  })
})

describe('push', () => {
  const viewer = (uid: Uid, authTimeMs = 1): Viewer => ({
    uid,
    hasProfile: true,
    token: { issuedAtMs: 0, expiresAtMs: 0, authTimeMs, sessionId: null },
  })
  async function browser(uid: Uid, authTimeMs = 1) {
    const { target } = service.subscribe(await notifying.push.publicKey())
    await notifying.push.subscribe(viewer(uid, authTimeMs), {
      endpoint: target.endpoint,
      keys: { p256dh: target.p256dh, auth: target.auth },
    })
    return target
  }
  const arrived = () => service.received.map(({ endpoint, text }) => ({ endpoint, ...(JSON.parse(text) as Record<string, unknown>) }))

  test('tells every browser of somebody who is away, without a word of the message', async () => {
    const [laptop, phone] = [await browser(anna), await browser(anna)]
    const chat = randomUUID()
    await tell(wrote(ben, chat))
    await jobs.runWaiting()
    const payload = { kind: 'message', name: 'Ben', title: 'New message from Ben', body: '', path: `/chat/${chat}`, tag: `message:${chat}` }
    expect(arrived()).toEqual([
      { endpoint: laptop.endpoint, ...payload },
      { endpoint: phone.endpoint, ...payload },
    ])
  })

  test('shows the words of a message to whoever allows it', async () => {
    await browser(anna)
    await notifying.choices.change(anna, { push_shows_text: true })
    await tell(wrote(ben, randomUUID()))
    await jobs.runWaiting()
    expect(arrived()).toMatchObject([{ title: 'New message from Ben', body: 'The words of the message' }])
  })

  test('is silent for somebody who is here, in quiet hours, and where it was not chosen', async () => {
    await browser(anna)
    online.add(anna)
    await tell(commented(ben, randomUUID()))
    online.delete(anna)
    await tell(liked(ben, randomUUID()))
    await notifying.choices.change(anna, { quiet: { from: 0, until: 23 * 60 } })
    await tell(commented(ben, randomUUID()))
    await jobs.runWaiting()
    expect(arrived()).toEqual([])
  })

  test('is decided when it is sent: read, returned, blocked or muted in the meantime is not pushed', async () => {
    await browser(anna)
    const moment = randomUUID()
    await tell(commented(ben, moment))
    await notifying.notifications.markRead(anna)
    await jobs.runWaiting()
    await tell(commented(ben, moment))
    online.add(anna)
    await jobs.runWaiting()
    online.delete(anna)
    await tell(commented(ben, moment))
    await world.connections.mute(anna, ben)
    await jobs.runWaiting()
    expect(arrived()).toEqual([])
  })

  test('a browser that is gone is forgotten; one whose service is in trouble is tried again', async () => {
    await browser(anna)
    service.failNext(503)
    await tell(commented(ben, randomUUID()))
    await expect(jobs.runWaiting()).rejects.toThrow('503')
    service.failNext(410)
    await tell(commented(ben, randomUUID()))
    await jobs.runWaiting()
    await tell(commented(ben, randomUUID()))
    expect([jobs.count(), arrived()]).toEqual([0, []])
  })

  test('ends with the sign-in, and goes to whoever signs in on that browser next', async () => {
    const target = await browser(anna, 1)
    await browser(anna, 2)
    await notifying.push.end(anna, 2)
    await notifying.push.subscribe(viewer(cleo), { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } })
    await tell(commented(ben, randomUUID()))
    expect(jobs.count()).toBe(0)
    await notifying.push.unsubscribe(viewer(anna), target.endpoint)
    await tell({ kind: 'request.asked', by: ben, to: cleo })
    expect(jobs.count()).toBe(1)
    await notifying.push.unsubscribe(viewer(cleo), target.endpoint)
    await jobs.runWaiting()
    expect(arrived()).toEqual([])
  })

  test('takes no address that leads elsewhere', async () => {
    const target = service.subscribe(await notifying.push.publicKey()).target
    for (const endpoint of ['https://169.254.169.254/x', 'http://fcm.googleapis.com/x', 'https://fcm.googleapis.com.evil.example/x'])
      await expect(notifying.push.subscribe(viewer(anna), { endpoint, keys: target })).rejects.toThrow(AppError)
  })

  test('its key is made once for all servers, and anew when its secret is gone', async () => {
    const before = await notifying.push.publicKey()
    const others = await Promise.all([start('a secret').push.publicKey(), start('a secret').push.publicKey()])
    expect(others).toEqual([before, before])
    await browser(anna)
    const anew = start('another secret')
    expect(await anew.push.publicKey()).not.toBe(before)
    await tell(commented(ben, randomUUID()))
    expect(jobs.count()).toBe(0)
    await world.db.deleteFrom('push_keys' as never).execute()
  })
})

describe('the summary by mail', () => {
  /** Lets the rounds of that many hours go by. */
  async function hours(many: number) {
    for (let at = 0; at < many * 4; at++) {
      world.clock.pass(HOUR_MS / 4)
      await jobs.runWaiting()
    }
  }
  async function wants(digest: 'daily' | 'weekly', more = {}) {
    await notifying.choices.change(anna, { digest, time_zone: 'Europe/Berlin', ...more })
    await notifying.digest.plan()
  }
  const paragraphs = () => mails.map((mail) => mail.paragraphs)

  test('comes in the morning of the person with what was not seen, once, and never with a word that anybody wrote', async () => {
    await wants('daily')
    const moment = randomUUID()
    await tell(commented(ben, moment), commented(cleo, moment), wrote(ben, randomUUID()), wrote(cleo, randomUUID(), { isQuiet: true }))
    await hours(24)
    expect(paragraphs()).toEqual([['• Cleo and 1 other commented on your moment', '• New message from Ben']])
    expect(mails[0]).toMatchObject({ to: 'anna@example.org', subject: '2 things happened at Wavelength' })
    await hours(24)
    expect(mails).toHaveLength(1)
  })

  test('leaves out what was read, what was not chosen, and people who were muted or blocked since', async () => {
    await wants('daily')
    await tell(liked(ben, randomUUID()), commented(ben, randomUUID()))
    await world.connections.block(anna, ben)
    await tell(commented(cleo, randomUUID()))
    await notifying.notifications.markRead(anna)
    await hours(24)
    expect(mails).toEqual([])
  })

  test('waits for the end of quiet hours', async () => {
    await wants('daily', { quiet: { from: 0, until: 12 * 60 } })
    await tell(commented(ben, randomUUID()))
    // From 13:00 in Berlin to 11:00 of the next day.
    await hours(22)
    expect(mails).toEqual([])
    await hours(2)
    expect(mails).toHaveLength(1)
  })

  test('comes once a week to whoever wants that', async () => {
    await wants('weekly')
    await tell(commented(ben, randomUUID()))
    await hours(6 * 24)
    expect(mails).toEqual([])
    await hours(24)
    expect(mails).toHaveLength(1)
  })

  test('goes to nobody without a confirmed address, and to nobody who did not ask', async () => {
    await notifying.choices.change(cleo, { digest: 'daily' })
    await notifying.digest.plan()
    await tell({ kind: 'request.asked', by: ben, to: cleo }, { kind: 'request.asked', by: ben, to: anna })
    await hours(24)
    expect(mails).toEqual([])
  })

  test('ends by the link in it, and by no other', async () => {
    await wants('daily')
    await tell(commented(ben, randomUUID()))
    await hours(24)
    const [address = '', code = ''] = mails[0]?.unsubscribeUrl?.split('#') ?? []
    expect(address).toBe('https://own.example/unsubscribe')
    await expect(notifying.digest.end('made up')).rejects.toThrow(AppError)
    await notifying.digest.end(code)
    expect((await notifying.choices.of(anna)).digest).toBe('off')
    await tell(commented(cleo, randomUUID()))
    await hours(48)
    expect(mails).toHaveLength(1)
  })
})

test('what is older than 90 days goes', async () => {
  await tell(liked(ben, randomUUID()))
  world.clock.pass(91 * 24 * HOUR_MS)
  await tell(liked(cleo, randomUUID()))
  await notifying.notifications.sweep()
  expect((await summary(anna)).map((it) => it.names)).toEqual([['Cleo']])
})

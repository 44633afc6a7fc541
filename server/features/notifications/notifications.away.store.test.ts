import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Viewer } from '#server/platform/http/route.ts'
import { type NotifyingWorld, notifyingWorlds } from './notifications.test-world.ts'

const HOUR_MS = 3_600_000

let worlds: Awaited<ReturnType<typeof notifyingWorlds>>
let world: (typeof worlds)['world']
let service: (typeof worlds)['service']
let anna: NotifyingWorld['anna']
let ben: NotifyingWorld['ben']
let cleo: NotifyingWorld['cleo']
let viewing: NotifyingWorld['looking']
let hidden: NotifyingWorld['hidden']
let jobs: NotifyingWorld['jobs']
let mails: NotifyingWorld['mails']
let recaps: NotifyingWorld['recaps']
let start: NotifyingWorld['start']
let notifying: NotifyingWorld['notifying']
let publish: NotifyingWorld['publish']
let liked: NotifyingWorld['liked']
let commented: NotifyingWorld['commented']
let wrote: NotifyingWorld['wrote']

beforeAll(async () => {
  worlds = await notifyingWorlds()
  ;({ world, service } = worlds)
})
afterAll(() => worlds.close())
beforeEach(async () => {
  ;({
    anna,
    ben,
    cleo,
    looking: viewing,
    hidden,
    jobs,
    mails,
    recaps,
    start,
    notifying,
    publish,
    liked,
    commented,
    wrote,
  } = await worlds.fresh())
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
  const receivedPushes = () =>
    service.received.map(({ endpoint, text }) => ({ endpoint, ...(JSON.parse(text) as Record<string, unknown>) }))

  test('is sent to every browser of an offline user, without message text', async () => {
    const [laptop, phone] = [await browser(anna), await browser(anna)]
    const chat = randomUUID()
    await publish(wrote(ben, chat))
    await jobs.runWaiting()
    const payload = { kind: 'message', name: 'Ben', title: 'New message from Ben', body: '', path: `/chat/${chat}`, tag: `message:${chat}` }
    expect(receivedPushes()).toEqual([
      { endpoint: laptop.endpoint, ...payload },
      { endpoint: phone.endpoint, ...payload },
    ])
  })

  test('is sent for an invitation to a group', async () => {
    await browser(anna)
    const group = randomUUID()
    await publish({ kind: 'group.invited', by: ben, to: anna, chatId: group })
    await jobs.runWaiting()
    expect(receivedPushes()).toMatchObject([{ kind: 'group_invited', title: 'Ben invited you to a group', path: `/chat/${group}` }])
  })

  test('shows the message text if the user allows it', async () => {
    await browser(anna)
    await notifying.preferences.change(anna, { push_shows_text: true })
    await publish(wrote(ben, randomUUID()))
    await jobs.runWaiting()
    expect(receivedPushes()).toMatchObject([{ title: 'New message from Ben', body: 'The words of the message' }])
  })

  test('is not sent to users with a visible page, in quiet hours, or if switched off', async () => {
    await browser(anna)
    viewing.add(anna)
    await publish(commented(ben, randomUUID()))
    viewing.delete(anna)
    await publish(liked(ben, randomUUID()))
    await notifying.preferences.change(anna, { quiet: { from: 0, until: 23 * 60 } })
    await publish(commented(ben, randomUUID()))
    await jobs.runWaiting()
    expect(receivedPushes()).toEqual([])
  })

  test('is not sent if the notification was read, or the user opened the app, muted or blocked since', async () => {
    await browser(anna)
    const moment = randomUUID()
    await publish(commented(ben, moment))
    await notifying.notifications.markRead(anna)
    await jobs.runWaiting()
    await publish(commented(ben, moment))
    viewing.add(anna)
    await jobs.runWaiting()
    viewing.delete(anna)
    await publish(commented(ben, moment))
    await world.connections.mute(anna, ben)
    await jobs.runWaiting()
    expect(receivedPushes()).toEqual([])
  })

  test('is sent to a user whose only page is hidden, unless they read the message or look at a page meanwhile', async () => {
    await browser(anna)
    hidden.add(anna)
    const [unread, read] = [randomUUID(), randomUUID()]
    await publish(wrote(ben, unread), wrote(ben, read), { kind: 'chat.read', by: anna, chatId: read })
    expect(await jobs.runWaiting()).toEqual([20, 20])
    expect(receivedPushes()).toMatchObject([{ path: `/chat/${unread}` }])
    await publish(wrote(ben, randomUUID()))
    viewing.add(anna)
    await jobs.runWaiting()
    expect(receivedPushes()).toHaveLength(1)
    const { notifications } = await notifying.notifications.list(anna, {})
    expect(notifications.map(({ kind }) => kind)).toEqual(['message', 'message'])
  })

  test('is sent at once if the user is offline', async () => {
    await browser(anna)
    await publish(wrote(ben, randomUUID()))
    expect(await jobs.runWaiting()).toEqual([0])
  })

  test('deletes an expired subscription, and retries after an error of the push service', async () => {
    await browser(anna)
    service.failNext(503)
    await publish(commented(ben, randomUUID()))
    await expect(jobs.runWaiting()).rejects.toThrow('503')
    service.failNext(410)
    await publish(commented(ben, randomUUID()))
    await jobs.runWaiting()
    await publish(commented(ben, randomUUID()))
    expect([jobs.count(), receivedPushes()]).toEqual([0, []])
  })

  test('ends with the sign-in, and the next user of the browser takes over its subscription', async () => {
    const target = await browser(anna, 1)
    await browser(anna, 2)
    await notifying.push.end(anna, 2)
    await notifying.push.subscribe(viewer(cleo), { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } })
    await publish(commented(ben, randomUUID()))
    expect(jobs.count()).toBe(0)
    await notifying.push.unsubscribe(viewer(anna), target.endpoint)
    await publish({ kind: 'request.asked', by: ben, to: cleo })
    expect(jobs.count()).toBe(1)
    await notifying.push.unsubscribe(viewer(cleo), target.endpoint)
    await jobs.runWaiting()
    expect(receivedPushes()).toEqual([])
  })

  test('rejects endpoints of unknown push services', async () => {
    const target = service.subscribe(await notifying.push.publicKey()).target
    for (const endpoint of ['https://169.254.169.254/x', 'http://fcm.googleapis.com/x', 'https://fcm.googleapis.com.evil.example/x'])
      await expect(notifying.push.subscribe(viewer(anna), { endpoint, keys: target })).rejects.toThrow(AppError)
  })

  test('creates its key once for all servers, and again after the secret is lost', async () => {
    const before = await notifying.push.publicKey()
    const others = await Promise.all([start('a secret').push.publicKey(), start('a secret').push.publicKey()])
    expect(others).toEqual([before, before])
    await browser(anna)
    const anew = start('another secret')
    expect(await anew.push.publicKey()).not.toBe(before)
    await publish(commented(ben, randomUUID()))
    expect(jobs.count()).toBe(0)
    await world.db.deleteFrom('push_keys' as never).execute()
  })
})

describe('the email digest', () => {
  /** Runs the scheduled task for that many hours. */
  async function hours(many: number) {
    for (let index = 0; index < many * 4; index++) {
      world.clock.pass(HOUR_MS / 4)
      await jobs.runWaiting()
    }
  }
  async function wants(digest: 'daily' | 'weekly', more = {}) {
    await notifying.preferences.change(anna, { digest, time_zone: 'Europe/Berlin', ...more })
    await notifying.digest.scheduleNext()
  }
  const paragraphs = () => mails.map((mail) => mail.paragraphs)

  test('counts the others who wrote in a group', async () => {
    await wants('daily')
    const group = randomUUID()
    await publish(wrote(ben, group), wrote(ben, group), wrote(cleo, group))
    await hours(24)
    expect(paragraphs()).toEqual([['• New messages from Cleo and 1 other']])
  })

  test('is sent once in the user’s morning with unread notifications, without text that users wrote', async () => {
    await wants('daily')
    const moment = randomUUID()
    await publish(commented(ben, moment), commented(cleo, moment), wrote(ben, randomUUID()), wrote(cleo, randomUUID(), { isQuiet: true }))
    await hours(24)
    expect(paragraphs()).toEqual([['• Cleo and 1 other commented on your moment', '• New message from Ben']])
    expect(mails[0]).toMatchObject({ to: 'anna@example.org', subject: '2 updates from Wavelength' })
    await hours(24)
    expect(mails).toHaveLength(1)
  })

  test('leaves out read notifications, disabled kinds, and people muted or blocked since', async () => {
    await wants('daily')
    await publish(liked(ben, randomUUID()), commented(ben, randomUUID()))
    await world.connections.block(anna, ben)
    await publish(commented(cleo, randomUUID()))
    await notifying.notifications.markRead(anna)
    await hours(24)
    expect(mails).toEqual([])
  })

  test('is sent after quiet hours', async () => {
    await wants('daily', { quiet: { from: 0, until: 12 * 60 } })
    await publish(commented(ben, randomUUID()))
    // From 13:00 in Berlin to 11:00 of the next day.
    await hours(22)
    expect(mails).toEqual([])
    await hours(2)
    expect(mails).toHaveLength(1)
  })

  test('is sent by a run that has many others before it, in quiet hours or not', async () => {
    await wants('daily')
    await publish(commented(ben, randomUUID()))
    await sql`
      with added as (
        insert into people (uid, issuer, subject, created_at)
        select gen_random_uuid(), 'digest', n::text, now() from generate_series(1, 600) n returning uid, subject
      )
      insert into notification_settings (uid, time_zone, push_shows_text, digest, digest_due_at, quiet_from, quiet_until)
      select uid, 'UTC', false, 'daily', ${world.clock.now()}::timestamptz, case when subject::int <= 550 then 0 end, case when subject::int <= 550 then 1439 end from added
    `.execute(world.db)
    world.clock.pass(24 * HOUR_MS)
    await jobs.runWaiting()
    expect(mails).toHaveLength(1)
    const { rows } = await sql<{ uid: Uid }>`select uid from notification_settings where digest_due_at <= ${world.clock.now()}`.execute(
      world.db,
    )
    expect(rows).toEqual([])
    await sql`delete from people where issuer = 'digest'`.execute(world.db)
  }, 60_000)

  test('can be weekly, on Monday morning whenever it was chosen, and other settings do not move it', async () => {
    const time = () =>
      new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Berlin', weekday: 'long', hour: 'numeric', hourCycle: 'h23' }).format(
        world.clock.now(),
      )
    await hours(3 * 24)
    await wants('weekly')
    await publish(commented(ben, randomUUID()))
    for (let hour = 0; hour < 8 * 24 && mails.length === 0; hour++) {
      await notifying.preferences.change(anna, { push_shows_text: hour % 2 === 0 })
      await hours(1)
    }
    expect([time(), mails.length]).toEqual(['Monday, 08', 1])
  })

  test('has the recap of the week instead of its notification, even as the only content, unless its email is off', async () => {
    const recap = {
      title: 'Your week',
      rows: [{ label: 'You played', lines: ['11 h'] }],
      link: { label: 'See', url: 'https://own.example/week' },
    }
    recaps.set(anna, recap)
    await wants('weekly')
    await notifying.notifications.add({ uid: anna, kind: 'recap_ready', subject: '2026-11-16', actor: null })
    await hours(7 * 24)
    expect(mails).toMatchObject([{ subject: 'Your week', sections: [recap], paragraphs: [], to: 'anna@example.org' }])
    expect(mails[0]?.unsubscribeUrl).toContain('/unsubscribe?code=')
    await notifying.preferences.change(anna, { kinds: { recap_ready: { in_app: true, push: false, mail: false } } })
    await hours(7 * 24)
    expect(mails).toHaveLength(1)
  })

  test('is not sent without a confirmed address or a subscription', async () => {
    await notifying.preferences.change(cleo, { digest: 'daily' })
    await notifying.digest.scheduleNext()
    await publish({ kind: 'request.asked', by: ben, to: cleo }, { kind: 'request.asked', by: ben, to: anna })
    await hours(24)
    expect(mails).toEqual([])
  })

  test('is ended only by its own unsubscribe link', async () => {
    await wants('daily')
    await publish(commented(ben, randomUUID()))
    await hours(24)
    const [address = '', code = ''] = mails[0]?.unsubscribeUrl?.split('?code=') ?? []
    expect(address).toBe('https://own.example/unsubscribe')
    await expect(notifying.digest.end('made up')).rejects.toThrow(AppError)
    await notifying.digest.end(decodeURIComponent(code))
    expect((await notifying.preferences.of(anna)).digest).toBe('off')
    await publish(commented(cleo, randomUUID()))
    await hours(48)
    expect(mails).toHaveLength(1)
  })
})

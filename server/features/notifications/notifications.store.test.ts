import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { defaultChannels, type NotificationFilterName } from '#contract/notifications.ts'
import { isQuiet } from './quiet-hours.ts'
import { type NotifyingWorld, notifyingWorlds } from './notifications.test-world.ts'

const HOUR_MS = 3_600_000

let worlds: Awaited<ReturnType<typeof notifyingWorlds>>
let world: (typeof worlds)['world']
let anna: NotifyingWorld['anna']
let ben: NotifyingWorld['ben']
let cleo: NotifyingWorld['cleo']
let viewing: NotifyingWorld['looking']
let muted: NotifyingWorld['muted']
let events: NotifyingWorld['events']
let notifying: NotifyingWorld['notifying']
let publish: NotifyingWorld['publish']
let liked: NotifyingWorld['liked']
let commented: NotifyingWorld['commented']
let wrote: NotifyingWorld['wrote']

beforeAll(async () => {
  worlds = await notifyingWorlds()
  ;({ world } = worlds)
})
afterAll(() => worlds.close())
beforeEach(async () => {
  ;({ anna, ben, cleo, looking: viewing, muted, events, notifying, publish, liked, commented, wrote } = await worlds.fresh())
})

const list = async (uid: Uid) => (await notifying.notifications.list(uid, {})).notifications
const summary = async (uid: Uid) =>
  (await list(uid)).map(({ kind, people, people_count, count: times, is_unread: unread }) => ({
    kind,
    names: people.map((person) => person.name),
    people_count,
    times,
    unread,
  }))

describe('notifications', () => {
  test('are grouped by subject, the latest first, with the latest people', async () => {
    const [old, fresh] = [randomUUID(), randomUUID()]
    await publish(liked(ben, old), liked(ben, fresh), liked(cleo, fresh), { kind: 'request.asked', by: cleo, to: anna })
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

  test('about muted content are not added, and leave the list, the count, and their group', async () => {
    const [moment, comment, other] = [randomUUID(), randomUUID(), randomUUID()]
    await publish(commented(ben, moment, comment), commented(cleo, moment, other))
    world.hub.takeFrames()
    muted.add(comment)
    await publish({ kind: 'mutes.changed', by: anna })
    expect(await summary(anna)).toEqual([{ kind: 'moment_commented', names: ['Cleo'], people_count: 1, times: 1, unread: true }])
    muted.add(other)
    await publish({ kind: 'mutes.changed', by: anna })
    expect([await summary(anna), await notifying.notifications.unread(anna)]).toEqual([[], 0])
    expect(world.hub.takeFrames().map(({ data }) => data)).toEqual([
      { unread: 1, latest: null },
      { unread: 0, latest: null },
    ])
    await publish(commented(ben, moment, comment))
    muted.clear()
    expect(await notifying.notifications.unread(anna)).toBe(1)
    const quoting = randomUUID()
    muted.add(quoting)
    await publish({ kind: 'moment.quoted', by: ben, author: anna, momentId: quoting })
    muted.clear()
    expect((await summary(anna)).map(({ kind }) => kind)).toEqual(['moment_commented'])
  })

  test('about posts are grouped by author, and count the posts since the last read', async () => {
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
    const posted = (actor: Uid, momentId: string) => ({ kind: 'moment.posted' as const, by: actor, to: [anna], momentId })
    await publish(posted(ben, first), posted(ben, second), posted(cleo, third))
    expect((await summary(anna)).map(({ kind, names, times }) => [kind, names, times])).toEqual([
      ['moment_posted', ['Cleo'], 1],
      ['moment_posted', ['Ben'], 2],
    ])
    await publish({ kind: 'content.removed', of: 'moment', id: second })
    expect((await summary(anna)).map(({ times }) => times)).toEqual([1, 1])
    await notifying.notifications.markRead(anna, `moment_posted:${ben}`)
    await publish(posted(ben, randomUUID()))
    expect((await summary(anna))[0]).toMatchObject({ names: ['Ben'], times: 1, unread: true })
  })

  test('are filtered, with full pages', async () => {
    const moments = Array.from({ length: 3 }, () => randomUUID())
    for (const id of moments) await publish(liked(ben, id), { kind: 'person.mentioned', by: cleo, to: anna, momentId: id, commentId: null })
    await publish({ kind: 'request.asked', by: cleo, to: anna })
    const pages = async (filter: NotificationFilterName) => {
      const first = await notifying.notifications.list(anna, { filter, limit: 2 })
      const second = first.next === null ? null : await notifying.notifications.list(anna, { filter, limit: 2, cursor: first.next })
      return [first, second].map((page) => page?.notifications.map(({ kind }) => kind))
    }
    expect(await pages('mentions')).toEqual([['moment_mentioned', 'moment_mentioned'], ['moment_mentioned']])
    expect(await pages('moments')).toEqual([['moment_liked', 'moment_liked'], ['moment_liked']])
    expect(await pages('people')).toEqual([['request_asked'], undefined])
    expect(await pages('music')).toEqual([[], undefined])
    await notifying.notifications.markRead(anna)
    await publish(liked(cleo, moments[1]!))
    const { notifications } = await notifying.notifications.list(anna, { filter: 'unread' })
    expect(notifications.map(({ subject, count }) => [subject, count])).toEqual([[moments[1], 2]])
  })

  test('are paged without gaps or repeats', async () => {
    const moments = Array.from({ length: 5 }, () => randomUUID())
    await publish(...moments.map((id) => liked(ben, id)))
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await notifying.notifications.list(anna, { cursor, limit: 2 })
      seen.push(...page.notifications.map((notification) => notification.subject))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(seen).toEqual(moments.toReversed())
    await expect(notifying.notifications.list(anna, { cursor: 'nonsense' })).rejects.toThrow(AppError)
  })

  test('are sent once for repeated actions, and removed with their subject', async () => {
    const [moment, comment, chat] = [randomUUID(), randomUUID(), randomUUID()]
    await publish(liked(ben, moment), liked(ben, moment), commented(cleo, moment, comment), wrote(ben, chat))
    expect(await summary(anna)).toHaveLength(3)
    await publish(
      { kind: 'moment.unliked', by: ben, author: anna, momentId: moment },
      { kind: 'content.removed', of: 'comment', id: comment },
      { kind: 'chat.read', by: anna, chatId: chat },
    )
    expect(await summary(anna)).toEqual([])
    await publish(commented(cleo, moment, comment), commented(ben, moment), { kind: 'content.removed', of: 'comment', id: comment })
    expect((await summary(anna)).map((notice) => notice.names)).toEqual([['Ben']])
    await publish(liked(ben, moment), { kind: 'content.removed', of: 'moment', id: moment })
    expect(await summary(anna)).toEqual([])
  })

  test('about a moment with a smaller audience stay only for those who still see it', async () => {
    const moment = randomUUID()
    const mentioned = (to: Uid) => ({ kind: 'person.mentioned' as const, by: cleo, to, momentId: moment, commentId: null })
    await publish(mentioned(anna), mentioned(ben), { kind: 'moment.posted', by: cleo, to: [anna], momentId: moment }, liked(ben, moment))
    await publish({ kind: 'moment.narrowed', by: cleo, momentId: moment, to: [ben] })
    expect([await summary(anna), (await summary(ben)).map(({ kind }) => kind)]).toEqual([[], ['moment_mentioned']])
    await publish({ kind: 'moment.narrowed', by: cleo, momentId: moment, to: [] })
    expect(await summary(ben)).toEqual([])
  })

  test.each([
    ['hidden-moment', 'restored-moment'],
    ['report-dismissed', 'report-upheld'],
    ['lifted', 'hidden-comment'],
  ])('of changed moderation decisions say the latest one, unread: %s, then %s, and so on', async (first, second) => {
    const [reportId, other] = [randomUUID(), randomUUID()]
    const decided = (about: string, id = reportId) => publish({ kind: 'moderation.decided', to: anna, about, reportId: id })
    const subjects = async () =>
      (await list(anna)).map((notification) => [notification.subject, notification.count, notification.is_unread])
    await decided(first)
    await decided(second, other)
    await notifying.notifications.markRead(anna)
    await decided(second)
    await decided(first)
    world.hub.takeFrames()
    expect((await subjects())[0]).toEqual([first, 1, true])
    const replaced = first !== 'lifted'
    // The notice about another report stays.
    expect((await subjects())[1]).toEqual([second, replaced ? 1 : 2, !replaced])
    await decided(second)
    expect((await subjects())[0]).toEqual([second, 2, true])
    expect(world.hub.takeFrames().at(-1)?.data).toMatchObject({ latest: `moderation:${second}` })
  })

  test('about a message that is read at once are removed', async () => {
    const chat = randomUUID()
    for (let index = 0; index < 5; index++) {
      events.publish(wrote(ben, chat))
      events.publish({ kind: 'chat.read', by: anna, chatId: chat })
    }
    await events.idle()
    expect(await list(anna)).toEqual([])
  })

  test('about a request are removed after it is answered or withdrawn', async () => {
    await publish({ kind: 'request.asked', by: ben, to: anna }, { kind: 'request.asked', by: cleo, to: anna })
    await publish({ kind: 'request.accepted', by: anna, to: ben }, { kind: 'connection.ended', by: cleo, to: anna, wereBuddies: false })
    expect(await summary(anna)).toEqual([])
    expect((await summary(ben)).map((notice) => [notice.kind, notice.names])).toEqual([['request_accepted', ['Anna']]])
  })

  test('are not created for a user’s own actions', async () => {
    await publish(liked(anna, randomUUID()), commented(anna, randomUUID()))
    expect(await list(anna)).toEqual([])
  })

  test('are added for messages while the user has no visible page, for requests always, for muted chats never', async () => {
    const [chat, request] = [randomUUID(), randomUUID()]
    viewing.add(anna)
    await publish(wrote(ben, chat), wrote(cleo, request, { isRequest: true }))
    viewing.delete(anna)
    await publish(wrote(ben, chat), wrote(ben, chat), wrote(cleo, chat, { isQuiet: true }))
    expect((await summary(anna)).map((notice) => [notice.kind, notice.names, notice.times])).toEqual([
      ['message', ['Ben'], 2],
      ['message_request', ['Cleo'], 1],
    ])
  })
})

describe('no notification', () => {
  test('is shown of blocked, blocking or muted people, old or new', async () => {
    const moment = randomUUID()
    await publish(liked(ben, moment), liked(cleo, moment))
    await world.connections.mute(anna, ben)
    expect((await summary(anna)).map((notice) => notice.names)).toEqual([['Cleo']])
    await world.connections.block(cleo, anna)
    expect([await summary(anna), (await notifying.notifications.list(anna, {})).unread]).toEqual([[], 0])
    world.hub.takeFrames()
    await publish(commented(ben, moment), commented(cleo, moment))
    expect([await summary(anna), world.hub.takeFrames()]).toEqual([[], []])
    await world.connections.unmute(anna, ben)
    expect((await summary(anna)).map((notice) => [notice.kind, notice.names])).toEqual([['moment_liked', ['Ben']]])
  })

  test('is added for disabled kinds', async () => {
    const none = { in_app: false, push: false, mail: false }
    await notifying.preferences.change(anna, { kinds: { moment_liked: none } })
    await publish(liked(ben, randomUUID()), commented(ben, randomUUID()))
    expect((await summary(anna)).map((notice) => notice.kind)).toEqual(['moment_commented'])
  })
})

describe('the unread count', () => {
  const frames = () =>
    world.hub.takeFrames().map(({ uid, event, data }) => ({ uid, event, data: data as { unread: number; latest: string | null } }))

  test('changes on all devices at once, and does not count connection requests', async () => {
    const moment = randomUUID()
    await publish(liked(ben, moment), commented(cleo, moment), { kind: 'request.asked', by: cleo, to: anna })
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
    expect((await summary(anna)).every((notice) => !notice.unread)).toBe(true)
    await publish(liked(cleo, moment))
    expect((await summary(anna))[0]).toEqual({ kind: 'moment_liked', names: ['Cleo', 'Ben'], people_count: 2, times: 2, unread: true })
    await expect(notifying.notifications.markRead(anna, 'nonsense:1')).rejects.toThrow(AppError)
  })

  test('changes without a toast in quiet hours of the user’s time zone', async () => {
    // 12:00 in UTC is 21:00 in Tokyo.
    await notifying.preferences.change(anna, { quiet: { from: 20 * 60, until: 6 * 60 }, time_zone: 'Asia/Tokyo' })
    await publish(commented(ben, randomUUID()))
    expect(frames().map(({ data }) => [data.unread, data.latest])).toEqual([[1, null]])
    await expect(notifying.preferences.change(anna, { time_zone: 'Moon/Sea' })).rejects.toThrow(AppError)
  })
})

test.each([
  // 2026-11-20 is a Friday.
  ['on a day without them', '2026-11-19T23:00:00Z', false],
  ['in the evening of their day', '2026-11-20T23:00:00Z', true],
  ['after midnight, as part of the day before', '2026-11-21T06:00:00Z', true],
  ['in the morning of their first day', '2026-11-20T06:00:00Z', false],
  ['in the evening after the last day', '2026-11-22T23:00:00Z', false],
])('quiet hours of Friday and Saturday %s', (_when, time, expected) => {
  const quietHours = { from: 22 * 60, until: 7 * 60, days: [5, 6] }
  expect(isQuiet({ quiet: quietHours, time_zone: 'UTC' }, new Date(time))).toBe(expected)
})

test('quiet hours follow the weekday of the time zone, within a day as well', () => {
  const quietHours = { from: 9 * 60, until: 17 * 60, days: [6] }
  // Friday in UTC, Saturday in Tokyo.
  const at = new Date('2026-11-21T01:00:00Z')
  expect([
    isQuiet({ quiet: quietHours, time_zone: 'Asia/Tokyo' }, at),
    isQuiet({ quiet: quietHours, time_zone: 'America/New_York' }, at),
  ]).toEqual([true, false])
})

describe('preferences', () => {
  test('quiet hours store their weekdays; all seven count as every day', async () => {
    const changeDays = async (days: number[]) => (await notifying.preferences.change(anna, { quiet: { from: 60, until: 120, days } })).quiet
    expect(await changeDays([6, 5, 6])).toEqual({ from: 60, until: 120, days: [5, 6] })
    expect(await changeDays([1, 2, 3, 4, 5, 6, 7])).toEqual({ from: 60, until: 120 })
  })

  test('have defaults and change one by one', async () => {
    expect(await notifying.preferences.of(anna)).toEqual({
      kinds: defaultChannels,
      quiet: null,
      time_zone: 'UTC',
      push_shows_text: false,
      digest: 'off',
    })
    await notifying.preferences.change(anna, { push_shows_text: true, quiet: { from: 60, until: 120 } })
    await notifying.preferences.change(anna, { kinds: { message: { in_app: true, push: false, mail: false } } })
    expect(await notifying.preferences.change(anna, { quiet: null })).toEqual({
      kinds: { ...defaultChannels, message: { in_app: true, push: false, mail: false } },
      quiet: null,
      time_zone: 'UTC',
      push_shows_text: true,
      digest: 'off',
    })
  })
})

describe('notifications of a group', () => {
  const joinRequest = (to: Uid, chatId: string) => ({ kind: 'group.asked' as const, by: cleo, to, chatId })
  const admittedEvent = (chatId: string) => ({ kind: 'group.admitted' as const, by: ben, to: anna, chatId })
  const kinds = async (uid: Uid) => (await list(uid)).map(({ kind }) => kind)

  test('are removed for the user who leaves, and for all when the group ends', async () => {
    const [group, other] = [randomUUID(), randomUUID()]
    await publish(wrote(ben, group), admittedEvent(group), joinRequest(anna, group), joinRequest(ben, group), wrote(ben, other))
    await publish({ kind: 'chat.left', by: anna, chatId: group })
    expect(await kinds(anna)).toEqual(['message', 'group_asked', 'group_admitted', 'message'])
    await publish({ kind: 'group.left', by: anna, chatId: group })
    expect([(await list(anna)).map(({ subject }) => subject), await kinds(ben)]).toEqual([[other], ['group_asked']])
    await publish({ kind: 'group.ended', chatId: group })
    expect([await kinds(anna), await kinds(ben)]).toEqual([['message'], []])
  })

  test('about requests to join are removed for a former admin, who stays a member', async () => {
    const group = randomUUID()
    await publish(wrote(ben, group), joinRequest(anna, group), joinRequest(ben, group))
    await publish({ kind: 'group.admin-ended', by: anna, chatId: group })
    expect([await kinds(anna), await kinds(ben)]).toEqual([['message'], ['group_asked']])
  })
})

describe('an invitation to a group', () => {
  const invited = (actor: Uid, chatId: string) => ({ kind: 'group.invited' as const, by: actor, to: anna, chatId })

  test('causes a notification until it is answered or withdrawn, or the group ends', async () => {
    const [joined, left, ended, open] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    world.hub.takeFrames()
    await publish(invited(ben, joined), invited(ben, left), invited(ben, ended), invited(cleo, open))
    expect((await list(anna)).map(({ subject }) => subject)).toEqual([open, ended, left, joined])
    expect(world.hub.takeFrames().at(-1)?.data).toEqual({ unread: 4, latest: `group_invited:${open}` })
    await publish(
      { kind: 'group.joined', by: anna, chatId: joined },
      { kind: 'group.left', by: anna, chatId: left },
      { kind: 'group.ended', chatId: ended },
      { kind: 'group.left', by: cleo, chatId: open },
    )
    expect((await list(anna)).map(({ kind, subject, people }) => [kind, subject, people[0]?.name])).toEqual([
      ['group_invited', open, 'Cleo'],
    ])
  })

  test('of a muted person causes none', async () => {
    await world.connections.mute(anna, ben)
    await publish(invited(ben, randomUUID()))
    expect(await list(anna)).toEqual([])
  })
})

test('an account that stopped syncing causes a notification until it syncs again', async () => {
  await publish({ kind: 'source.stopped', by: anna, source: 'spotify' })
  await publish({ kind: 'source.stopped', by: anna, source: 'youtube' })
  await publish({ kind: 'source.resumed', by: anna, source: 'spotify' })
  const { notifications } = await notifying.notifications.list(anna, {})
  expect(notifications.map(({ kind, subject, people }) => [kind, subject, people])).toEqual([['source_stopped', 'youtube', []]])
})

test('a repeated recap of a week is ignored, even after it was read', async () => {
  const recap = { uid: anna, kind: 'recap_ready', subject: '2026-11-16', actor: null } as const
  await notifying.notifications.add(recap)
  await notifying.notifications.markRead(anna)
  await notifying.notifications.add(recap)
  expect(await notifying.notifications.unread(anna)).toBe(0)
  expect(await summary(anna)).toHaveLength(1)
})

test('deletes notifications older than 90 days', async () => {
  await publish(liked(ben, randomUUID()))
  world.clock.pass(91 * 24 * HOUR_MS)
  await publish(liked(cleo, randomUUID()))
  await notifying.notifications.deleteOld()
  expect((await summary(anna)).map((notice) => notice.names)).toEqual([['Cleo']])
})

import { describe, expect, test } from 'vitest'
import { type Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { aMessage } from '../chat.test-world.ts'
import { setUpGroup, anna, ben, cleo, database, group, rolesOf, sendText, world } from './groups.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

setUpGroup()

describe('new members', () => {
  const open = { needs_approval: false, slow_seconds: 0, read_only_hours: null }
  const withSettings = (settings: object) => world.chat.groups.edit(anna, group, { settings: { ...open, ...settings } })
  const requestsSeenBy = async (viewer: Uid) => (await world.chat.groups.get(viewer, group)).requests.map(({ person }) => person.name)
  const eventsOf = (kind: string) => world.events.filter((event) => event.kind === kind)

  async function aLink(uses = 5): Promise<string> {
    return (await world.chat.groups.createLink(anna, group, { hours: 1, uses })).code
  }

  test('ask to join by a link, and the owner or an admin lets them in', async () => {
    const { groups } = world.chat
    const eve = await world.stranger('Eve')
    await groups.setRole(anna, group, ben, 'admin')
    await withSettings({ needs_approval: true })
    const code = await aLink(1)
    world.events.length = 0
    world.hub.takeFrames()
    expect(await groups.invitation(eve, code)).toMatchObject({ needs_approval: true, has_asked: false, has_joined: false })
    expect(await errorCode(groups.joinByCode(eve, code))).toBe('approval_needed')
    expect(await groups.askToJoin(eve, code)).toMatchObject({ has_asked: true })
    expect(await groups.askToJoin(eve, code)).toMatchObject({ has_asked: true })
    expect(eventsOf('group.asked')).toEqual([anna, ben].map((to) => ({ kind: 'group.asked', by: eve, to, chatId: group })))
    expect(world.hub.takeFrames().map(({ uid, event }) => `${uid} ${event}`)).toEqual([anna, ben].map((uid) => `${uid} chat_changed`))
    expect([await requestsSeenBy(anna), await requestsSeenBy(ben), await requestsSeenBy(cleo)]).toEqual([['Eve'], ['Eve'], []])
    expect(await errorCode(groups.answerRequest(cleo, group, eve, true))).toBe('forbidden')
    expect((await groups.answerRequest(ben, group, eve, true)).requests).toEqual([])
    expect(await rolesOf(eve)).toContain('Eve member')
    expect(eventsOf('group.admitted')).toEqual([{ kind: 'group.admitted', by: ben, to: eve, chatId: group }])
    expect(eventsOf('group.request-ended')).toHaveLength(1)
    expect((await groups.events(cleo, group)).events.at(-1)).toMatchObject({ kind: 'admitted', actor: { uid: ben }, subject: { uid: eve } })
  })

  test('see who invites them, unless a block hides that user; visitors see the group and the name', async () => {
    const { groups } = world.chat
    const [eve, code] = [await world.stranger('Eve'), await aLink(1)]
    const texts = { name: 'Sunday listeners', description: '', avatar_url: null }
    const preview = { chat_id: group, ...texts, members: 3, needs_approval: false, invited_by: 'Anna' }
    expect(await groups.openInvitation(code)).toEqual(preview)
    expect(await groups.invitation(eve, code)).toMatchObject({ invited_by: { uid: anna }, members: 3 })
    for (const [by, to] of [
      [eve, anna],
      [anna, eve],
    ] as const) {
      await world.connections.block(by, to)
      expect(await groups.invitation(eve, code)).toMatchObject({ invited_by: null, percent: null, members: 2 })
      await world.connections.unblock(by, to)
    }
    await groups.leave(anna, group)
    expect(await groups.openInvitation(code)).toEqual({ ...preview, members: 2, invited_by: null })
    await groups.joinByCode(eve, code)
    expect([await groups.openInvitation(code), await groups.openInvitation('unknown')]).toEqual([null, null])
  })

  test('see the picture of the group while their link is valid, or while they wait; removed users don’t', async () => {
    const { groups } = world.chat
    const [eve, picture, bens] = [await world.stranger('Eve'), await world.picture(anna), await world.picture(ben)]
    await withSettings({ needs_approval: true })
    await groups.edit(anna, group, { picture })
    const other = await world.aGroup(ben, [anna])
    await groups.edit(ben, other, { picture: bens })
    const [code, unused] = [await aLink(1), await aLink()]
    const address = `${world.pictures.urlOf(picture)}?link=${code}`
    expect([(await groups.openInvitation(code))?.avatar_url, (await groups.invitation(eve, code)).avatar_url]).toEqual([address, address])
    expect(await groups.isShownByLink(null, other, code)).toBe(false)
    const shownTo = async (shownBy: string) => Promise.all([null, eve, cleo].map((viewer) => groups.isShownByLink(viewer, group, shownBy)))
    expect([await shownTo(code), await shownTo('unknown')]).toEqual([
      [true, true, true],
      [false, false, false],
    ])
    await groups.askToJoin(eve, code)
    expect([await shownTo(code), await shownTo(unused)]).toEqual([
      [false, true, false],
      [true, true, true],
    ])
    await groups.remove(anna, group, cleo)
    expect(await shownTo(unused)).toEqual([true, true, false])
    const [link] = (await groups.links(anna, group)).links
    await groups.withdrawLink(anna, group, link?.id ?? '')
    expect(await shownTo(unused)).toEqual([false, false, false])
    world.clock.pass(2 * 3_600_000)
    expect(await shownTo(code)).toEqual([false, true, false])
    await groups.withdrawRequest(eve, code)
    expect(await shownTo(code)).toEqual([false, false, false])
  })

  test('a declined request looks like an open one, and sends no second notification', async () => {
    const { groups } = world.chat
    const eve = await world.stranger('Eve')
    await withSettings({ needs_approval: true })
    const code = await aLink()
    await groups.askToJoin(eve, code)
    const waiting = await groups.invitation(eve, code)
    await groups.answerRequest(anna, group, eve, false)
    expect(await groups.invitation(eve, code)).toEqual(waiting)
    await groups.withdrawRequest(eve, code)
    expect(await groups.invitation(eve, code)).toMatchObject({ has_asked: false })
    world.events.length = 0
    expect(await groups.askToJoin(eve, code)).toEqual(waiting)
    expect(eventsOf('group.asked')).toEqual([])
    expect(await requestsSeenBy(anna)).toEqual([])
    expect(await errorCode(groups.answerRequest(anna, group, eve, true))).toBe('not_found')
  })

  test('withdraw a request; without approval there are no requests, and users invited in person need none', async () => {
    const { groups } = world.chat
    const [eve, dora] = [await world.stranger('Eve'), await world.stranger('Dora')]
    const code = await aLink()
    expect(await errorCode(groups.askToJoin(eve, code))).toBe('wrong_state')
    await withSettings({ needs_approval: true })
    await groups.askToJoin(eve, code)
    await groups.withdrawRequest(eve, code)
    expect(await requestsSeenBy(anna)).toEqual([])
    await world.befriend(anna, dora)
    await world.befriend(ben, dora)
    expect(await errorCode(groups.invite(ben, group, [dora]))).toBe('forbidden')
    await groups.invite(anna, group, [dora])
    expect(await groups.invitation(dora, code)).toMatchObject({ needs_approval: false })
    await groups.joinByCode(dora, code)
  })

  test('asking again after a withdrawal or a decline uses up no second use of the link and sends no second notification', async () => {
    const { groups } = world.chat
    const [eve, finn] = [await world.stranger('Eve'), await world.stranger('Finn')]
    await withSettings({ needs_approval: true })
    const code = await aLink(2)
    const usesLeft = async () => (await groups.links(anna, group)).links.map(({ uses_left: left }) => left)
    const askAgain = async () => {
      await groups.withdrawRequest(eve, code)
      await groups.withdrawRequest(eve, code)
      expect(await groups.invitation(eve, code)).toMatchObject({ has_asked: false })
      expect(await requestsSeenBy(anna)).not.toContain('Eve')
      expect(await groups.askToJoin(eve, code)).toMatchObject({ has_asked: true })
    }
    world.events.length = 0
    await groups.askToJoin(eve, code)
    for (let index = 0; index < 3; index++) await askAgain()
    expect(await usesLeft()).toEqual([1])
    expect(eventsOf('group.asked')).toHaveLength(1)
    expect(await requestsSeenBy(anna)).toEqual(['Eve'])
    // This also works after others have used up the link.
    await groups.askToJoin(finn, code)
    expect(await usesLeft()).toEqual([])
    await askAgain()
    expect(await requestsSeenBy(anna)).toContain('Eve')
    await groups.answerRequest(anna, group, eve, false)
    for (let index = 0; index < 3; index++) await askAgain()
    expect(await requestsSeenBy(anna)).toEqual(['Finn'])
    expect(eventsOf('group.asked')).toHaveLength(2)
    const gus = await world.stranger('Gus')
    expect(await errorCode(groups.askToJoin(gus, code))).toBe('link_invalid')
  })

  test('a request made again after withdrawing can be accepted; a withdrawn one can’t be answered', async () => {
    const { groups } = world.chat
    const eve = await world.stranger('Eve')
    await withSettings({ needs_approval: true })
    const code = await aLink()
    await groups.askToJoin(eve, code)
    await groups.withdrawRequest(eve, code)
    expect(await errorCode(groups.answerRequest(anna, group, eve, true))).toBe('not_found')
    expect(await errorCode(groups.answerRequest(anna, group, eve, false))).toBe('not_found')
    await groups.askToJoin(eve, code)
    await groups.answerRequest(anna, group, eve, true)
    expect(await rolesOf(anna)).toContain('Eve member')
    // A former member is a new user again.
    await groups.leave(eve, group)
    world.events.length = 0
    await groups.askToJoin(eve, code)
    expect(eventsOf('group.asked')).toHaveLength(1)
  })

  test('parallel requests of one user take one use and send one notification', async () => {
    const { groups } = world.chat
    const eve = await world.stranger('Eve')
    await withSettings({ needs_approval: true })
    const code = await aLink(5)
    world.events.length = 0
    await Promise.all([1, 2, 3].map(() => groups.askToJoin(eve, code)))
    expect(await groups.links(anna, group)).toMatchObject({ links: [{ uses_left: 4 }] })
    expect(eventsOf('group.asked')).toHaveLength(1)
  })

  test('accepting a request that is withdrawn at the same time adds no member', async () => {
    const { groups } = world.chat
    const eve = await world.stranger('Eve')
    await withSettings({ needs_approval: true })
    const code = await aLink()
    await groups.askToJoin(eve, code)
    const { percents } = world.people
    // The admin's requests have been read by then.
    world.people.percents = async () => {
      world.people.percents = percents
      await groups.withdrawRequest(eve, code)
      return new Map()
    }
    world.events.length = 0
    expect(await errorCode(groups.answerRequest(anna, group, eve, true))).toBe('not_found')
    expect(eventsOf('group.joined')).toEqual([])
    expect(await rolesOf(anna)).toEqual(['Anna owner', 'Ben member', 'Cleo member'])
  })

  test('an admin does not see a request of a user if one of them has blocked the other', async () => {
    const { groups } = world.chat
    const eve = await world.stranger('Eve')
    await groups.setRole(anna, group, ben, 'admin')
    await groups.setRole(anna, group, cleo, 'admin')
    await world.block(eve, ben)
    await world.block(cleo, eve)
    await withSettings({ needs_approval: true })
    const code = await aLink()
    world.events.length = 0
    expect(await groups.askToJoin(eve, code)).toMatchObject({ has_blocked: true })
    expect(eventsOf('group.asked')).toMatchObject([{ to: anna }])
    expect([await requestsSeenBy(anna), await requestsSeenBy(ben), await requestsSeenBy(cleo)]).toEqual([['Eve'], [], []])
    expect(await errorCode(groups.answerRequest(ben, group, eve, true))).toBe('not_found')
  })

  test('can only read during the time that the group has set, or until an admin allows them to write', async () => {
    const { groups } = world.chat
    const eve = await world.stranger('Eve')
    await withSettings({ read_only_hours: 24 })
    const code = await aLink()
    await groups.joinByCode(eve, code)
    const until = new Date(world.clock.now().getTime() + 24 * 3_600_000).toISOString()
    expect((await groups.get(anna, group)).members.find(({ person }) => person.uid === eve)?.writes_from).toBe(until)
    expect(await errorCode(sendText(eve, 'too early'))).toBe('read_only')
    await sendText(ben, 'who was here before writes')
    world.clock.pass(24 * 3_600_000)
    const { id, seq } = await sendText(eve, 'now')
    await withSettings({ read_only_hours: 0 })
    const finn = await world.stranger('Finn')
    await groups.joinByCode(finn, await aLink())
    world.clock.pass(365 * 24 * 3_600_000)
    expect(await errorCode(sendText(finn, 'a year later'))).toBe('read_only')
    expect(await errorCode(groups.allowToWrite(ben, group, finn))).toBe('forbidden')
    await groups.allowToWrite(anna, group, finn)
    await sendText(finn, 'at last')
    // A returning member can only read, and can't put new text into old messages.
    await groups.leave(eve, group)
    await groups.joinByCode(eve, await aLink())
    expect(await errorCode(world.chat.edit(eve, { chat_id: group, id, seq }, 'edited'))).toBe('read_only')
    await world.chat.react(eve, { chat_id: group, id, seq }, '👍', true)
    await withSettings({})
    await sendText(eve, 'open again')
  })

  test('in slow mode a member writes one message per turn; the owner and admins are exempt, and a resend is not lost', async () => {
    await withSettings({ slow_seconds: 30 })
    const first = aMessage(ben, group, { chat_id: group })
    const [one, repeated] = [await world.chat.send(ben, group, first), await world.chat.send(ben, group, first)]
    expect(repeated.seq).toBe(one.seq)
    expect(await errorCode(sendText(ben, 'too fast'))).toBe('slow_mode')
    await sendText(anna, 'owner')
    await sendText(anna, 'again')
    await sendText(cleo, 'another member')
    world.clock.pass(29_999)
    expect(await errorCode(sendText(ben, 'still too fast'))).toBe('slow_mode')
    world.clock.pass(1)
    await sendText(ben, 'in time')
    expect((await world.chat.send(ben, group, first)).seq).toBe(one.seq)
    await world.chat.groups.setRole(anna, group, ben, 'admin')
    await sendText(ben, 'admins are exempt')
    expect(await errorCode(world.chat.groups.edit(cleo, group, { settings: { ...open } }))).toBe('forbidden')
  })

  test('a rejected message does not use up the turn', async () => {
    await withSettings({ slow_seconds: 30 })
    expect(await errorCode(sendText(ben, 'an answer', { referenceItem: [`message:${aMessage(ben, group).id}`] }))).toBe('not_found')
    await sendText(ben, 'in time')
  })
})

describe('invitations by link', () => {
  test('a user joins by a link once, as long as it is valid, has uses left, and is not withdrawn', async () => {
    const { groups } = world.chat
    const [eve, finn, gus] = await Promise.all(['eve', 'finn', 'gus'].map((name) => world.stranger(name)))
    if (!eve || !finn || !gus) throw new Error('a user is missing')
    const { code, uses_left: uses } = await groups.createLink(anna, group, { hours: 24, uses: 1 })
    expect(uses).toBe(1)
    expect(await groups.invitation(eve, code)).toMatchObject({
      name: 'Sunday listeners',
      members: 3,
      has_joined: false,
      has_blocked: false,
    })
    expect(await groups.joinByCode(eve, code)).toMatchObject({ chat_id: group, group: { role: 'member', members: 4 } })
    expect(await errorCode(groups.joinByCode(finn, code))).toBe('link_invalid')
    const second = await groups.createLink(anna, group, { hours: 1, uses: 5 })
    expect(await groups.withdrawLink(anna, group, second.id)).toEqual({ links: [] })
    expect(await errorCode(groups.joinByCode(finn, second.code))).toBe('link_invalid')
    const third = await groups.createLink(anna, group, { hours: 1, uses: 5 })
    await groups.joinByCode(finn, third.code)
    await groups.joinByCode(finn, third.code)
    expect(await groups.links(anna, group)).toMatchObject({ links: [{ uses_left: 4 }] })
    world.clock.pass(3_600_001)
    expect(await errorCode(groups.invitation(gus, third.code))).toBe('link_invalid')
    expect(await errorCode(groups.joinByCode(gus, 'unknown'))).toBe('link_invalid')
  })

  test('a use is taken only by a user who joins: not for a full group, and once for parallel requests', async () => {
    const { groups } = world.chat
    const eve = await world.stranger('Eve')
    const { code } = await groups.createLink(anna, group, { hours: 1, uses: 5 })
    const usesLeft = async () => (await groups.links(anna, group)).links.map(({ uses_left: left }) => left)
    const crowd = await Promise.all(Array.from({ length: limits.group.members - 3 }, () => world.stranger('Crowd')))
    const fill = `insert into chat_members (chat_id, uid, role, joined_at) select $1, uid, 'member', now() from unnest($2::uuid[]) as uid`
    await database.query(fill, [group, crowd])
    expect(await errorCode(groups.joinByCode(eve, code))).toBe('group_full')
    expect(await usesLeft()).toEqual([5])
    await database.query('delete from chat_members where chat_id = $1 and uid = any($2::uuid[])', [group, crowd])
    world.events.length = 0
    await Promise.all([1, 2, 3].map(() => groups.joinByCode(eve, code)))
    expect(await usesLeft()).toEqual([4])
    expect(world.events.filter(({ kind }) => kind === 'group.joined')).toHaveLength(1)
  })

  test('a member whom an admin removed can’t come back by any link, until they are invited again', async () => {
    const { groups } = world.chat
    const code = async () => (await groups.createLink(anna, group, { hours: 1, uses: 5 })).code
    const old = await code()
    await groups.remove(anna, group, cleo)
    const codes = [old, await code()]
    const attempts = () =>
      codes.flatMap((entry) => [groups.invitation(cleo, entry), groups.joinByCode(cleo, entry), groups.askToJoin(cleo, entry)])
    expect(new Set(await Promise.all(attempts().map(errorCode)))).toEqual(new Set(['link_invalid']))
    expect(await groups.links(anna, group)).toMatchObject({ links: [{ uses_left: 5 }, { uses_left: 5 }] })
    // A withdrawn or declined invitation doesn't open the link.
    await groups.invite(anna, group, [cleo])
    expect(await groups.invitation(cleo, old)).toMatchObject({ has_joined: false })
    await groups.remove(anna, group, cleo)
    expect(await errorCode(groups.joinByCode(cleo, old))).toBe('link_invalid')
    await groups.invite(anna, group, [cleo])
    await groups.joinByCode(cleo, old)
    // A member who leaves may come back.
    await groups.leave(cleo, group)
    await groups.joinByCode(cleo, old)
    await groups.remove(anna, group, cleo)
    await groups.invite(anna, group, [cleo])
    await world.chat.accept(cleo, group)
    await groups.leave(cleo, group)
    await groups.joinByCode(cleo, old)
    expect(await rolesOf(anna)).toEqual(['Anna owner', 'Ben member', 'Cleo member'])
  })

  test('a request to join ends with the removal of the user, who can’t ask again', async () => {
    const { groups } = world.chat
    const settings = { needs_approval: true, slow_seconds: 0, read_only_hours: null }
    await groups.edit(anna, group, { settings })
    const { code } = await groups.createLink(anna, group, { hours: 1, uses: 5 })
    const dora = await world.stranger('Dora')
    await world.befriend(anna, dora)
    await groups.askToJoin(dora, code)
    await groups.invite(anna, group, [dora])
    await world.chat.accept(dora, group)
    await groups.remove(anna, group, dora)
    expect((await groups.get(anna, group)).requests).toEqual([])
    expect(await errorCode(groups.askToJoin(dora, code))).toBe('link_invalid')
    expect(await errorCode(groups.answerRequest(anna, group, dora, true))).toBe('not_found')
  })

  test('only the owner and admins see and make links', async () => {
    const { groups } = world.chat
    const eve = await world.stranger('Eve')
    expect(await errorCode(groups.createLink(ben, group, { hours: 1, uses: 1 }))).toBe('forbidden')
    expect(await errorCode(groups.links(ben, group))).toBe('forbidden')
    expect(await errorCode(groups.links(eve, group))).toBe('not_found')
  })

  test('warns about a member whom the user has blocked, and does not count blocked users', async () => {
    const { groups } = world.chat
    const eve = await world.stranger('Eve')
    await world.block(eve, ben)
    await world.block(cleo, eve)
    const { code } = await groups.createLink(anna, group, { hours: 1, uses: 5 })
    expect(await groups.invitation(eve, code)).toMatchObject({ members: 1, has_blocked: true })
    await groups.joinByCode(eve, code)
    expect((await groups.get(eve, group)).members.map(({ person }) => person.name)).toEqual(['Anna', 'Eve'])
  })
})

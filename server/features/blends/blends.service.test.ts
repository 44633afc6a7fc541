import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { blend as blendShape, type Blend } from '#contract/blends.ts'
import type { MediaRow } from '#server/features/media/media.types.ts'
import { artistsNamed, tasteWorld } from '#server/features/taste/taste.test-world.ts'
import type { ExportedFile } from '#server/platform/personal-data.ts'
import { AppError } from '#contract/errors.ts'
import type { DomainEvent } from '#server/platform/domain-events.ts'
import { blendsPersonalData } from './blends.personal.ts'
import { createBlends } from './blends.service.ts'

const WEEK_MS = 7 * 24 * 3_600_000
const idOf = (text: string) => createHash('md5').update(text).digest('hex').slice(0, 22)
/** Tracks of `artists` artists, from `from` on. */
const tracks = (from: number, count: number): MediaRow[] =>
  Array.from({ length: count }, (_, at) => {
    const name = `Track ${from + at}`
    return { kind: 'track', name, by: `Artist ${(from + at) % 15}`, spotify_id: idOf(name), bars: ['jazz'] }
  })
const video = (name: string): MediaRow => ({ kind: 'video', name, by: 'Channel', youtube_id: idOf(name).slice(0, 11), bars: ['film'] })

const published: DomainEvent[] = []
/** The members of each group, as in `chat_members`. */
const groups = new Map<string, Uid[]>()
let world: Awaited<ReturnType<typeof tasteWorld>>
let blends: ReturnType<typeof createBlends>
let mira: Uid, jonas: Uid, amara: Uid, lena: Uid, stranger: Uid

beforeAll(async () => {
  world = await tasteWorld()
  ;[mira, jonas, amara, lena, stranger] = [
    await world.person('mira'),
    await world.person('jonas'),
    await world.person('amara'),
    await world.person('lena'),
    await world.person('stranger'),
  ]
  for (const [one, two] of [
    [mira, jonas],
    [mira, amara],
    [mira, lena],
    [jonas, amara],
  ] as const)
    await world.befriend(one, two)
  blends = open()
})
afterAll(() => world.database.close())

function open() {
  const { db, hub, clock, live, media, connections, profiles } = world
  return createBlends({
    db,
    hub,
    clock,
    newId: randomUUID,
    index: live.index,
    ensureCurrent: live.ensureCurrent,
    media,
    people: { ...connections, cards: (uids) => profiles.cards(uids) },
    groupOf: async (viewer, chatId) => {
      const members = groups.get(chatId) ?? []
      if (!members.includes(viewer)) throw new AppError('not_found', { viewer })
      return { name: 'Sunday listeners', members }
    },
    publish: (event) => void published.push(event),
    mutedAmong: world.mutes.mutedAmong,
    limitInvitations: () => {},
  })
}

beforeEach(async () => {
  await sql`delete from blends`.execute(world.db)
  await sql`delete from chats`.execute(world.db)
  groups.clear()
  published.length = 0
  await world.loves(mira, 'spotify', tracks(0, 60))
  await world.loves(jonas, 'spotify', tracks(20, 60))
  await world.loves(amara, 'spotify', tracks(40, 60))
  await world.loves(lena, 'spotify', tracks(60, 60))
})

const made = { kind: 'all' as const, timeZone: 'Europe/Berlin' }
async function blendOf(...others: Uid[]): Promise<Blend> {
  const { id } = await blends.make(mira, { ...made, uids: others })
  for (const uid of others) await blends.join(uid, id)
  return get(mira, id)
}
const get = async (viewer: Uid, id: string): Promise<Blend> => blendShape.parse(await blends.get(viewer, id))
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error: { code: string }) => error.code,
  )
const namesOf = ({ items }: Blend) => items.map(({ item }) => item.name)
const nameOf = ({ members }: Blend, uid: Uid) => members.find(({ person }) => person.uid === uid)?.person.user_name

test('a blend starts once another member has agreed, and each member sees the same mix', async () => {
  const waiting = await blends.make(mira, { ...made, uids: [jonas, amara] })
  expect([waiting.items.length, waiting.members.map(({ state }) => state)]).toEqual([0, ['joined', 'invited', 'invited']])
  const invited = await get(jonas, waiting.id)
  expect([invited.state, invited.items.length, invited.invited_by?.user_name, invited.members.some(({ bars }) => bars.length > 0)]).toEqual(
    ['invited', 0, 'mira', false],
  )
  await blends.join(jonas, waiting.id)
  const [mine, theirs] = [await get(mira, waiting.id), await get(jonas, waiting.id)]
  expect(mine.items.length).toBe(30)
  expect(theirs.items).toEqual(mine.items)
  // Another device, another server: the mix stays the same.
  expect(blendShape.parse(await open().get(mira, waiting.id)).items).toEqual(mine.items)
  expect(mine.items.map(({ by }) => nameOf(mine, by))).not.toContain('amara')
})

test('a member who muted an artist does not see its items, and the mix of the others stays the same', async () => {
  const whole = await blendOf(jonas)
  expect(whole.muted_items).toBe(0)
  const first = whole.items[0]?.item
  const byFirst = whole.items.filter(({ item }) => item.by === first?.by).length
  const { id } = await world.mutes.muteWord(mira, { word: first?.by ?? '', until: null })
  const mine = await get(mira, whole.id)
  expect(mine.items.map(({ item }) => item.by)).not.toContain(first?.by)
  expect([mine.items.length, mine.muted_items]).toEqual([30 - byFirst, byFirst])
  expect((await blends.list(mira)).blends.map(({ items }) => items)).toEqual([30 - byFirst])
  const theirs = await get(jonas, whole.id)
  expect([theirs.items, theirs.muted_items]).toEqual([whole.items, 0])
  await world.mutes.remove(mira, id)
  expect((await get(mira, whole.id)).items).toEqual(whole.items)
})

test('A54: only buddies are invited, and others see nothing of a blend', async () => {
  expect(await errorOf(blends.make(mira, { ...made, uids: [stranger] }))).toBe('not_connected')
  expect(await errorOf(blends.make(mira, { ...made, uids: [jonas], timeZone: 'Mars/Olympus' }))).toBe('invalid_input')
  const { id } = await blendOf(jonas)
  expect(await errorOf(blends.get(stranger, id))).toBe('not_found')
  for (const call of [
    blends.join(stranger, id),
    blends.leave(stranger, id),
    blends.rename(stranger, id, 'x'),
    blends.keep(stranger, id, 'x'),
  ])
    expect(await errorOf(call)).toBe('not_found')
  const { id: waiting } = await blends.make(mira, { ...made, uids: [jonas] })
  expect(await errorOf(blends.rename(jonas, waiting, 'x'))).toBe('wrong_state')
})

test('A54: items of a private source never appear, and a source that becomes private leaves the mix at once', async () => {
  await world.loves(jonas, 'youtube', [video('secret'), ...artistsNamed('Secret')], { shownTo: 'only_me' })
  const blend = await blendOf(jonas)
  expect(JSON.stringify(blend)).not.toMatch(/secret/i)
  const brought = blend.items.filter(({ by }) => by === jonas)
  expect(brought.length).toBe(15)
  await world.loves(jonas, 'spotify', tracks(20, 60), { shownTo: 'only_me' })
  const after = await get(mira, blend.id)
  expect(after.items.some(({ by, fits }) => by === jonas || fits.some(({ uid }) => uid === jonas))).toBe(false)
  expect(after.members.find(({ person }) => person.uid === jonas)?.bars).toEqual([])
})

test('A54: a private source changes no item, reason or bar of the cover', async () => {
  await world.loves(jonas, 'youtube', [])
  await world.media.resolve(artistsNamed('Artist 3'))
  const before = await blendOf(jonas)
  await world.loves(jonas, 'youtube', [...tracks(0, 20), video('secret film'), ...artistsNamed('Artist 3')], { shownTo: 'only_me' })
  const { items, members } = await get(mira, before.id)
  expect({ items, members }).toEqual({ items: before.items, members: before.members })
  const again = await blendOf(jonas)
  expect(again.members.map(({ bars }) => bars)).toEqual(before.members.map(({ bars }) => bars))
  await world.loves(jonas, 'youtube', [])
})

test('a blend is the same on two devices of a user, also while a new mix is due', async () => {
  const { id } = await blendOf(jonas)
  world.clock.pass(WEEK_MS)
  const [phone, laptop] = await Promise.all([get(mira, id), open().get(mira, id)])
  expect(blendShape.parse(laptop).items).toEqual(phone.items)
  expect((await get(mira, id)).items).toEqual(phone.items)
})

test('items for buddies only stay out of a blend with others', async () => {
  await world.loves(jonas, 'spotify', tracks(20, 60), { shownTo: 'buddies' })
  expect((await blendOf(jonas, amara)).items.some(({ by }) => by === jonas)).toBe(true)
  const withOthers = await blendOf(jonas, lena)
  expect(withOthers.items.some(({ by, fits }) => by === jonas || fits.some(({ uid }) => uid === jonas))).toBe(false)
})

async function groupOf(...members: Uid[]): Promise<string> {
  const chatId = randomUUID()
  await sql`insert into chats (id, created_at, members) values (${chatId}, now(), ${members}::uuid[])`.execute(world.db)
  for (const uid of members) await joinGroup(chatId, uid)
  return chatId
}
async function joinGroup(chatId: string, uid: Uid): Promise<void> {
  await sql`insert into chat_members (chat_id, uid, role, joined_at) values (${chatId}, ${uid}, 'member', now())`.execute(world.db)
  groups.set(chatId, [...(groups.get(chatId) ?? []), uid])
}
/** The store of groups does this before any event. */
async function leaveGroup(chatId: string, uid: Uid): Promise<void> {
  await sql`delete from chat_members where chat_id = ${chatId} and uid = ${uid}`.execute(world.db)
  groups.set(
    chatId,
    (groups.get(chatId) ?? []).filter((one) => one !== uid),
  )
}

test('a group has one blend, of those of its members who agreed', async () => {
  const chatId = await groupOf(mira, jonas, stranger)
  expect(await blends.ofGroup(mira, chatId)).toBeNull()
  const first = await blends.makeForGroup(mira, chatId, { kind: 'all', timeZone: 'UTC' })
  expect([first.title, first.chat_id, first.members.map(({ state }) => state).toSorted()]).toEqual([
    'Sunday listeners',
    chatId,
    ['invited', 'invited', 'joined'],
  ])
  expect((await blends.makeForGroup(jonas, chatId, { kind: 'music', timeZone: 'UTC' })).id).toBe(first.id)
  await blends.join(jonas, first.id)
  const blend = await get(mira, first.id)
  expect(blend.items.length).toBeGreaterThan(20)
  expect(blend.items.every(({ by }) => by === mira || by === jonas)).toBe(true)
  expect(await errorOf(blends.ofGroup(amara, chatId))).toBe('not_found')
  expect(await errorOf(blends.makeForGroup(amara, chatId, { kind: 'all', timeZone: 'UTC' }))).toBe('not_found')
  expect(await errorOf(blends.get(amara, first.id))).toBe('not_found')
  expect(await errorOf(blends.invite(mira, first.id, [amara]))).toBe('wrong_state')
})

test('a new group member can join its blend, and leaving the group removes the member’s items in the same transaction', async () => {
  const chatId = await groupOf(mira, jonas)
  const { id } = await blends.makeForGroup(mira, chatId, { kind: 'all', timeZone: 'UTC' })
  await blends.join(jonas, id)
  await joinGroup(chatId, amara)
  // When a member opens the blend, the new one is invited.
  await get(jonas, id)
  expect(published).toContainEqual({ kind: 'blend.invited', by: mira, to: amara, blendId: id })
  expect((await get(amara, id)).state).toBe('invited')
  await blends.join(amara, id)
  expect((await get(mira, id)).items.some(({ by }) => by === amara)).toBe(true)
  await leaveGroup(chatId, amara)
  // Before any event: a server that crashed would not have published one.
  expect(JSON.stringify(await get(mira, id))).not.toContain(amara)
  expect(await errorOf(blends.get(amara, id))).toBe('not_found')
  await blends.leftGroup(chatId)
  const { rows } = await sql<{ mix: unknown }>`select mix from blends where id = ${id}`.execute(world.db)
  expect(JSON.stringify(rows)).not.toContain(amara)
})

test('a group member who leaves the blend may rejoin, and the blend stays', async () => {
  const chatId = await groupOf(mira, jonas)
  const { id } = await blends.makeForGroup(mira, chatId, { kind: 'all', timeZone: 'UTC' })
  await blends.join(jonas, id)
  await blends.leave(jonas, id)
  const without = await get(mira, id)
  expect([without.items, without.members.find(({ person }) => person.uid === jonas)?.state]).toEqual([[], 'invited'])
  expect((await blends.join(jonas, id)).items.length).toBeGreaterThan(20)
})

test('invitations, answers and new weeks are published once each', async () => {
  const { id } = await blendOf(jonas)
  await blends.invite(mira, id, [jonas, amara])
  expect(published).toEqual([
    { kind: 'blend.invited', by: mira, to: jonas, blendId: id },
    { kind: 'blend.joined', by: jonas, blendId: id },
    { kind: 'blend.invited', by: mira, to: amara, blendId: id },
  ])
  published.length = 0
  world.clock.pass(WEEK_MS)
  await blends.mixDue()
  await get(mira, id)
  expect(published).toEqual([{ kind: 'blend.mixed', to: expect.arrayContaining([mira, jonas]), blendId: id }])
  published.length = 0
  await blends.leave(amara, id)
  await blends.leave(jonas, id)
  expect(published.map(({ kind }) => kind)).toEqual(['blend.left', 'blend.left', 'blend.ended'])
  expect(await blends.titleFor(stranger, id)).toBeNull()
})

test('leaving removes the member’s items at once, and a blend of one ends', async () => {
  const { id } = await blendOf(jonas, amara)
  await blends.leave(amara, id)
  const after = await get(mira, id)
  expect(JSON.stringify(after)).not.toContain(amara)
  expect(after.items.length).toBeGreaterThan(10)
  expect(await errorOf(blends.get(amara, id))).toBe('not_found')
  const { rows } = await sql<{ mix: string }>`select mix::text as mix from blends where id = ${id}`.execute(world.db)
  expect(rows[0]?.mix).not.toContain(amara)
  // The rest is as fair as a new blend of the two.
  const alone = await blendOf(jonas)
  const countsOf = ({ members }: typeof after) => members.map(({ brings }) => brings).toSorted((one, two) => one - two)
  expect([countsOf(after), after.items.length]).toEqual([countsOf(alone), alone.items.length])
  await blends.leave(jonas, id)
  expect(await errorOf(blends.get(mira, id))).toBe('not_found')
})

test('A54: users with a block between them see nothing of each other, others see both', async () => {
  const { id } = await blendOf(jonas, amara)
  await world.connections.block(amara, jonas)
  const [ofJonas, ofAmara, ofMira] = [await get(jonas, id), await get(amara, id), await get(mira, id)]
  expect([JSON.stringify(ofJonas).includes(amara), JSON.stringify(ofAmara).includes(jonas)]).toEqual([false, false])
  expect(ofMira.members.length).toBe(3)
  expect(ofJonas.items.length).toBeGreaterThan(0)
  const pair = await blendOf(lena)
  await world.connections.block(lena, mira)
  expect([await errorOf(blends.get(mira, pair.id)), await errorOf(blends.get(lena, pair.id))]).toEqual(['not_found', 'not_found'])
  expect((await blends.list(mira)).blends.map((one) => one.id)).toEqual([id])
  await world.connections.unblock(lena, mira)
  await world.befriend(mira, lena)
  await world.connections.unblock(amara, jonas)
  await world.befriend(jonas, amara)
})

test('creates one new mix every Monday at 6:00 and marks its changes', async () => {
  const first = await blendOf(jonas, amara)
  expect(first.items.some((one) => one.is_changed)).toBe(false)
  const kept = await blends.keep(mira, first.id, 'Week one')
  world.clock.pass(Date.parse(first.next_mix_at) - world.clock.now().getTime() - 1)
  await blends.mixDue()
  expect(namesOf(await get(mira, first.id))).toEqual(namesOf(first))
  world.clock.pass(1)
  // Two servers at once, and once more after that.
  await Promise.all([blends.mixDue(), open().mixDue()])
  await blends.mixDue()
  const second = await get(mira, first.id)
  expect(Date.parse(second.next_mix_at) - Date.parse(first.next_mix_at)).toBe(WEEK_MS)
  const old = new Set(namesOf(first))
  expect(second.items.filter((one) => one.is_changed).map(({ item }) => item.name)).toEqual(
    namesOf(second).filter((name) => !old.has(name)),
  )
  expect(second.items.some((one) => one.is_changed)).toBe(true)
  expect((await get(jonas, first.id)).items).toEqual(second.items)
  const [list] = (await blends.list(mira)).kept
  expect([list?.title, list?.items.map(({ name }) => name)]).toEqual(['Week one', namesOf(first)])
  await blends.deleteKept(jonas, kept.id)
  expect((await blends.list(mira)).kept).toHaveLength(1)
  await blends.deleteKept(mira, kept.id)
  expect((await blends.list(mira)).kept).toEqual([])
})

test('the brought items of a member remain stored after the mix has changed, until the member leaves or hides them', async () => {
  const { id, items } = await blendOf(jonas)
  const started = new Date(world.clock.now())
  const ofJonas = items.filter(({ by }) => by === jonas).map(({ item }) => item.id)
  world.clock.pass(WEEK_MS)
  await blends.mixDue()
  const brought = async (viewer: Uid, since: Date) => (await blends.brought(viewer, since)).map(({ itemId }) => itemId)
  expect(await brought(mira, started)).toEqual(expect.arrayContaining(ofJonas))
  const [first] = (await blends.brought(mira, started)).filter(({ itemId }) => itemId === ofJonas[0])
  expect(first).toEqual({ blendId: id, itemId: ofJonas[0], by: jonas, at: started })
  expect(await brought(mira, world.clock.now())).not.toContain(ofJonas[0])
  expect([await brought(lena, started), await brought(jonas, started)].map((all) => all.includes(ofJonas[0] ?? ''))).toEqual([false, false])
  await world.loves(jonas, 'spotify', tracks(500, 3))
  expect(await brought(mira, started)).toEqual([])
  await world.loves(jonas, 'spotify', tracks(20, 60))
  expect(await brought(mira, started)).toEqual(expect.arrayContaining(ofJonas))
  const noted = async () =>
    (await sql<{ uid: Uid }>`select uid from blend_items where item_id = ${ofJonas[0]}`.execute(world.db)).rows.map(({ uid }) => uid)
  expect(await noted()).toEqual([jonas])
  // The next mix forgets what a member no longer shows.
  await world.loves(jonas, 'spotify', tracks(500, 3))
  world.clock.pass(WEEK_MS)
  await blends.mixDue()
  expect(await noted()).toEqual([])
  await blends.leave(jonas, id)
  const { rows } = await sql`select 1 from blend_items`.execute(world.db)
  expect([await brought(mira, started), rows]).toEqual([[], []])
})

test('what came to a mix before the viewer joined was brought to them only if it is still there', async () => {
  const { id } = await blendOf(jonas)
  const started = world.clock.now()
  await blends.invite(mira, id, [lena])
  world.clock.pass(WEEK_MS)
  await blends.mixDue()
  world.clock.pass(1_000)
  const joined = world.clock.now()
  await blends.join(lena, id)
  const there = (await get(lena, id)).items.flatMap(({ item, by }) => (by === lena ? [] : [item.id]))
  const brought = await blends.brought(lena, started)
  expect(new Set(brought.map(({ itemId }) => itemId))).toEqual(new Set(there))
  expect(new Set(brought.map(({ at }) => at.getTime()))).toEqual(new Set([joined.getTime()]))
})

test('what another member brings counts as theirs once who brought it before no longer shows it', async () => {
  const { id } = await blendOf(jonas, amara)
  const notes = async () => (await sql<{ item_id: string; uid: Uid }>`select item_id, uid from blend_items`.execute(world.db)).rows
  const before = await notes()
  await world.loves(jonas, 'spotify', tracks(500, 3))
  world.clock.pass(WEEK_MS)
  await blends.mixDue()
  const { items } = await get(mira, id)
  const taken = items.filter(({ item }) => before.some((one) => one.item_id === item.id && one.uid === jonas))
  expect(taken.length).toBeGreaterThan(0)
  expect(await notes()).toEqual(expect.arrayContaining(taken.map(({ item, by }) => ({ item_id: item.id, uid: by }))))
})

test('a mix is stored with its notes or not at all, so that its members are notified of it when the next attempt succeeds', async () => {
  const first = await blendOf(jonas)
  world.clock.pass(WEEK_MS)
  await sql`alter table blend_items rename to away`.execute(world.db)
  await expect(blends.mixDue()).rejects.toThrow('mixes that failed: 1')
  await sql`alter table away rename to blend_items`.execute(world.db)
  await blends.mixDue()
  expect(published.filter(({ kind }) => kind === 'blend.mixed')).toEqual([{ kind: 'blend.mixed', to: [mira, jonas], blendId: first.id }])
})

test('a blend that cannot be mixed delays no other, and its error is reported at the end', async () => {
  const [first, second] = [await blendOf(jonas), await blendOf(amara)]
  world.clock.pass(WEEK_MS)
  await sql.raw(`alter table blend_items add constraint broken check (blend_id <> '${first.id}') not valid`).execute(world.db)
  await expect(blends.mixDue()).rejects.toThrow('mixes that failed: 1')
  await sql`alter table blend_items drop constraint broken`.execute(world.db)
  expect(published.flatMap((event) => (event.kind === 'blend.mixed' ? event.blendId : []))).toEqual([second.id])
})

test('a mix that was due while no server ran is made by the next one that looks', async () => {
  const first = await blendOf(jonas)
  world.clock.pass(3 * WEEK_MS)
  const later = await get(jonas, first.id)
  expect([Date.parse(later.next_mix_at) > world.clock.now().getTime(), namesOf(later).join() === namesOf(first).join()]).toEqual([
    true,
    false,
  ])
})

test('a removed item is gone for all until a member brings it back', async () => {
  const { id, items } = await blendOf(jonas)
  const { item } = items[3]!
  expect((await blends.removeItem(jonas, id, item.id)).removed.map(({ name }) => name)).toEqual([item.name])
  expect(namesOf(await get(mira, id))).not.toContain(item.name)
  await blends.removeItem(mira, id, item.id, { isBack: true })
  expect(namesOf(await get(jonas, id))).toEqual(items.map((one) => one.item.name))
  await blends.removeItem(mira, id, item.id)
  world.clock.pass(WEEK_MS)
  expect(namesOf(await get(mira, id))).not.toContain(item.name)
  expect(await errorOf(blends.removeItem(mira, id, randomUUID()))).toBe('not_found')
})

test('less or more of a member changes the mix of all', async () => {
  const { id, members } = await blendOf(jonas, amara)
  const bringsOf = (blend: Blend, uid: Uid) => blend.members.find(({ person }) => person.uid === uid)?.brings ?? 0
  const less = await blends.adjust(amara, id, jonas, 'less')
  expect(bringsOf(less, jonas)).toBeLessThan(members[1]!.brings)
  expect((await get(mira, id)).items).toEqual((await get(amara, id)).items)
  expect(bringsOf(await blends.adjust(mira, id, jonas, 'more'), jonas)).toBeGreaterThan(members[1]!.brings)
  expect(await errorOf(blends.adjust(mira, id, lena, 'less'))).toBe('not_found')
})

test('users outside see a blend only while all members allow it, and only items that are shown to everyone', async () => {
  await world.loves(jonas, 'spotify', tracks(20, 60), { shownTo: 'buddies' })
  const { id } = await blendOf(jonas, amara)
  await blends.setOpen(mira, id, true)
  await blends.setOpen(jonas, id, true)
  expect(await errorOf(blends.forOutsiders(id))).toBe('not_found')
  expect((await blends.setOpen(amara, id, true)).is_open).toBe(true)
  const shown = await blends.forOutsiders(id)
  expect(shown.members.map(({ name, bars }) => `${name} ${bars.length > 0}`).toSorted((one, two) => one.localeCompare(two))).toEqual([
    'amara true',
    'jonas false',
    'mira true',
  ])
  const own = new Set((await get(mira, id)).items.filter(({ by }) => by === jonas).map(({ item }) => item.id))
  expect(shown.items.length).toBeGreaterThan(0)
  expect(shown.items.some(({ item }) => own.has(item.id))).toBe(false)
  await blends.setOpen(jonas, id, false)
  expect(await errorOf(blends.forOutsiders(id))).toBe('not_found')
})

test('music and video alone contain only that', async () => {
  const videos = Array.from({ length: 40 }, (_, at) => video(`video ${at}`))
  for (const uid of [mira, jonas]) await world.loves(uid, 'youtube', videos)
  const { id } = await blends.make(mira, { ...made, kind: 'video', uids: [jonas] })
  await blends.join(jonas, id)
  expect(new Set((await get(mira, id)).items.map(({ item }) => item.kind))).toEqual(new Set(['video']))
  for (const uid of [mira, jonas]) await world.loves(uid, 'youtube', [])
})

test('an account’s export lists its blends, and its deletion removes it from the blends of others', async () => {
  const { id } = await blendOf(jonas, amara)
  await blends.keep(amara, id, 'Kept')
  const personal = blendsPersonalData(world.db)
  const files: ExportedFile[] = []
  for await (const file of personal.collect(amara, new Set())) files.push(file)
  const exported = JSON.parse(Buffer.from(await files[0]!.bytes()).toString()) as { blends: { my_items: string[] }[]; kept: unknown[] }
  expect([exported.blends[0]!.my_items.length, exported.kept.length]).toEqual([12, 1])
  await world.db.transaction().execute((tx) => personal.eraseRows!(tx, amara))
  const { rows } = await sql<{
    text: string
  }>`select blends::text || coalesce((select string_agg(m::text, '') from blend_members m), '')
    || coalesce((select string_agg(i::text, '') from blend_items i), '') as text from blends`.execute(world.db)
  expect(rows.map(({ text }) => text).join()).not.toContain(amara)
  expect((await get(mira, id)).members).toHaveLength(2)
})

test('at most ten are in a blend', async () => {
  const many = await Promise.all(Array.from({ length: 9 }, (_, at) => world.person(`many.${at}`)))
  for (const uid of many) await world.befriend(mira, uid)
  const { id } = await blends.make(mira, { ...made, uids: many })
  expect(await errorOf(blends.invite(mira, id, [jonas]))).toBe('wrong_state')
})

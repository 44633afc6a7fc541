import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { blend as blendShape } from '#contract/blends.ts'
import { artistsNamed } from '#server/features/taste/taste.test-world.ts'
import type { ExportedFile } from '#server/platform/personal-data.ts'
import { blendsPersonalData } from './blends.personal.ts'
import {
  setUpBlends,
  WEEK_MS,
  amara,
  blendOf,
  blends,
  get,
  groupOf,
  joinGroup,
  jonas,
  leaveGroup,
  lena,
  made,
  mira,
  nameOf,
  open,
  published,
  stranger,
  suspended,
  tracks,
  video,
  world,
} from './blends.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

setUpBlends()

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

test('a repeated id returns the first blend, and invites nobody again', async () => {
  const wanted = { ...made, id: newUuidv7(0), uids: [jonas] }
  const first = await blends.make(mira, wanted)
  published.length = 0
  expect((await blends.make(mira, wanted)).id).toBe(first.id)
  expect([first.id, published, (await blends.list(mira)).blends.length]).toEqual([wanted.id, [], 1])
  expect(await errorCode(blends.make(amara, wanted))).toBe('not_found')
})

test('a blend in a list says how long its mix is', async () => {
  await blendOf(jonas)
  const durations = async () => (await blends.list(mira)).blends.map(({ duration }) => duration)
  expect(await durations()).toEqual([null])
  await world.media.resolve(tracks(0, 100).map((row) => ({ ...row, duration_ms: 180_000 })))
  expect(await durations()).toEqual([{ ms: 30 * 180_000, is_estimate: false }])
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

test('A54: only buddies are invited, and others can’t see a blend', async () => {
  expect(await errorCode(blends.make(mira, { ...made, uids: [stranger] }))).toBe('not_connected')
  expect(await errorCode(blends.make(mira, { ...made, uids: [jonas], timeZone: 'Mars/Olympus' }))).toBe('invalid_input')
  const { id } = await blendOf(jonas)
  expect(await errorCode(blends.get(stranger, id))).toBe('not_found')
  for (const call of [
    blends.join(stranger, id),
    blends.leave(stranger, id),
    blends.rename(stranger, id, 'x'),
    blends.keep(stranger, id, 'x'),
  ])
    expect(await errorCode(call)).toBe('not_found')
  const { id: waiting } = await blends.make(mira, { ...made, uids: [jonas] })
  expect(await errorCode(blends.rename(jonas, waiting, 'x'))).toBe('wrong_state')
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
  const repeated = await blendOf(jonas)
  expect(repeated.members.map(({ bars }) => bars)).toEqual(before.members.map(({ bars }) => bars))
  await world.loves(jonas, 'youtube', [])
})

test('a blend is the same on two devices of a user, even while a new mix is due', async () => {
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

test('a group has one blend, with the members who agreed', async () => {
  const chatId = await groupOf(mira, jonas, stranger)
  expect(await blends.getForGroup(mira, chatId)).toBeNull()
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
  expect(await errorCode(blends.getForGroup(amara, chatId))).toBe('not_found')
  expect(await errorCode(blends.makeForGroup(amara, chatId, { kind: 'all', timeZone: 'UTC' }))).toBe('not_found')
  expect(await errorCode(blends.get(amara, first.id))).toBe('not_found')
  expect(await errorCode(blends.invite(mira, first.id, [amara]))).toBe('wrong_state')
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
  expect(await errorCode(blends.get(amara, id))).toBe('not_found')
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
  expect(await errorCode(blends.get(amara, id))).toBe('not_found')
  const { rows } = await sql<{ mix: string }>`select mix::text as mix from blends where id = ${id}`.execute(world.db)
  expect(rows[0]?.mix).not.toContain(amara)
  // The rest is as fair as a new blend of the two.
  const alone = await blendOf(jonas)
  const countsOf = ({ members }: typeof after) => members.map(({ brings }) => brings).toSorted((a, b) => a - b)
  expect([countsOf(after), after.items.length]).toEqual([countsOf(alone), alone.items.length])
  await blends.leave(jonas, id)
  expect(await errorCode(blends.get(mira, id))).toBe('not_found')
})

test('A54: users with a block between them don’t see each other, others see both', async () => {
  const { id } = await blendOf(jonas, amara)
  await world.connections.block(amara, jonas)
  const [ofJonas, ofAmara, ofMira] = [await get(jonas, id), await get(amara, id), await get(mira, id)]
  expect([JSON.stringify(ofJonas).includes(amara), JSON.stringify(ofAmara).includes(jonas)]).toEqual([false, false])
  expect(ofMira.members.length).toBe(3)
  expect(ofJonas.items.length).toBeGreaterThan(0)
  const pair = await blendOf(lena)
  await world.connections.block(lena, mira)
  expect([await errorCode(blends.get(mira, pair.id)), await errorCode(blends.get(lena, pair.id))]).toEqual(['not_found', 'not_found'])
  expect((await blends.list(mira)).blends.map((blend) => blend.id)).toEqual([id])
  await world.connections.unblock(lena, mira)
  await world.befriend(mira, lena)
  await world.connections.unblock(amara, jonas)
  await world.befriend(jonas, amara)
})

test('users outside see a blend only while all members allow it, and only items that are shown to everyone', async () => {
  await world.loves(jonas, 'spotify', tracks(20, 60), { shownTo: 'buddies' })
  const { id } = await blendOf(jonas, amara)
  await blends.setOpen(mira, id, true)
  await blends.setOpen(jonas, id, true)
  expect(await errorCode(blends.getOpen(id))).toBe('not_found')
  expect((await blends.setOpen(amara, id, true)).is_open).toBe(true)
  const shown = await blends.getOpen(id)
  expect(shown.members.map(({ name, bars }) => `${name} ${bars.length > 0}`).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'amara true',
    'jonas false',
    'mira true',
  ])
  const own = new Set((await get(mira, id)).items.filter(({ by }) => by === jonas).map(({ item }) => item.id))
  expect(shown.items.length).toBeGreaterThan(0)
  expect(shown.items.some(({ item }) => own.has(item.id))).toBe(false)
  await blends.setOpen(jonas, id, false)
  expect(await errorCode(blends.getOpen(id))).toBe('not_found')
})

test('users outside don’t see an open blend while one of its members is suspended; the others still do', async () => {
  const { id } = await blendOf(jonas, amara)
  for (const uid of [mira, jonas, amara]) await blends.setOpen(uid, id, true)
  expect((await blends.findOpen(id))?.members).toHaveLength(3)
  suspended.add(amara)
  expect([await blends.findOpen(id), await errorCode(blends.getOpen(id))]).toEqual([null, 'not_found'])
  expect((await get(jonas, id)).members).toHaveLength(3)
  suspended.delete(amara)
  await blends.leave(jonas, id)
  suspended.add(jonas)
  expect((await blends.findOpen(id))?.members).toHaveLength(2)
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

test('a blend has at most ten members', async () => {
  const many = await Promise.all(Array.from({ length: 9 }, (_, index) => world.person(`many.${index}`)))
  for (const uid of many) await world.befriend(mira, uid)
  const { id } = await blends.make(mira, { ...made, uids: many })
  expect(await errorCode(blends.invite(mira, id, [jonas]))).toBe('wrong_state')
})

test('the list loads each user once, and only the items of the mixes', async () => {
  for (const others of [[jonas], [amara], [lena], [jonas, amara]]) await blendOf(...others)
  const index = { ...world.live.index }
  const [print, lovedAmong, lovedItems] = [vi.spyOn(index, 'print'), vi.spyOn(index, 'lovedAmong'), vi.spyOn(index, 'lovedItems')]
  const { blends: listed } = await open(index).list(mira)
  expect(listed.map(({ members }) => members.length).toSorted((a, b) => a - b)).toEqual([2, 2, 2, 3])
  for (const blend of listed) {
    const { items, members } = await get(mira, blend.id)
    const trackCount = items.filter(({ item }) => item.kind === 'track').length
    expect([blend.items, blend.tracks, blend.members]).toEqual([items.length, trackCount, members])
  }
  expect(print.mock.calls.map(([uid]) => uid).toSorted()).toEqual([mira, jonas, amara, lena].toSorted())
  expect([lovedAmong.mock.calls.length, lovedItems.mock.calls.length]).toEqual([2, 0])
})

test('the pages of the list contain all blends', async () => {
  const ids: string[] = []
  for (let index = 0; index < 30; index++) {
    ids.unshift((await blends.make(mira, { ...made, uids: [jonas] })).id)
    world.clock.pass(index % 3)
  }
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await blends.list(mira, cursor)
    expect(page.blends.length).toBeLessThanOrEqual(24)
    seen.push(...page.blends.map(({ id }) => id))
    cursor = page.next ?? undefined
  } while (cursor)
  expect([seen.length, seen.toSorted()]).toEqual([30, ids.toSorted()])
  expect(await errorCode(blends.list(mira, 'nonsense'))).toBe('invalid_input')
})

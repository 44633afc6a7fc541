import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { blend as blendShape, type Blend } from '#contract/blends.ts'
import type { MediaRow } from '#server/features/media/media.types.ts'
import { tasteWorld } from '#server/features/taste/taste.test-world.ts'
import { AppError } from '#contract/errors.ts'
import type { DomainEvent } from '#server/platform/domain-events.ts'
import { createBlends } from './blends.service.ts'

export const WEEK_MS = 7 * 24 * 3_600_000
const idOf = (text: string) => createHash('md5').update(text).digest('hex').slice(0, 22)
/** Tracks of `artists` artists, from `from` on. */
export const tracks = (from: number, count: number): MediaRow[] =>
  Array.from({ length: count }, (_, index) => {
    const name = `Track ${from + index}`
    return { kind: 'track', name, by: `Artist ${(from + index) % 15}`, spotify_id: idOf(name), bars: ['jazz'] }
  })
export const video = (name: string): MediaRow => ({
  kind: 'video',
  name,
  by: 'Channel',
  youtube_id: idOf(name).slice(0, 11),
  bars: ['film'],
})
export const published: DomainEvent[] = []
export const suspended = new Set<Uid>()
/** The members of each group, as in `chat_members`. */
const groups = new Map<string, Uid[]>()
export let world: Awaited<ReturnType<typeof tasteWorld>>
export let blends: ReturnType<typeof createBlends>
export let mira: Uid, jonas: Uid, amara: Uid, lena: Uid, stranger: Uid
export function open(index = world.live.index) {
  const { db, hub, clock, live, media, connections, profiles } = world
  return createBlends({
    db,
    hub,
    clock,
    newId: randomUUID,
    index,
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
    isSuspended: (uid) => suspended.has(uid),
    limitInvitations: () => {},
  })
}
export const made = { kind: 'all' as const, timeZone: 'Europe/Berlin' }
export async function blendOf(...others: Uid[]): Promise<Blend> {
  const { id } = await blends.make(mira, { ...made, uids: others })
  for (const uid of others) await blends.join(uid, id)
  return get(mira, id)
}
export const get = async (viewer: Uid, id: string): Promise<Blend> => blendShape.parse(await blends.get(viewer, id))
export const namesOf = ({ items }: Blend) => items.map(({ item }) => item.name)
export const nameOf = ({ members }: Blend, uid: Uid) => members.find(({ person }) => person.uid === uid)?.person.user_name
export async function groupOf(...members: Uid[]): Promise<string> {
  const chatId = randomUUID()
  await sql`insert into chats (id, created_at, members) values (${chatId}, now(), ${members}::uuid[])`.execute(world.db)
  for (const uid of members) await joinGroup(chatId, uid)
  return chatId
}
export async function joinGroup(chatId: string, uid: Uid): Promise<void> {
  await sql`insert into chat_members (chat_id, uid, role, joined_at) values (${chatId}, ${uid}, 'member', now())`.execute(world.db)
  groups.set(chatId, [...(groups.get(chatId) ?? []), uid])
}
/** The store of groups does this before any event. */
export async function leaveGroup(chatId: string, uid: Uid): Promise<void> {
  await sql`delete from chat_members where chat_id = ${chatId} and uid = ${uid}`.execute(world.db)
  groups.set(
    chatId,
    (groups.get(chatId) ?? []).filter((entry) => entry !== uid),
  )
}

/** Mira with her buddies Jonas, Amara and Lena, without blends before each test. */
export function setUpBlends(): void {
  beforeAll(async () => {
    world = await tasteWorld()
    ;[mira, jonas, amara, lena, stranger] = [
      await world.person('mira'),
      await world.person('jonas'),
      await world.person('amara'),
      await world.person('lena'),
      await world.person('stranger'),
    ]
    for (const [first, second] of [
      [mira, jonas],
      [mira, amara],
      [mira, lena],
      [jonas, amara],
    ] as const)
      await world.befriend(first, second)
    blends = open()
  })
  afterAll(() => world.database.close())
  beforeEach(async () => {
    await sql`delete from blends`.execute(world.db)
    await sql`delete from chats`.execute(world.db)
    groups.clear()
    published.length = 0
    suspended.clear()
    await world.loves(mira, 'spotify', tracks(0, 60))
    await world.loves(jonas, 'spotify', tracks(20, 60))
    await world.loves(amara, 'spotify', tracks(40, 60))
    await world.loves(lena, 'spotify', tracks(60, 60))
  })
}

import { randomUUID } from 'node:crypto'
import type { OutgoingMessage } from '#contract/chat/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { afterAll, beforeAll } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { peopleWorld } from '#tests/kit/people.ts'
import { createMemoryBus } from '#server/platform/bus/memory-bus.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { createUploads } from '#server/features/uploads/uploads.service.ts'
import type { ChatDeps, ChatPeople } from './chat.deps.ts'
import { createChat } from './chat.service.ts'

export let database: Database
export let world: ReturnType<typeof chatWorld>
/** A chat on a new database, for all tests of a file. */
export function setUpChat(): void {
  beforeAll(async () => {
    database = await testDatabase()
    world = chatWorld(database.db)
  })
  afterAll(() => database.close())
}

/** Usernames are unique in a database, which several worlds may share. */
let made = 0

/** The chat service with real people and pictures on one database. Tests add visible moments to `moments`. */
export function chatWorld(db: Db, change: Partial<ChatDeps> = {}) {
  const base = peopleWorld(db)
  const { hub, clock, profiles, connections, privacy, events } = base
  const people: ChatPeople = {
    cards: (uids) => profiles.cards(uids),
    onCardChanged: (listener) => profiles.onCardChanged(listener),
    relations: (viewer, uids) => connections.relations(viewer, uids),
    relationsBetween: (pairs) => connections.relationsBetween(pairs),
    hiddenFrom: (viewer) => connections.hiddenFrom(viewer),
    privacy: (uids) => privacy.getMany(uids),
    isSuspended: () => false,
    percents: async () => new Map(),
  }
  const log = createLogs({ filter: 'off', pretty: false })('chat')
  const pictures = createUploads({
    db,
    // These tests never read picture files.
    files: { put: async () => undefined, getBytes: async () => new Uint8Array(), delete: async () => undefined } as never,
    clock,
    jobs: { add: async () => undefined, register: async () => undefined } as never,
    log,
    quotaBytes: 1_000_000,
    profiles: { onProfiles: async () => new Set(), maySee: async () => false },
  })
  /** The users who may see each moment. */
  const moments = new Map<string, ReadonlySet<Uid>>()
  const chat = createChat({
    db,
    hub,
    bus: createMemoryBus({ log }),
    clock,
    newId: randomUUID,
    people,
    pictures,
    assertMomentVisible: async (viewer, id) => {
      if (!moments.get(id)?.has(viewer)) throw new AppError('not_found', { moment: id })
    },
    publish: (event) => void events.push(event),
    log,
    rate: { perSecond: 1_000_000, burst: 1_000_000 },
    ...change,
  })

  /** Passes the domain events of connections to chat, as the app does. */
  async function settle(): Promise<void> {
    for (const event of events) {
      if (event.kind === 'connection.ended')
        await (event.wereBuddies ? chat.disconnected(event.by, event.to) : chat.invalidatePermission(event.by, event.to))
      if (event.kind === 'request.accepted') await chat.connected(event.by, event.to)
    }
  }

  const stranger = (name: string): Promise<Uid> => base.person(`${name.toLowerCase().replaceAll(/[^a-z]/g, '')}${++made}`, name)

  /** New users with these names; the first is the buddy of all others. */
  async function buddies<const Names extends readonly string[]>(...names: Names): Promise<{ [Index in keyof Names]: Uid }> {
    const uids: Uid[] = []
    for (const name of names) uids.push(await stranger(name))
    const [first, ...others] = uids
    for (const other of others) if (first) await base.befriend(first, other)
    return uids as { [Index in keyof Names]: Uid }
  }

  async function block(actor: Uid, other: Uid): Promise<void> {
    await connections.block(actor, other)
    chat.invalidatePermission(actor, other)
  }

  /** A group whose members have joined, one second after the other. */
  async function aGroup(owner: Uid, uids: Uid[], name = 'Sunday listeners'): Promise<string> {
    const { chat_id: chatId } = await chat.groups.create(owner, { name, description: '', picture: null, uids })
    for (const uid of uids) {
      clock.pass(1_000)
      await chat.accept(uid, chatId)
    }
    return chatId
  }

  return { ...base, chat, people, pictures, moments, log, settle, stranger, buddies, block, aGroup }
}

/** A message as a client sends it; `change` overrides fields. */
export function aMessage(from: Uid, to: Uid, change: Partial<OutgoingMessage> = {}): OutgoingMessage {
  const id = newUuidv7(Date.now())
  return {
    id,
    type: 'text',
    content: 'Do you know the new live session?',
    referenceItem: [],
    to,
    from,
    chat_id: null,
    media: [],
    ...change,
  }
}

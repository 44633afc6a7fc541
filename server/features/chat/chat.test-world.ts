import { randomUUID } from 'node:crypto'
import type { OutgoingMessage } from '#contract/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { peopleWorld } from '#tests/kit/people.ts'
import { createMemoryBus } from '#server/platform/bus/memory-bus.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { createUploads } from '#server/features/uploads/uploads.service.ts'
import type { ChatDeps, ChatPeople } from './chat.deps.ts'
import { createChat } from './chat.service.ts'

/** Chat on real people and real pictures over one database, for tests. Moments are those that a test adds to `moments`. */
export function chatWorld(db: Db, change: Partial<ChatDeps> = {}) {
  const world = peopleWorld(db)
  const { hub, clock, profiles, connections, privacy, facts } = world
  const people: ChatPeople = {
    cards: (uids) => profiles.cards(uids),
    relations: (viewer, uids) => connections.relations(viewer, uids),
    relationsBetween: (pairs) => connections.relationsBetween(pairs),
    privacy: (uids) => privacy.ofMany(uids),
  }
  const log = createLogs({ filter: 'off', pretty: false })('chat')
  const pictures = createUploads({
    db,
    // What is in a picture plays no part here.
    files: { put: async () => undefined, getBytes: async () => new Uint8Array(), delete: async () => undefined } as never,
    clock,
    jobs: { add: async () => undefined, register: async () => undefined } as never,
    log,
    quotaBytes: 1_000_000,
    profiles: { onProfiles: async () => new Set(), maySee: async () => false },
  })
  /** Moments and who may see each. */
  const moments = new Map<string, ReadonlySet<Uid>>()
  const chat = createChat({
    db,
    hub,
    bus: createMemoryBus({ log }),
    clock,
    newId: randomUUID,
    people,
    pictures,
    mustSeeMoment: async (viewer, id) => {
      if (!moments.get(id)?.has(viewer)) throw new AppError('not_found', { moment: id })
    },
    tell: (fact) => void facts.push(fact),
    log,
    rate: { perSecond: 1_000_000, burst: 1_000_000 },
    ...change,
  })

  /** What the app does when people hear of each other: chat asks anew about them. */
  async function settle(): Promise<void> {
    for (const fact of facts) {
      if (fact.kind === 'connection.ended') await (fact.wereBuddies ? chat.parted(fact.by, fact.to) : chat.forget(fact.by, fact.to))
      if (fact.kind === 'request.accepted') await chat.befriended(fact.by, fact.to)
    }
  }

  return { ...world, chat, people, pictures, moments, log, settle }
}

/** A message as a client makes it; `change` replaces any part of it. */
export function aMessage(from: Uid, to: Uid, change: Partial<OutgoingMessage> = {}): OutgoingMessage {
  const id = newUuidv7(Date.now())
  return {
    id,
    type: 'text',
    content: 'Have you heard the new live session?',
    referenceItem: [],
    to,
    from,
    chat_id: null,
    media: [],
    ...change,
  }
}

/** The code an act was refused with, or 'went through'. */
export function refusal(act: Promise<unknown>): Promise<unknown> {
  return act.then(
    () => 'went through',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )
}

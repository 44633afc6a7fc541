import { randomUUID } from 'node:crypto'
import type { OutgoingMessage } from '#contract/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/ids.ts'
import { newUuidv7 } from '#contract/uuidv7.ts'
import { peopleWorld } from '#tests/kit/people.ts'
import type { Db } from '../../platform/db/database.ts'
import { createLogs } from '../../platform/log.ts'
import type { ChatPeople } from './chat.deps.ts'
import { createChat } from './chat.service.ts'

/** Chat on real people over one database, for tests. */
export function chatWorld(db: Db, pace = { perSecond: 1_000_000, burst: 1_000_000 }) {
  const world = peopleWorld(db)
  const { hub, clock, profiles, connections } = world
  const people: ChatPeople = {
    cards: (uids) => profiles.cards(uids),
    relations: (viewer, uids) => connections.relations(viewer, uids),
  }
  const log = createLogs({ filter: 'off', pretty: false })('chat')
  const chat = createChat({ db, hub, clock, newId: randomUUID, people, log, pace })
  return { ...world, chat, people, log }
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

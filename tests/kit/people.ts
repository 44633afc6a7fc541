import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Item } from '#contract/media.ts'
import { createConnections } from '#server/features/connections/connections.service.ts'
import { createConnectionStore } from '#server/features/connections/connections.store.ts'
import { createPeople } from '#server/features/connections/people.service.ts'
import { createPrivacy } from '#server/features/connections/privacy.service.ts'
import { createPersonas } from '#server/features/connections/personas.ts'
import { createRelationships } from '#server/features/connections/relationships.ts'
import { createPeopleSearch } from '#server/features/profiles/profiles.search.ts'
import { createProfiles } from '#server/features/profiles/profiles.service.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import { createMemoryBus } from '#server/platform/bus/memory-bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { DomainEvent } from '#server/platform/domain-events.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'

/** A frame that was sent to a user's sockets. */
export type SentFrame = { uid: Uid; event: string; data: unknown }

/** A clock that only moves on request. */
export function manualClock(from = '2026-11-01T12:00:00.000Z'): Clock & { pass(ms: number): void } {
  let now = new Date(from)
  return { now: () => new Date(now), pass: (ms) => void (now = new Date(now.getTime() + ms)) }
}

export function recordingHub(): Pick<SocketHub, 'send'> & { takeFrames(): SentFrame[] } {
  let frames: SentFrame[] = []
  return {
    send<F extends FrameDefinition>(uids: readonly Uid[], frame: F, data: FrameData<F>) {
      // Through the contract, as on the wire: a frame that does not match its definition fails the test.
      frames.push(...uids.map((uid) => ({ uid, event: frame.event, data: frame.data.parse(data) })))
    },
    takeFrames() {
      const all = frames
      frames = []
      return all
    },
  }
}

/** Users on real services over one database: profiles, connections and both joined. */
export function peopleWorld(db: Db) {
  const clock = manualClock()
  const hub = recordingHub()
  /** The published domain events. */
  const events: DomainEvent[] = []
  const suspended = new Set<Uid>()
  /** Picture id to owner. */
  const owners = new Map<string, Uid>()
  const pictures = { urlOf: (id: string) => `/files/${id}`, ownedBy: async (uid: Uid, id: string) => owners.get(id) === uid }
  const log = createLogs({ filter: 'off', pretty: false })('connections')
  const bus = createMemoryBus({ log })
  const names = createPeopleSearch({ db, bus, log })
  const publish = (event: DomainEvent) => void events.push(event)
  const profiles = createProfiles({ db, bus, clock, pictures, names, minimumAge: 16, publish })
  const relationships = createRelationships({ store: createConnectionStore(db), profiles, personas: createPersonas() })
  const privacy = createPrivacy({ db, clock, bus, relationships })
  const connections = createConnections({
    db,
    clock,
    hub,
    events: { publish },
    profiles,
    relationships,
    privacy,
    suspended: () => suspended,
    log,
  })
  /** The contents of the catalog. */
  const items = new Map<string, Item>()
  const percents = new Map<Uid, number>()
  const people = createPeople({
    db,
    profiles,
    connections,
    privacy,
    items: async () => items,
    percents: async () => percents,
    suspended: () => suspended,
    limitSearch: createRateLimit({ clock, limit: 1_000, windowMs: 60_000 }).assert,
  })

  /** A user without a profile. */
  async function stranger(): Promise<Uid> {
    const uid = randomUUID()
    await sql`insert into people (uid, issuer, subject, created_at) values (${uid}, 'test', ${uid}, ${clock.now()})`.execute(db)
    return uid
  }

  /** A user with a profile. */
  async function person(userName: string, name = userName): Promise<Uid> {
    const uid = await stranger()
    await profiles.setUp(uid, { user_name: userName, name, avatar_id: null, languages: [], birth_year: 2000 })
    return uid
  }

  /** Makes two users buddies, without notifications. */
  async function befriend(a: Uid, b: Uid): Promise<void> {
    await connections.request(a, b, '')
    await connections.accept(b, a)
    hub.takeFrames()
  }

  /** Adds a picture of that person to the file store. */
  async function picture(owner: Uid): Promise<string> {
    const id = randomUUID()
    await sql`insert into uploads (id, uid, path, width, height, bytes, created_at) values (${id}, ${owner}, ${id}, 1, 1, 1, ${clock.now()})`.execute(
      db,
    )
    owners.set(id, owner)
    return id
  }

  return {
    db,
    clock,
    hub,
    events,
    suspended,
    profiles,
    relationships,
    privacy,
    connections,
    names,
    items,
    percents,
    people,
    stranger,
    person,
    befriend,
    picture,
  }
}

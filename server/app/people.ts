import { closeCodes } from '#contract/socket.ts'
import type { Uid } from '#contract/base/ids.ts'
import { createConnections } from '#server/features/connections/connections.service.ts'
import { createConnectionStore } from '#server/features/connections/connections.store.ts'
import { createPeople, type PeopleDeps } from '#server/features/connections/people.service.ts'
import { createPresence } from '#server/features/connections/presence.service.ts'
import { createPrivacy } from '#server/features/connections/privacy.service.ts'
import { createPersonas } from '#server/features/connections/personas.ts'
import { createRelationships } from '#server/features/connections/relationships.ts'
import type { GroupOfMember } from '#server/features/chat/groups/groups.service.ts'
import { createIdentity } from '#server/features/identity/identity.service.ts'
import type { DigestDeps } from '#server/features/notifications/digest.service.ts'
import { createPeopleSearch } from '#server/features/profiles/profiles.search.ts'
import { createProfiles } from '#server/features/profiles/profiles.service.ts'
import { createUploads } from '#server/features/uploads/uploads.service.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import type { CoreServices } from './core-services.ts'

/** Searches of one user per minute: enough for fast typing, too few to list all users. */
const SEARCHES_A_MINUTE = 120

/** Functions of higher features, which exist once requests arrive. */
export type HigherFeatures = Pick<PeopleDeps, 'items' | 'percents'> & {
  /** See `Groups.getForMember`. */
  groupOf(viewer: Uid, chatId: string): Promise<GroupOfMember>
  endPush(uid: Uid, authTimeMs: number | null): void
  /** See `DigestDeps`. */
  recapOf: DigestDeps['recapOf']
  timeZoneOf(uid: Uid): Promise<string>
  isSuspended(uid: Uid): boolean
  suspended(): ReadonlySet<Uid>
}

export type PeopleFeatures = ReturnType<typeof wirePeople>

/** Identity, profiles, pictures, and connections. */
export function wirePeople(core: CoreServices, higher: HigherFeatures) {
  const { config, db, bus, hub, events, jobs, clock, logs, secret, origin, alsoTrusted } = core
  const identity = createIdentity({
    db,
    bus,
    clock,
    log: logs('identity'),
    secret,
    origin,
    alsoTrusted,
    mailer: core.outbox,
    closeSockets(uid, authTimeMs) {
      hub.disconnect(uid, closeCodes.unauthenticated, 'signed out', authTimeMs)
      higher.endPush(uid, authTimeMs)
    },
    hasProfile: async (uid) => profiles.exists(uid),
    isSuspended: higher.isSuspended,
    ...core.signIn.identity,
  })
  const uploads = createUploads({
    db,
    bus,
    files: core.files,
    clock,
    jobs,
    log: logs('uploads'),
    quotaBytes: config.picturesMaxBytes,
    profiles: {
      onProfiles: (ids) => profiles.onProfiles(ids),
      maySee: async (viewer, owner) => (await connections.relations(viewer, [owner])).get(owner) !== undefined,
    },
  })
  const peopleNames = createPeopleSearch({ db, bus, log: logs('profiles') })
  const profiles = createProfiles({
    db,
    bus,
    clock,
    pictures: uploads,
    names: peopleNames,
    minimumAge: config.minimumAge,
    publish: events.publish,
    acceptTerms: identity.terms.accept,
  })
  const relationships = createRelationships({ store: createConnectionStore(db), profiles, personas: createPersonas() })
  const privacy = createPrivacy({ db, clock, bus, relationships })
  const { suspended } = higher
  const connections = createConnections({ db, clock, hub, events, profiles, relationships, privacy, suspended, log: logs('connections') })
  const presence = createPresence({ db, clock, hub, bus, privacy, connections, log: logs('connections') })
  const people = createPeople({
    db,
    profiles,
    connections,
    privacy,
    items: higher.items,
    percents: higher.percents,
    suspended,
    limitSearch: createRateLimit({ clock, limit: SEARCHES_A_MINUTE, windowMs: 60_000, shared: { bus, name: 'searches' } }).assert,
  })
  return { identity, uploads, peopleNames, profiles, privacy, connections, presence, people }
}

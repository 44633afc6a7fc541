import { type Connection, type IncomingRequest, connectionFrames } from '#contract/connections.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { PersonCard } from '#contract/people.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { DomainEvents, DomainEvent } from '#server/platform/domain-events.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import { storable } from '#server/platform/i18n/text.ts'
import type { Profiles } from '#server/features/profiles/profiles.service.ts'
import {
  type ConnectionAction,
  applyAction,
  type Pair,
  viewOf,
  type ConnectionChange,
  otherSide,
  visibleRequest,
  type Side,
} from './connections.machine.ts'
import { presentConnection, presentSelf } from './connections.present.ts'
import { createConnectionStore, sideOf, type ConnectionStore } from './connections.store.ts'
import { createMutes } from './mutes.service.ts'
import type { Privacy } from './privacy.service.ts'
import type { Relationships } from './relationships.ts'

/** Requests of one user per hour, counted in the database across all servers. */
export const REQUESTS_PER_HOUR = 30
const HOUR_MS = 60 * 60 * 1000
/** Pending requests in one list. */
const MAX_INCOMING = 200

export type ConnectionDeps = {
  db: Db
  clock: Clock
  hub: Pick<SocketHub, 'send'>
  events: Pick<DomainEvents, 'publish'>
  profiles: Pick<Profiles, 'cards'>
  relationships: Relationships
  privacy: Pick<Privacy, 'get' | 'getMany' | 'maySeeMany'>
  /** From moderation, a higher feature. */
  suspended: () => ReadonlySet<Uid>
  log: Log
}

export type Connections = ReturnType<typeof createConnections>

/**
 * Connections between users. Functions that take `viewer` throw the same 'not_found' for an unknown user and for one who
 * blocked the viewer.
 */
export function createConnections(deps: ConnectionDeps) {
  const { db, clock, hub, events, profiles, relationships, privacy, suspended } = deps
  const store = createConnectionStore(db)
  const mutes = createMutes({ db, clock, hub, events, profiles, relationships })
  const mutualConnections = createMutualConnections({ store, privacy, suspended })
  const parts = createParts(deps, mutualConnections, mutes)
  const perform = (viewer: Uid, other: Uid, action: ConnectionAction) => performAction(deps, parts, viewer, other, action)

  return {
    /**
     * Sends a request, or accepts the other user's pending one.
     * @throws AppError 'already_requested', 'cool_down', 'requests_closed', 'rate_limited', 'invalid_input' for oneself.
     */
    request: async (viewer: Uid, other: Uid, note: string) => perform(viewer, other, { kind: 'ask', note: storable(note, 'note') }),
    /** Withdraws the viewer's own request; harmless when there is none. @throws AppError 'wrong_state' once it was accepted. */
    withdraw: (viewer: Uid, other: Uid) => perform(viewer, other, { kind: 'withdraw' }),
    /** Accepts a request; repeating it is harmless. @throws AppError 'not_found' without a request to the viewer, 'wrong_state' when it is gone or was declined. */
    accept: (viewer: Uid, other: Uid) => perform(viewer, other, { kind: 'accept' }),
    /** Declines the request without notifying the sender. @throws AppError as `accept`. */
    decline: (viewer: Uid, other: Uid) => perform(viewer, other, { kind: 'decline' }),
    /** Ends the connection; harmless when there is none. */
    unfriend: (viewer: Uid, other: Uid) => perform(viewer, other, { kind: 'unfriend' }),
    /** Blocks: the relationship ends, and neither user sees the other. */
    block: (viewer: Uid, other: Uid) => perform(viewer, other, { kind: 'block' }),
    /** Lifts the viewer's own block. The earlier relationship is not restored. */
    unblock: (viewer: Uid, other: Uid) => perform(viewer, other, { kind: 'unblock' }),

    /** The relationship of the two, with the request and the mutual buddies. */
    async get(viewer: Uid, other: Uid): Promise<Connection> {
      const { person, pair } = await parts.findPair(viewer, other)
      return viewer === other ? presentSelf(person) : parts.present(viewer, person, pair)
    },

    /** Pending requests to the viewer, newest first. */
    async requests(viewer: Uid): Promise<IncomingRequest[]> {
      const pending = (await store.incoming(viewer, MAX_INCOMING)).map(({ low, high, pair }) => ({
        from: low === viewer ? high : low,
        pair,
      }))
      const uids = pending.map(({ from }) => from)
      const [cards, counts] = await Promise.all([profiles.cards(uids), mutualConnections.mutualCounts(viewer, uids)])
      return pending.flatMap(({ from, pair }) => {
        const person = cards.get(from)
        if (!person || pair.relationship.state !== 'requested') return []
        const { note, askedAt: requestedAt } = pair.relationship.request
        return [{ person, note, asked_at: requestedAt.toISOString(), mutual_count: counts.get(from) ?? 0 }]
      })
    },

    ...relationships,
    ...mutualConnections,
    ...mutes,
    /** All buddies of a user, latest first. The caller checks permissions. */
    buddiesOf: (uid: Uid): Promise<Uid[]> => store.buddiesOf(uid),
    /** The users with a pending request to or from this user. */
    requestPartners: (uid: Uid): Promise<Uid[]> => store.requestPartners(uid),
    buddiesOfMany: (uids: readonly Uid[]): Promise<Map<Uid, Uid[]>> => store.buddiesOfMany(uids),
    /** The users with a block between them and the viewer, in either direction. */
    hiddenFrom: async (viewer: Uid): Promise<Set<Uid>> => new Set(await store.hiddenFrom(viewer)),
    /** `hiddenFrom`, and the users that the viewer muted. */
    async hiddenAndMuted(viewer: Uid): Promise<{ hidden: Set<Uid>; muted: Set<Uid> }> {
      const { hidden, muted } = await store.hiddenAndMuted(viewer)
      return { hidden: new Set(hidden), muted: new Set(muted) }
    },
    /** The users that are not suggested to the viewer: suspended users, and users with a block in either direction. */
    notSuggestedTo: async (viewer: Uid): Promise<Set<Uid>> => new Set([...(await store.hiddenFrom(viewer)), ...suspended()]),
    hiddenFromMany: (uids: readonly Uid[]): Promise<Map<Uid, Set<Uid>>> => store.hiddenFromMany(uids),
    /** Whether the two are buddies. A block ends that. */
    canMessage: async (a: Uid, b: Uid): Promise<boolean> => a !== b && viewOf(await store.find(a, b), sideOf(a, b)) === 'connected',
  }
}

type Parts = ReturnType<typeof createParts>

/** Steps that reading and changing a connection share. */
function createParts(
  { db, profiles, privacy }: ConnectionDeps,
  mutualConnections: ReturnType<typeof createMutualConnections>,
  mutes: ReturnType<typeof createMutes>,
) {
  const store = createConnectionStore(db)
  return {
    hasMuted: mutes.hasMuted,
    acceptingRequests: mutualConnections.acceptingRequests,

    /** The cards and the pair, read together, so that an unknown user takes as long as a hidden one. */
    async findPair(viewer: Uid, other: Uid): Promise<{ cards: Map<Uid, PersonCard>; person: PersonCard; pair: Pair }> {
      const [cards, pair] = await Promise.all([profiles.cards([viewer, other]), store.find(viewer, other)])
      const person = cards.get(other)
      if (!person) throw new AppError('not_found', { other })
      return { cards, person, pair }
    },

    async present(viewer: Uid, person: PersonCard, pair: Pair): Promise<Connection> {
      const side = sideOf(viewer, person.uid)
      const view = viewOf(pair, side)
      const [shared, muted, accepting, settings] = await Promise.all([
        view === 'hidden' || view === 'blocked' ? [] : mutualConnections.mutual(viewer, person.uid),
        mutes.hasMuted(viewer, person.uid),
        mutualConnections.acceptingRequests(viewer, [person.uid]),
        privacy.get(person.uid),
      ])
      const cards = await profiles.cards(shared)
      const mutual = shared.flatMap((uid) => cards.get(uid) ?? [])
      const may_ask = view === 'none' && accepting.has(person.uid)
      const may_message = view === 'connected' || (view !== 'blocked' && settings.messages === 'everyone')
      return presentConnection(pair, side, viewer, person, { mutual, muted, may_ask, may_message })
    },
  }
}

/** Runs one action: checks, locks, applies, and saves. After the commit it notifies both users and publishes the domain event. */
async function performAction(deps: ConnectionDeps, parts: Parts, viewer: Uid, other: Uid, action: ConnectionAction): Promise<Connection> {
  const { db, clock, hub, log } = deps
  if (viewer === other) throw new AppError('invalid_input', { act: action.kind }, [{ field: 'uid', message: 'This is yourself.' }])
  const { cards, person, pair } = await parts.findPair(viewer, other)
  const side = sideOf(viewer, other)
  // A viewer can lift their own block even when the other side blocks them. The response stays 'not_found'.
  if (viewOf(pair, side) === 'hidden' && action.kind !== 'unblock') throw new AppError('not_found', { other, hidden: true })
  // Read before the transaction, which must not use a second database connection.
  const acceptsRequests = action.kind !== 'ask' || (await parts.acceptingRequests(viewer, [other])).has(other)
  const { before, next } = await db.transaction().execute(async (tx) => {
    const store = createConnectionStore(tx)
    const locked = await store.lock(viewer, other, action.kind === 'ask' || action.kind === 'block')
    const applied = applyAction(locked, side, action, clock.now())
    if ('error' in applied) throw new AppError(applied.error, { act: action.kind, viewer, other })
    if (applied.change === 'asked' && !acceptsRequests) throw new AppError('requests_closed', { viewer, other })
    if (applied.change === 'asked') await limitRequests(store, viewer, clock.now())
    if (applied.change) await store.save(viewer, other, applied.pair)
    return { before: locked, next: applied }
  })
  const me = cards.get(viewer)
  if (next.change && me) {
    log.info({ act: action.kind, change: next.change, viewer, other }, 'connection changed')
    const isMuted = await parts.hasMuted(other, viewer)
    sendConnectionFrames(hub, { change: next.change, before, after: next.pair, side, viewer: me, other: person, isMuted })
    deps.events.publish(domainEventOf(next.change, before, viewer, other))
    if (next.change === 'blocked' || next.change === 'unblocked')
      for (const by of [viewer, other]) deps.events.publish({ kind: 'mutes.changed', by })
  }
  return parts.present(viewer, person, next.pair)
}

async function limitRequests(store: ReturnType<typeof createConnectionStore>, viewer: Uid, now: Date): Promise<void> {
  const { count, oldest } = await store.countRequest(viewer, now, new Date(now.getTime() - HOUR_MS))
  // The next request is allowed once the oldest is an hour old.
  const retryAfterSeconds = Math.ceil((oldest.getTime() + HOUR_MS - now.getTime()) / 1_000)
  if (count > REQUESTS_PER_HOUR) throw new AppError('rate_limited', { viewer, asks: count, retryAfterSeconds })
}

/** A committed action of `viewer`, who is `side`, on `other`. */
type CommittedChange = {
  change: ConnectionChange
  before: Pair
  after: Pair
  side: Side
  viewer: PersonCard
  other: PersonCard
  /** The other user muted the viewer: their pages update without a notice. */
  isMuted: boolean
}

/** Sends frames to both users, each with what they may see. A user who is blocked by the other gets none. */
function sendConnectionFrames(hub: Pick<SocketHub, 'send'>, committed: CommittedChange): void {
  const { change, viewer, other } = committed
  if (viewOf(committed.after, committed.side) === 'hidden') return
  switch (change) {
    case 'asked':
      if (committed.isMuted) hub.send([other.uid], connectionFrames.connection_changed, { uid: viewer.uid })
      else
        hub.send([other.uid], connectionFrames.new_connection_request, {
          person: viewer,
          message: `${viewer.name} would like to be your buddy.`,
          note: visibleRequest(committed.after, otherSide(committed.side))?.note ?? '',
        })
      hub.send([viewer.uid], connectionFrames.connection_sent, { person: other, message: `Your request to ${other.name} is on its way.` })
      return
    case 'connected':
      if (committed.isMuted) hub.send([other.uid], connectionFrames.connection_changed, { uid: viewer.uid })
      else sendAccepted(hub, viewer, other)
      hub.send([viewer.uid], connectionFrames.new_connection_added, { person: other, message: `You and ${other.name} are buddies now.` })
      return
    case 'declined':
      hub.send([viewer.uid], connectionFrames.connection_request_rejected, {
        person: other,
        message: `You declined the request from ${other.name}.`,
      })
      return
    case 'withdrawn':
    case 'ended':
    case 'blocked':
    case 'unblocked':
      hub.send([viewer.uid], connectionFrames.connection_changed, { uid: other.uid })
      if (lostAccess(committed)) hub.send([other.uid], connectionFrames.connection_changed, { uid: viewer.uid })
  }
}

function sendAccepted(hub: Pick<SocketHub, 'send'>, viewer: PersonCard, other: PersonCard): void {
  hub.send([other.uid], connectionFrames.connection_request_accepted, {
    person: viewer,
    message: `${viewer.name} accepted your request.`,
  })
  hub.send([other.uid], connectionFrames.new_connection_added, { person: viewer, message: `You and ${viewer.name} are buddies now.` })
}

/** Whether the other user could see more before. A block by a stranger stays unnoticed. */
function lostAccess({ before, after, side }: CommittedChange): boolean {
  const had = viewOf(before, otherSide(side))
  return had !== 'none' && had !== 'hidden' && had !== viewOf(after, otherSide(side))
}

/** The domain event of a committed action. `before` is the earlier state. */
function domainEventOf(change: ConnectionChange, before: Pair, actor: Uid, to: Uid): DomainEvent {
  switch (change) {
    case 'asked':
      return { kind: 'request.asked', by: actor, to }
    case 'connected':
      return { kind: 'request.accepted', by: actor, to }
    case 'withdrawn':
    case 'declined':
    case 'ended':
    case 'blocked':
      return { kind: 'connection.ended', by: actor, to, wereBuddies: before.relationship.state === 'connected' }
    case 'unblocked':
      return { kind: 'block.ended', by: actor, to }
  }
}

type MutualConnectionsDeps = {
  store: Pick<ConnectionStore, 'mutual' | 'countMutual' | 'mutualStrengths' | 'closestByMutual'>
  privacy: Pick<Privacy, 'getMany' | 'maySeeMany'>
  suspended: () => ReadonlySet<Uid>
}

/** Mutual buddies, and the users who accept requests because of them. */
function createMutualConnections({ store, privacy, suspended }: MutualConnectionsDeps) {
  /** The real number of mutual buddies, regardless of privacy. Never shown. */
  async function countInCommon(uid: Uid, uids: readonly Uid[]): Promise<Map<Uid, number>> {
    const counts = new Map<Uid, number>(uids.map((other) => [other, 0]))
    if (uids.length > 0) for (const { uid: other, count } of await store.countMutual(uid, uids)) counts.set(other, count)
    return counts
  }

  return {
    /** Mutual buddies, the viewer's latest first; none when the other user hides theirs. */
    async mutual(viewer: Uid, other: Uid): Promise<Uid[]> {
      const visible = await privacy.maySeeMany(viewer, [other], 'buddies')
      return visible.has(other) ? store.mutual(viewer, other) : []
    },

    /** The number of mutual buddies with each user; 0 when they hide theirs, and for the viewer. */
    async mutualCounts(viewer: Uid, uids: readonly Uid[]): Promise<Map<Uid, number>> {
      const [counts, visible] = await Promise.all([countInCommon(viewer, uids), privacy.maySeeMany(viewer, uids, 'buddies')])
      return new Map(uids.map((uid) => [uid, visible.has(uid) ? (counts.get(uid) ?? 0) : 0]))
    },

    /** `ConnectionStore.mutualStrengths` of the users who show their buddies. Users without mutual buddies are missing. */
    async mutualStrengths(viewer: Uid, uids: readonly Uid[]): Promise<Map<Uid, number>> {
      if (uids.length === 0) return new Map()
      const [strengths, visible] = await Promise.all([store.mutualStrengths(viewer, uids), privacy.maySeeMany(viewer, uids, 'buddies')])
      return new Map(strengths.filter(({ uid }) => visible.has(uid)).map(({ uid, strength }) => [uid, strength]))
    },

    /** The users who are closest by mutual buddies and show their buddies. Blocks are not checked. */
    async closestByMutual(viewer: Uid, limit: number): Promise<Uid[]> {
      const closest = await store.closestByMutual(viewer, limit)
      const visible = closest.length > 0 ? await privacy.maySeeMany(viewer, closest, 'buddies') : new Set()
      return closest.filter((uid) => visible.has(uid))
    },

    /** The users who accept requests from `asker` by their settings, and can answer them. Blocks and relationships are not checked. */
    async acceptingRequests(asker: Uid, uids: readonly Uid[]): Promise<Set<Uid>> {
      const settings = await privacy.getMany(uids)
      const limited = uids.filter((uid) => settings.get(uid)?.requests === 'mutuals')
      const counts = await countInCommon(asker, limited)
      const answering = uids.filter((uid) => !suspended().has(uid))
      return new Set(answering.filter((uid) => settings.get(uid)?.requests === 'everyone' || (counts.get(uid) ?? 0) > 0))
    },
  }
}

import type { Connection, IncomingRequest } from '#contract/connections.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { PersonCard } from '#contract/people.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Facts } from '#server/platform/domain-events.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import { storable } from '#server/platform/i18n/text.ts'
import type { Profiles } from '#server/features/profiles/profiles.service.ts'
import { factOf } from './connections.facts.ts'
import { type Act, advance, type Pair, viewOf } from './connections.machine.ts'
import { tell } from './connections.notices.ts'
import { presentConnection, presentSelf } from './connections.present.ts'
import { createConnectionStore, sideOf } from './connections.store.ts'
import { createMutes } from './mutes.service.ts'
import type { Privacy } from './privacy.service.ts'
import { createReach } from './reach.ts'
import type { Standings } from './standing.ts'

/** Requests one person may send within an hour. Counted in the database, so restarts and further servers change nothing. */
export const ASKS_PER_HOUR = 30
const HOUR_MS = 60 * 60 * 1000
/** Waiting requests shown at once. */
const MAX_INCOMING = 200

export type ConnectionDeps = {
  db: Db
  clock: Clock
  hub: Pick<SocketHub, 'send'>
  facts: Pick<Facts, 'tell'>
  profiles: Pick<Profiles, 'cards'>
  standings: Standings
  privacy: Pick<Privacy, 'ofMany' | 'maySeeMany'>
  log: Log
}

export type Connections = ReturnType<typeof createConnections>

/**
 * What people are to each other. Everything that takes `viewer` answers 'not_found' alike for somebody who does not exist
 * and for somebody who has blocked the viewer.
 */
export function createConnections({ db, clock, hub, facts, profiles, standings, privacy, log }: ConnectionDeps) {
  const store = createConnectionStore(db)
  const mutes = createMutes({ db, clock, hub, profiles, standings })
  const reach = createReach({ store, privacy })
  const { relations, relationsBetween, relation, mustSee, eyes } = standings

  /** Both cards and the pair, asked together, so that an unknown person takes no less time than a hidden one. */
  async function meet(viewer: Uid, other: Uid): Promise<{ cards: Map<Uid, PersonCard>; person: PersonCard; pair: Pair }> {
    const [cards, pair] = await Promise.all([profiles.cards([viewer, other]), store.find(viewer, other)])
    const person = cards.get(other)
    if (!person) throw new AppError('not_found', { other })
    return { cards, person, pair }
  }

  async function answer(viewer: Uid, person: PersonCard, pair: Pair): Promise<Connection> {
    const side = sideOf(viewer, person.uid)
    const view = viewOf(pair, side)
    const [shared, muted, taking] = await Promise.all([
      view === 'hidden' || view === 'blocked' ? [] : reach.mutual(viewer, person.uid),
      mutes.hasMuted(viewer, person.uid),
      reach.takingRequests(viewer, [person.uid]),
    ])
    const cards = await profiles.cards(shared)
    const mutual = shared.flatMap((uid) => cards.get(uid) ?? [])
    return presentConnection(pair, side, viewer, person, { mutual, muted, may_ask: view === 'none' && taking.has(person.uid) })
  }

  /** One act: checked, locked, decided, saved; after the commit told to the sockets of both. */
  async function perform(viewer: Uid, other: Uid, act: Act): Promise<Connection> {
    if (viewer === other) throw new AppError('invalid_input', { act: act.kind }, [{ field: 'uid', message: 'This is yourself.' }])
    const { cards, person, pair } = await meet(viewer, other)
    const side = sideOf(viewer, other)
    // A block of one's own can be lifted whatever the other side does; the answer stays 'not_found'.
    if (viewOf(pair, side) === 'hidden' && act.kind !== 'unblock') throw new AppError('not_found', { other, hidden: true })
    // Asked before the transaction: within it there may be no second way to the database.
    const takesRequests = act.kind !== 'ask' || (await reach.takingRequests(viewer, [other])).has(other)
    const { before, step } = await db.transaction().execute(async (tx) => {
      const locked = createConnectionStore(tx)
      const found = await locked.lock(viewer, other, act.kind === 'ask' || act.kind === 'block')
      const next = advance(found, side, act, clock.now())
      if ('refused' in next) throw new AppError(next.refused, { act: act.kind, viewer, other })
      if (next.happened === 'asked' && !takesRequests) throw new AppError('requests_closed', { viewer, other })
      if (next.happened === 'asked') await limitAsks(locked, viewer, clock.now())
      if (next.happened) await locked.save(viewer, other, next.pair)
      return { before: found, step: next }
    })
    const me = cards.get(viewer)
    if (step.happened && me) {
      log.info({ act: act.kind, happened: step.happened, viewer, other }, 'a connection changed')
      const isQuiet = await mutes.hasMuted(other, viewer)
      tell(hub, { happened: step.happened, before, after: step.pair, side, viewer: me, other: person, isQuiet })
      const fact = factOf(step.happened, before, viewer, other)
      if (fact) facts.tell(fact)
    }
    return answer(viewer, person, step.pair)
  }

  return {
    /** Asks, or accepts when the other has asked. @throws AppError 'already_requested', 'cool_down', 'requests_closed', 'rate_limited', 'invalid_input' for oneself. */
    request: async (viewer: Uid, other: Uid, note: string) => perform(viewer, other, { kind: 'ask', note: storable(note, 'note') }),
    /** Takes the viewer's own request back; harmless when there is none. @throws AppError 'wrong_state' once it was accepted. */
    withdraw: (viewer: Uid, other: Uid) => perform(viewer, other, { kind: 'withdraw' }),
    /** Accepts; twice is harmless. @throws AppError 'not_found' without a request to the viewer, 'wrong_state' when it is gone or was declined. */
    accept: (viewer: Uid, other: Uid) => perform(viewer, other, { kind: 'accept' }),
    /** Declines; the one who asked hears and sees nothing of it. @throws AppError as `accept`. */
    decline: (viewer: Uid, other: Uid) => perform(viewer, other, { kind: 'decline' }),
    /** Ends the connection; harmless when there is none. */
    unfriend: (viewer: Uid, other: Uid) => perform(viewer, other, { kind: 'unfriend' }),
    /** Blocks: whatever was between the two ends, and neither sees anything of the other. */
    block: (viewer: Uid, other: Uid) => perform(viewer, other, { kind: 'block' }),
    /** Lifts the viewer's own block; nothing that was comes back. */
    unblock: (viewer: Uid, other: Uid) => perform(viewer, other, { kind: 'unblock' }),

    /** How the two stand to each other, with the request and the buddies both have. */
    async get(viewer: Uid, other: Uid): Promise<Connection> {
      const { person, pair } = await meet(viewer, other)
      return viewer === other ? presentSelf(person) : answer(viewer, person, pair)
    },

    /** Requests that wait for the viewer, newest first. */
    async requests(viewer: Uid): Promise<IncomingRequest[]> {
      const waiting = (await store.incoming(viewer, MAX_INCOMING)).map(({ low, high, pair }) => ({
        from: low === viewer ? high : low,
        pair,
      }))
      const uids = waiting.map(({ from }) => from)
      const [cards, counts] = await Promise.all([profiles.cards(uids), reach.mutualCounts(viewer, uids)])
      return waiting.flatMap(({ from, pair }) => {
        const person = cards.get(from)
        if (!person || pair.standing.state !== 'requested') return []
        const { note, askedAt } = pair.standing.request
        return [{ person, note, asked_at: askedAt.toISOString(), mutual_count: counts.get(from) ?? 0 }]
      })
    },

    relation,
    mustSee,
    eyes,
    relations,
    relationsBetween,

    mutual: reach.mutual,
    mutualCounts: reach.mutualCounts,
    mutualStrengths: reach.mutualStrengths,
    takingRequests: reach.takingRequests,
    mute: mutes.mute,
    unmute: mutes.unmute,
    mutedBy: mutes.mutedBy,
    hasMuted: mutes.hasMuted,
    mutedAndBlocked: mutes.mutedAndBlocked,
    /** All buddies of a person, latest first, whoever asks. */
    buddiesOf: (uid: Uid): Promise<Uid[]> => store.buddiesOf(uid),
    buddiesOfMany: (uids: readonly Uid[]): Promise<Map<Uid, Uid[]>> => store.buddiesOfMany(uids),
    /** Everybody with a block between them and the viewer, in either direction. */
    hiddenFrom: async (viewer: Uid): Promise<Set<Uid>> => new Set(await store.hiddenFrom(viewer)),
    hiddenFromMany: (uids: readonly Uid[]): Promise<Map<Uid, Set<Uid>>> => store.hiddenFromMany(uids),
    /** Whether the two are buddies; a block ends that. */
    canMessage: async (one: Uid, two: Uid): Promise<boolean> =>
      one !== two && viewOf(await store.find(one, two), sideOf(one, two)) === 'connected',
  }
}

async function limitAsks(store: ReturnType<typeof createConnectionStore>, viewer: Uid, now: Date): Promise<void> {
  const { count, oldest } = await store.noteAsk(viewer, now, new Date(now.getTime() - HOUR_MS))
  // One more is allowed as soon as the oldest is an hour old.
  const retryAfterSeconds = Math.ceil((oldest.getTime() + HOUR_MS - now.getTime()) / 1_000)
  if (count > ASKS_PER_HOUR) throw new AppError('rate_limited', { viewer, asks: count, retryAfterSeconds })
}

import type { Connection, IncomingRequest } from '#contract/connections.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/ids.ts'
import type { PersonCard, Relation } from '#contract/people.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Facts } from '../../platform/facts.ts'
import type { Log } from '../../platform/log.ts'
import type { SocketHub } from '../../platform/socket/socket-route.ts'
import { storable } from '../../platform/text.ts'
import type { Profiles } from '../profiles/profiles.service.ts'
import { factOf } from './connections.facts.ts'
import { type Act, advance, type Pair, viewOf } from './connections.machine.ts'
import { tell } from './connections.notices.ts'
import { presentConnection, presentSelf } from './connections.present.ts'
import { createConnectionStore, sideOf } from './connections.store.ts'

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
  log: Log
}

export type Connections = ReturnType<typeof createConnections>

/**
 * What people are to each other. Everything that takes `viewer` answers 'not_found' alike for somebody who does not exist
 * and for somebody who has blocked the viewer.
 */
export function createConnections({ db, clock, hub, facts, profiles, log }: ConnectionDeps) {
  const store = createConnectionStore(db)

  /** Both cards and the pair, asked together, so that an unknown person takes no less time than a hidden one. */
  async function meet(viewer: Uid, other: Uid): Promise<{ cards: Map<Uid, PersonCard>; person: PersonCard; pair: Pair }> {
    const [cards, pair] = await Promise.all([profiles.cards([viewer, other]), store.find(viewer, other)])
    const person = cards.get(other)
    if (!person) throw new AppError('not_found', { other })
    return { cards, person, pair }
  }

  async function answer(viewer: Uid, person: PersonCard, pair: Pair): Promise<Connection> {
    const shared = viewOf(pair, sideOf(viewer, person.uid)) === 'hidden' ? [] : await store.mutual(viewer, person.uid)
    const cards = await profiles.cards(shared)
    return presentConnection(
      pair,
      sideOf(viewer, person.uid),
      viewer,
      person,
      shared.flatMap((uid) => cards.get(uid) ?? []),
    )
  }

  /** One act: checked, locked, decided, saved; after the commit told to the sockets of both. */
  async function perform(viewer: Uid, other: Uid, act: Act): Promise<Connection> {
    if (viewer === other) throw new AppError('invalid_input', { act: act.kind }, [{ field: 'uid', message: 'This is yourself.' }])
    const { cards, person, pair } = await meet(viewer, other)
    const side = sideOf(viewer, other)
    // Blocking somebody who has blocked me still counts, for the day they lift theirs; the answer stays 'not_found'.
    if (viewOf(pair, side) === 'hidden' && act.kind !== 'block' && act.kind !== 'unblock')
      throw new AppError('not_found', { other, hidden: true })
    const { before, step } = await db.transaction().execute(async (tx) => {
      const locked = createConnectionStore(tx)
      const found = await locked.lock(viewer, other, act.kind === 'ask' || act.kind === 'block')
      const next = advance(found, side, act, clock.now())
      if ('refused' in next) throw new AppError(next.refused, { act: act.kind, viewer, other })
      if (next.happened === 'asked') await limitAsks(locked, viewer, clock.now())
      if (next.happened) await locked.save(viewer, other, next.pair)
      return { before: found, step: next }
    })
    const me = cards.get(viewer)
    if (step.happened && me) {
      log.info({ act: act.kind, happened: step.happened, viewer, other }, 'a connection changed')
      tell(hub, { happened: step.happened, before, after: step.pair, side, viewer: me, other: person })
      const fact = factOf(step.happened, viewer, other)
      if (fact) facts.tell(fact)
    }
    return answer(viewer, person, step.pair)
  }

  return {
    /** Asks, or accepts when the other has asked. @throws AppError 'already_requested', 'cool_down', 'rate_limited', 'invalid_input' for oneself. */
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
      const [cards, counts] = await Promise.all([profiles.cards(uids), countMutual(viewer, uids)])
      return waiting.flatMap(({ from, pair }) => {
        const person = cards.get(from)
        if (!person || pair.standing.state !== 'requested') return []
        const { note, askedAt } = pair.standing.request
        return [{ person, note, asked_at: askedAt.toISOString(), mutual_count: counts.get(from) ?? 0 }]
      })
    },

    /** @throws AppError 'not_found' for somebody unknown or who has blocked the viewer; somebody the viewer has blocked is 'blocked'. */
    async relation(viewer: Uid, other: Uid): Promise<Relation> {
      const found = (await relations(viewer, [other])).get(other)
      if (!found) throw new AppError('not_found', { other })
      return found
    },

    /**
     * The first line of everything that shows something of a person: how the two stand, with no block between them.
     * @throws AppError 'not_found' for somebody unknown, and with a block in either direction.
     */
    async mustSee(viewer: Uid, other: Uid): Promise<Exclude<Relation, 'blocked'>> {
      const found = (await relations(viewer, [other])).get(other)
      if (!found || found === 'blocked') throw new AppError('not_found', { other })
      return found
    },

    relations,

    /** Buddies that both have, the viewer's latest first. */
    mutual: (viewer: Uid, other: Uid): Promise<Uid[]> => store.mutual(viewer, other),
    /** For each of `uids` how many buddies they share with the viewer; 0 for the viewer. */
    mutualCounts: countMutual,
    /** All buddies of a person, latest first, whoever asks. */
    buddiesOf: (uid: Uid): Promise<Uid[]> => store.buddiesOf(uid),
    buddiesCount: (uid: Uid): Promise<number> => store.countBuddies(uid),
    /** Everybody with a block between them and the viewer, in either direction. */
    hiddenFrom: async (viewer: Uid): Promise<Set<Uid>> => new Set(await store.hiddenFrom(viewer)),
    /** Whether the two are buddies; a block ends that. */
    canMessage: async (one: Uid, two: Uid): Promise<boolean> =>
      one !== two && viewOf(await store.find(one, two), sideOf(one, two)) === 'connected',
  }

  /** How the viewer stands to each of `uids`. Whoever does not exist, or has blocked the viewer, is missing. */
  async function relations(viewer: Uid, uids: readonly Uid[]): Promise<Map<Uid, Relation>> {
    if (uids.length === 0) return new Map()
    const [cards, pairs] = await Promise.all([profiles.cards(uids), store.findMany(viewer, uids)])
    const found = new Map<Uid, Relation>([...cards.keys()].map((uid) => [uid, uid === viewer ? 'self' : 'none']))
    for (const { low, high, pair } of pairs) {
      const other = low === viewer ? high : low
      const view = viewOf(pair, sideOf(viewer, other))
      if (view === 'hidden') found.delete(other)
      else if (found.has(other)) found.set(other, view)
    }
    return found
  }

  async function countMutual(viewer: Uid, uids: readonly Uid[]): Promise<Map<Uid, number>> {
    const counts = new Map<Uid, number>(uids.map((uid) => [uid, 0]))
    if (uids.length > 0) for (const { uid, count } of await store.countMutual(viewer, uids)) counts.set(uid, count)
    return counts
  }
}

async function limitAsks(store: ReturnType<typeof createConnectionStore>, viewer: Uid, now: Date): Promise<void> {
  const count = await store.noteAsk(viewer, now, new Date(now.getTime() - HOUR_MS))
  if (count > ASKS_PER_HOUR) throw new AppError('rate_limited', { viewer, asks: count })
}

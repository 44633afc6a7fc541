import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Relation } from '#contract/people.ts'
import type { Profiles } from '#server/features/profiles/profiles.service.ts'
import { type View, viewOf } from './connections.machine.ts'
import { type ConnectionStore, sideOf } from './connections.store.ts'
import type { StandIns } from './stand-ins.ts'

/** A stand-in by its kind, or somebody real by their uid; left out: oneself. */
export type As = string | undefined

/** Somebody who looks at somebody. */
export type Glance = readonly [viewer: Uid, other: Uid]

export type StandingDeps = { store: Pick<ConnectionStore, 'findMany' | 'findPairs'>; profiles: Pick<Profiles, 'cards'>; standIns: StandIns }

export type Standings = ReturnType<typeof createStandings>

/** How people stand to each other: every other part of the product asks here before it shows anything of anybody. */
export function createStandings({ store, profiles, standIns }: StandingDeps) {
  /** How the viewer sees each of `uids`, whether they exist or not. */
  async function views(viewer: Uid, uids: readonly Uid[]): Promise<Map<Uid, View | 'self'>> {
    const standIn = standIns.find(viewer)
    if (standIn) return viewsOfStandIn(standIn.owner, standIn.kind === 'buddy', uids)
    const found = new Map<Uid, View | 'self'>(uids.map((uid) => [uid, uid === viewer ? 'self' : 'none']))
    for (const { low, high, pair } of await store.findMany(viewer, uids)) {
      const other = low === viewer ? high : low
      found.set(other, viewOf(pair, sideOf(viewer, other)))
    }
    return found
  }

  /** A stand-in knows nobody but the owner, and meets nobody whom the owner can't see. */
  async function viewsOfStandIn(owner: Uid, isBuddy: boolean, uids: readonly Uid[]): Promise<Map<Uid, View>> {
    const seen = await views(owner, uids)
    return new Map(
      [...seen].map(([uid, view]) => {
        if (view === 'hidden' || view === 'blocked') return [uid, 'hidden']
        return [uid, uid === owner && isBuddy ? 'connected' : 'none']
      }),
    )
  }

  /** How the viewer stands to each of `uids`. Whoever does not exist, or has blocked the viewer, is missing. */
  async function relations(viewer: Uid, uids: readonly Uid[]): Promise<Map<Uid, Relation>> {
    if (uids.length === 0) return new Map()
    const [cards, seen] = await Promise.all([profiles.cards(uids), views(viewer, uids)])
    const found = new Map<Uid, Relation>()
    for (const [uid, view] of seen) if (view !== 'hidden' && cards.has(uid)) found.set(uid, view)
    return found
  }

  /** As `relations`, for many viewers who each look at one person, in one question. In the order of `pairs`. */
  async function relationsBetween(pairs: readonly Glance[]): Promise<(Relation | undefined)[]> {
    const real = pairs.filter(([viewer, other]) => viewer !== other && !standIns.find(viewer))
    const [cards, known] = await Promise.all([profiles.cards([...new Set(real.map(([, other]) => other))]), store.findPairs(real)])
    const met = new Map(known.map((it) => [`${it.low}/${it.high}`, it.pair]))
    return Promise.all(
      pairs.map(async ([viewer, other]) => {
        if (viewer === other || standIns.find(viewer)) return (await relations(viewer, [other])).get(other)
        if (!cards.has(other)) return undefined
        const pair = met.get(viewer < other ? `${viewer}/${other}` : `${other}/${viewer}`)
        const view = pair ? viewOf(pair, sideOf(viewer, other)) : 'none'
        return view === 'hidden' ? undefined : view
      }),
    )
  }

  async function one(viewer: Uid, other: Uid): Promise<Relation> {
    const found = (await relations(viewer, [other])).get(other)
    if (!found) throw new AppError('not_found', { other })
    return found
  }

  return {
    views,
    relations,
    relationsBetween,
    /** @throws AppError 'not_found' for somebody unknown or who has blocked the viewer; somebody the viewer has blocked is 'blocked'. */
    relation: one,
    /**
     * The first line of everything that shows something of a person: how the two stand, with no block between them.
     * @throws AppError 'not_found' for somebody unknown, and with a block in either direction.
     */
    async mustSee(viewer: Uid, other: Uid): Promise<Exclude<Relation, 'blocked'>> {
      const found = await one(viewer, other)
      if (found === 'blocked') throw new AppError('not_found', { other })
      return found
    },
    /**
     * Through whose eyes `owner` is to be looked at: the viewer's own, or with `as` those of whom the owner wants to look like.
     * A real person is stood in for by how they stand to the owner, and nothing else of theirs plays a part.
     * @throws AppError 'forbidden' for anybody but the owner, 'not_found' for somebody who can't see the owner at all.
     */
    async eyes(viewer: Uid, owner: Uid, as: As): Promise<Uid> {
      if (as === undefined) return viewer
      if (viewer !== owner) throw new AppError('forbidden', { viewer, owner })
      if (as === 'everyone' || as === 'buddy') return standIns.of(owner, as)
      if (as === viewer) return viewer
      const found = await one(viewer, as)
      if (found === 'blocked') throw new AppError('not_found', { other: as })
      return standIns.of(owner, found === 'connected' ? 'buddy' : 'everyone')
    },
  }
}

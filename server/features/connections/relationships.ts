import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Relation } from '#contract/people.ts'
import type { Profiles } from '#server/features/profiles/profiles.service.ts'
import { type View, viewOf } from './connections.machine.ts'
import { type ConnectionStore, sideOf } from './connections.store.ts'
import type { Personas } from './personas.ts'

/** A persona by its kind, or a real user by uid. Omitted: oneself. */
export type ViewAs = string | undefined

export type ViewerPair = readonly [viewer: Uid, other: Uid]

export type RelationshipDeps = {
  store: Pick<ConnectionStore, 'findMany' | 'findPairs'>
  profiles: Pick<Profiles, 'cards'>
  personas: Personas
}

export type Relationships = ReturnType<typeof createRelationships>

/** Relationships between users. All other features check them here before they show a user's data. */
export function createRelationships({ store, profiles, personas }: RelationshipDeps) {
  /** The viewer's view of each of `uids`. It does not check that they exist. */
  async function views(viewer: Uid, uids: readonly Uid[]): Promise<Map<Uid, View | 'self'>> {
    const persona = personas.find(viewer)
    if (persona) return viewsOfPersona(persona.owner, persona.kind === 'buddy', uids)
    const found = new Map<Uid, View | 'self'>(uids.map((uid) => [uid, uid === viewer ? 'self' : 'none']))
    for (const { low, high, pair } of await store.findMany(viewer, uids)) {
      const other = low === viewer ? high : low
      found.set(other, viewOf(pair, sideOf(viewer, other)))
    }
    return found
  }

  /** A persona is connected only to the owner, and can't see users whom the owner can't see. */
  async function viewsOfPersona(owner: Uid, isBuddy: boolean, uids: readonly Uid[]): Promise<Map<Uid, View>> {
    const ownerViews = await views(owner, uids)
    return new Map(
      [...ownerViews].map(([uid, view]) => {
        if (view === 'hidden' || view === 'blocked') return [uid, 'hidden']
        return [uid, uid === owner && isBuddy ? 'connected' : 'none']
      }),
    )
  }

  /** The viewer's relation to each of `uids`. Unknown users and those who blocked the viewer are missing. */
  async function relations(viewer: Uid, uids: readonly Uid[]): Promise<Map<Uid, Relation>> {
    if (uids.length === 0) return new Map()
    const [cards, seen] = await Promise.all([profiles.cards(uids), views(viewer, uids)])
    const found = new Map<Uid, Relation>()
    for (const [uid, view] of seen) if (view !== 'hidden' && cards.has(uid)) found.set(uid, view)
    return found
  }

  /** Like `relations`, for many viewers with one user each, in one query. In the order of `pairs`. */
  async function relationsBetween(pairs: readonly ViewerPair[]): Promise<(Relation | undefined)[]> {
    const real = pairs.filter(([viewer, other]) => viewer !== other && !personas.find(viewer))
    const [cards, storedPairs] = await Promise.all([profiles.cards([...new Set(real.map(([, other]) => other))]), store.findPairs(real)])
    const stored = new Map(storedPairs.map((entry) => [`${entry.low}/${entry.high}`, entry.pair]))
    return Promise.all(
      pairs.map(async ([viewer, other]) => {
        if (viewer === other || personas.find(viewer)) return (await relations(viewer, [other])).get(other)
        if (!cards.has(other)) return undefined
        const pair = stored.get(viewer < other ? `${viewer}/${other}` : `${other}/${viewer}`)
        const view = pair ? viewOf(pair, sideOf(viewer, other)) : 'none'
        return view === 'hidden' ? undefined : view
      }),
    )
  }

  async function relation(viewer: Uid, other: Uid): Promise<Relation> {
    const found = (await relations(viewer, [other])).get(other)
    if (!found) throw new AppError('not_found', { other })
    return found
  }

  return {
    views,
    relations,
    relationsBetween,
    /** 'blocked' for a user whom the viewer blocked. @throws AppError 'not_found' for an unknown user and one who blocked the viewer. */
    relation,
    /**
     * Checks that the viewer may see the user. Every function that shows a user's data calls it first.
     * @throws AppError 'not_found' for an unknown user and if either user blocked the other.
     */
    async mustSee(viewer: Uid, other: Uid): Promise<Exclude<Relation, 'blocked'>> {
      const found = await relation(viewer, other)
      if (found === 'blocked') throw new AppError('not_found', { other })
      return found
    },
    /**
     * The viewer to use for the data of `owner`: the caller, or with `as` the persona that the owner wants to view as.
     * A real user in `as` becomes a persona with the same relationship, so that none of their data is used.
     * @throws AppError 'forbidden' for other users than the owner, 'not_found' for a user who can't see the owner.
     */
    async effectiveViewer(viewer: Uid, owner: Uid, as: ViewAs): Promise<Uid> {
      if (as === undefined) return viewer
      if (viewer !== owner) throw new AppError('forbidden', { viewer, owner })
      if (as === 'everyone' || as === 'buddy') return personas.uidOf(owner, as)
      if (as === viewer) return viewer
      const found = await relation(viewer, as)
      if (found === 'blocked') throw new AppError('not_found', { other: as })
      return personas.uidOf(owner, found === 'connected' ? 'buddy' : 'everyone')
    },
  }
}

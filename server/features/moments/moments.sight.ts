import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Audience, Relation } from '#contract/people.ts'
import type { Connections } from '#server/features/connections/connections.service.ts'
import type { Looker, MomentStore } from './moments.store.ts'
import type { MetMoment } from './moments.types.ts'

/** Somebody who looks at a moment that is for them. */
export type Seen = { moment: MetMoment; relation: Exclude<Relation, 'blocked'>; looker: Looker }

/** Who may see which moment: decided here, and only here. */
export function createSight({
  store,
  connections,
}: {
  store: MomentStore
  connections: Pick<Connections, 'mustSee' | 'hiddenFrom' | 'mutedBy'>
}) {
  async function lookerOf(viewer: Uid): Promise<Looker> {
    const [hidden, muted] = await Promise.all([connections.hiddenFrom(viewer), connections.mutedBy(viewer)])
    return { viewer, hidden, silent: new Set([...hidden, ...muted]) }
  }

  async function seen(viewer: Uid, id: string): Promise<Seen> {
    const looker = await lookerOf(viewer)
    const moment = await store.find(looker, id)
    if (!moment) throw new AppError('not_found', { moment: id })
    const relation = await connections.mustSee(viewer, moment.author)
    if (relation !== 'self' && !audiencesFor(relation).includes(moment.audience)) throw new AppError('not_found', { moment: id })
    return { moment, relation, looker }
  }

  return {
    lookerOf,
    /** @throws AppError 'not_found' unless there is such a moment and it is for the viewer; both look the same. */
    seen,
    /** The same as a question: null where `seen` refuses. */
    async ifSeen(viewer: Uid, id: string): Promise<Seen | null> {
      try {
        return await seen(viewer, id)
      } catch (error) {
        if (error instanceof AppError && error.code === 'not_found') return null
        throw error
      }
    },
  }
}

/** What others than the author may see. */
export function audiencesFor(relation: Relation): Audience[] {
  return relation === 'connected' ? ['everyone', 'buddies'] : ['everyone']
}

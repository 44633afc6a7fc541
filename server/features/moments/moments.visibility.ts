import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Audience, Relation } from '#contract/people.ts'
import type { Connections } from '#server/features/connections/connections.service.ts'
import type { ContentMutes } from '#server/features/media/mutes/content-mutes.ts'
import type { MomentStore, ViewerFilter } from './moments.store.ts'
import type { ViewedMoment } from './moments.types.ts'

export type VisibleMoment = { moment: ViewedMoment; relation: Exclude<Relation, 'blocked'>; filter: ViewerFilter }

type Deps = {
  store: MomentStore
  connections: Pick<Connections, 'mustSee' | 'relations' | 'hiddenAndMuted'>
  mutedContent: ContentMutes['mutedContent']
}

/** Decides who may see which moment. */
export function createVisibility({ store, connections, mutedContent }: Deps) {
  async function filterOf(viewer: Uid): Promise<ViewerFilter> {
    const [{ hidden, muted }, content] = await Promise.all([connections.hiddenAndMuted(viewer), mutedContent(viewer)])
    return { viewer, hidden, hiddenOrMuted: new Set([...hidden, ...muted]), content }
  }

  async function getVisible(viewer: Uid, id: string): Promise<VisibleMoment> {
    const filter = await filterOf(viewer)
    const moment = await store.find(filter, id)
    if (!moment) throw new AppError('not_found', { moment: id })
    const relation = await connections.mustSee(viewer, moment.author)
    if (relation !== 'self' && !audiencesFor(relation).includes(moment.audience)) throw new AppError('not_found', { moment: id })
    return { moment, relation, filter }
  }

  /** Filters `ids` to moments that the viewer may see, without muted authors unless `withMuted`. */
  async function findVisibleMany(viewer: Uid, ids: readonly string[], { withMuted = false } = {}): Promise<ViewedMoment[]> {
    if (ids.length === 0) return []
    const filter = await filterOf(viewer)
    const leftOut = withMuted ? filter.hidden : filter.hiddenOrMuted
    const found = (await store.findMany(filter, ids)).filter(({ author }) => !leftOut.has(author))
    const relations = await connections.relations(
      viewer,
      found.flatMap(({ author }) => (author === viewer ? [] : author)),
    )
    return found.filter(({ author, audience }) => {
      const relation = relations.get(author)
      return author === viewer || (relation !== undefined && relation !== 'blocked' && audiencesFor(relation).includes(audience))
    })
  }

  return {
    filterOf,
    findVisibleMany,
    /** @throws AppError 'not_found', alike for unknown and for invisible moments. */
    getVisible,
    /** Like `getVisible`, but returns null instead of the error. */
    async findVisible(viewer: Uid, id: string): Promise<VisibleMoment | null> {
      try {
        return await getVisible(viewer, id)
      } catch (error) {
        if (error instanceof AppError && error.code === 'not_found') return null
        throw error
      }
    },
  }
}

/** The audiences that a viewer with this relation to the author belongs to. */
export function audiencesFor(relation: Relation): Audience[] {
  return relation === 'connected' ? ['everyone', 'buddies'] : ['everyone']
}

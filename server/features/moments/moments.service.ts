import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { findLink } from '#contract/links.ts'
import type { Moment } from '#contract/moments.ts'
import type { Audience, Relation } from '#contract/people.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { storable } from '../../platform/text.ts'
import type { Connections } from '../connections/connections.service.ts'
import type { Profiles } from '../profiles/profiles.service.ts'
import { readCursor, writeCursor } from './moments.cursor.ts'
import { presentMoment } from './moments.present.ts'
import { createMomentStore, type MetMoment } from './moments.store.ts'

export type MomentDeps = {
  db: Db
  clock: Clock
  /** A new UUID for a moment. */
  newId: () => string
  profiles: Pick<Profiles, 'cards'>
  connections: Pick<Connections, 'mustSee' | 'buddiesOf'>
}

type FeedQuery = { uid?: Uid | undefined; cursor?: string | undefined; limit?: number | undefined }

export type Moments = {
  /**
   * Moments newest first: the viewer's own and those of their buddies, or one person's as far as the viewer may see them.
   * @throws AppError 'not_found' for a person who can't be seen, 'invalid_input' for a cursor that is none.
   */
  feed(viewer: Uid, query: FeedQuery): Promise<{ moments: Moment[]; next: string | null }>
  /** Posts a moment; its link is the first of the text that belongs to one of the five platforms. @throws AppError 'blank_content'. */
  post(viewer: Uid, moment: { text: string; audience: Audience }): Promise<Moment>
  /** Deletes one's own moment. @throws AppError 'not_found' for any other. */
  remove(viewer: Uid, id: string): Promise<void>
  /** Likes a moment; twice is harmless. @throws AppError 'not_found' for one the viewer may not see. */
  like(viewer: Uid, id: string): Promise<Moment>
  /** Takes a like back; harmless without one. @throws AppError as `like`. */
  unlike(viewer: Uid, id: string): Promise<Moment>
}

export function createMoments({ db, clock, newId, profiles, connections }: MomentDeps): Moments {
  const store = createMomentStore(db)

  async function present(viewer: Uid, moments: readonly MetMoment[]): Promise<Moment[]> {
    const cards = await profiles.cards([...new Set(moments.map((moment) => moment.author))])
    return moments.flatMap((moment) => {
      const author = cards.get(moment.author)
      return author ? [presentMoment(moment, author, viewer)] : []
    })
  }

  /** @throws AppError 'not_found' unless the viewer may see it. */
  async function seen(viewer: Uid, id: string): Promise<MetMoment> {
    const moment = await store.find(viewer, id)
    if (!moment) throw new AppError('not_found', { moment: id })
    const relation = await connections.mustSee(viewer, moment.author)
    if (relation !== 'self' && !audiencesFor(relation).includes(moment.audience)) throw new AppError('not_found', { moment: id })
    return moment
  }

  async function presentOne(viewer: Uid, id: string): Promise<Moment> {
    const [moment] = await present(viewer, [await seen(viewer, id)])
    if (!moment) throw new AppError('not_found', { moment: id })
    return moment
  }

  return {
    async feed(viewer, { uid, cursor, limit = limits.pageSize.default }) {
      const relation = uid ? await connections.mustSee(viewer, uid) : 'connected'
      const authors = uid ? [uid] : [viewer, ...(await connections.buddiesOf(viewer))]
      const found = await store.page(viewer, authors, audiencesFor(relation), cursor ? readCursor(cursor) : null, limit + 1)
      const shown = found.slice(0, limit)
      const last = shown.at(-1)
      return { moments: await present(viewer, shown), next: found.length > limit && last ? writeCursor(last) : null }
    },

    async post(viewer, { text, audience }) {
      const written = storable(text, 'text').trim()
      if (!written) throw new AppError('blank_content')
      const id = newId()
      await store.insert({ id, author: viewer, text: written, link: findLink(written), audience, postedAt: clock.now() })
      return presentOne(viewer, id)
    },

    async remove(viewer, id) {
      if (!(await store.remove(viewer, id))) throw new AppError('not_found', { moment: id })
    },

    async like(viewer, id) {
      await seen(viewer, id)
      await store.like(viewer, id, clock.now())
      return presentOne(viewer, id)
    },

    async unlike(viewer, id) {
      await seen(viewer, id)
      await store.unlike(viewer, id)
      return presentOne(viewer, id)
    },
  }
}

/** What others than the author may see. */
function audiencesFor(relation: Relation): Audience[] {
  return relation === 'connected' ? ['everyone', 'buddies'] : ['everyone']
}

import type { Uid } from '#contract/base/ids.ts'
import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import { momentFrames } from '#contract/moments.ts'
import type { Audience } from '#contract/people.ts'
import type { MomentDeps } from './moments.deps.ts'

/** The fields of a moment that decide who sees it. */
export type AudienceOf = { author: Uid; audience: Audience }

/** Similar people change slowly, and popular moments are liked often. */
const SIMILAR_CACHE_MS = 60_000
const MAX_CACHED_AUTHORS = 1_000

type Deps = Pick<MomentDeps, 'clock' | 'hub' | 'connections' | 'wavelength'>

/**
 * Notifies everyone whose open feed may contain a moment: the author, buddies if they may see it, and for public moments also
 * strangers with similar taste. A match is symmetric, so these are the people closest to the author, without blocks.
 * Frames contain no text: clients load the moment again.
 */
export function createLiveUpdates({ clock, hub, connections, wavelength }: Deps) {
  const cache = new Map<Uid, { until: number; people: readonly Uid[] }>()

  async function similarPeople(author: Uid): Promise<readonly Uid[]> {
    const now = clock.now().getTime()
    const cached = cache.get(author)
    if (cached && cached.until > now) return cached.people
    const people = await wavelength.closest(author)
    cache.delete(author)
    cache.set(author, { until: now + SIMILAR_CACHE_MS, people })
    for (const oldest of cache.keys()) if (cache.size > MAX_CACHED_AUTHORS) cache.delete(oldest)
    return people
  }

  async function receiversOf({ author, audience }: AudienceOf): Promise<Uid[]> {
    if (audience === 'only_me') return [author]
    if (audience === 'buddies') return [author, ...(await connections.buddiesOf(author))]
    // The cached people may have been blocked since.
    const [buddies, similar, hidden] = await Promise.all([
      connections.buddiesOf(author),
      similarPeople(author),
      connections.hiddenFrom(author),
    ])
    return [...new Set([author, ...buddies, ...similar])].filter((uid) => !hidden.has(uid))
  }

  return {
    receiversOf,

    async send<F extends FrameDefinition>(moment: AudienceOf, frame: F, data: FrameData<F>): Promise<void> {
      hub.send(await receiversOf(moment), frame, data)
    },

    /**
     * Notifies about a comment that `by` added, removed or liked, including their own devices, but not people hidden from them. A
     * comment that appears among older ones is not named, so that clients load all of them.
     */
    async sendCommentChange(moment: AudienceOf & { id: string }, actor: Uid, comment?: string): Promise<void> {
      const [receivers, hidden] = await Promise.all([receiversOf(moment), connections.hiddenFrom(actor)])
      const own = hidden.has(moment.author) ? [] : [actor]
      const visibleTo = [...new Set([...receivers, ...own])].filter((uid) => !hidden.has(uid))
      hub.send(visibleTo, momentFrames.moment_comments, { id: moment.id, ...(comment === undefined ? {} : { comment }) })
    },
  }
}

const narrowToWide: readonly Audience[] = ['only_me', 'buddies', 'everyone']

export function widerOf(a: Audience, b: Audience): Audience {
  return narrowToWide.indexOf(a) > narrowToWide.indexOf(b) ? a : b
}

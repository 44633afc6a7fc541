import type { Uid } from '#contract/base/ids.ts'
import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import { momentFrames } from '#contract/moments.ts'
import type { Audience } from '#contract/people.ts'
import type { MomentDeps } from './moments.deps.ts'

/** As much of a moment as decides who may have it before them. */
export type Posted = { author: Uid; audience: Audience }

/** Who is close changes slowly, and a moment that is liked is liked often. */
const CLOSE_FOR_MS = 60_000
const MOST_AUTHORS = 1_000

type Deps = Pick<MomentDeps, 'clock' | 'hub' | 'connections' | 'wavelength'>

/**
 * Tells those whose open feed may hold a moment that something became of it: its author, buddies when it is for them, and
 * when it is for everyone also strangers close in taste, in whose second tab it stands. A match is the same from both sides, so these
 * are the people closest to the author; nobody with a block is among them. Frames tell no words: whoever hears reads again.
 */
export function createReaders({ clock, hub, connections, wavelength }: Deps) {
  const closest = new Map<Uid, { until: number; people: readonly Uid[] }>()

  async function closeTo(author: Uid): Promise<readonly Uid[]> {
    const now = clock.now().getTime()
    const known = closest.get(author)
    if (known && known.until > now) return known.people
    const people = await wavelength.closest(author)
    closest.delete(author)
    closest.set(author, { until: now + CLOSE_FOR_MS, people })
    for (const oldest of closest.keys()) if (closest.size > MOST_AUTHORS) closest.delete(oldest)
    return people
  }

  async function readersOf({ author, audience }: Posted): Promise<Uid[]> {
    if (audience === 'only_me') return [author]
    if (audience === 'buddies') return [author, ...(await connections.buddiesOf(author))]
    // A block counts at once, whatever is remembered.
    const [buddies, close, hidden] = await Promise.all([connections.buddiesOf(author), closeTo(author), connections.hiddenFrom(author)])
    return [...new Set([author, ...buddies, ...close])].filter((uid) => !hidden.has(uid))
  }

  return {
    tell,
    readersOf,
    /** Tells of a comment of `by` that came or went: their own devices hear of it as well, nobody who is not to meet them does. */
    async tellOfComment(moment: Posted & { id: string }, by: Uid): Promise<void> {
      const [readers, hidden] = await Promise.all([readersOf(moment), connections.hiddenFrom(by)])
      const own = hidden.has(moment.author) ? [] : [by]
      const heard = [...new Set([...readers, ...own])].filter((uid) => !hidden.has(uid))
      hub.send(heard, momentFrames.moment_comments, { id: moment.id })
    },
  }

  async function tell<F extends FrameDefinition>(moment: Posted, frame: F, data: FrameData<F>): Promise<void> {
    hub.send(await readersOf(moment), frame, data)
  }
}

const narrowToWide: readonly Audience[] = ['only_me', 'buddies', 'everyone']

/** The one of two audiences that holds the other. */
export function widerOf(one: Audience, other: Audience): Audience {
  return narrowToWide.indexOf(one) > narrowToWide.indexOf(other) ? one : other
}

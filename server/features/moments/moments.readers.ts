import type { Uid } from '#contract/ids.ts'
import type { FrameData, FrameDefinition } from '#contract/frame.ts'
import type { Audience } from '#contract/people.ts'
import type { MomentDeps } from './moments.deps.ts'

/** As much of a moment as decides who may have it before them. */
export type Posted = { author: Uid; audience: Audience }

/**
 * Tells those whose open feed may hold a moment that something became of it: its author, buddies when it is for them, and
 * when it is for everyone also strangers close in taste, in whose second tab it stands. A match is the same from both sides, so these
 * are the people closest to the author; nobody with a block is among them. Frames tell no words: whoever hears reads again.
 */
export function createReaders({ hub, connections, wavelength }: Pick<MomentDeps, 'hub' | 'connections' | 'wavelength'>) {
  async function readersOf({ author, audience }: Posted): Promise<Uid[]> {
    if (audience === 'only_me') return [author]
    const [buddies, close] = await Promise.all([
      connections.buddiesOf(author),
      audience === 'everyone' ? wavelength.closest(author) : ([] as const),
    ])
    return [...new Set([author, ...buddies, ...close])]
  }

  return async function tell<F extends FrameDefinition>(moment: Posted, frame: F, data: FrameData<F>): Promise<void> {
    hub.send(await readersOf(moment), frame, data)
  }
}

const narrowToWide: readonly Audience[] = ['only_me', 'buddies', 'everyone']

/** The one of two audiences that holds the other. */
export function widerOf(one: Audience, other: Audience): Audience {
  return narrowToWide.indexOf(one) > narrowToWide.indexOf(other) ? one : other
}

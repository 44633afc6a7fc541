/* What others do with moments that stand on screen. Likes change where they stand; changed words and how many comments there are
   are read again, because the server alone knows what of them is for this reader; what is gone leaves its place as high as it was, so that nothing moves. */
import { create } from 'zustand'
import { momentCalls, momentFrames } from '#contract/moments.ts'
import { readApi } from '#web/platform/api-client.ts'
import type { SocketLink } from '#web/platform/socket-link.ts'
import { rereadComments } from './comments/comments.cache.ts'
import { isLiking } from './moments.acts.ts'
import { changeEverywhere, changesOf, isKnown, rereadAlone } from './moments.cache.ts'

/** Changes of one moment within this time are read together. */
export const GATHER_MS = 800

/** Moments that went while they were on screen, with the height of their cards in pixels; null where it is not known. */
export const useGone = create<{ gone: ReadonlyMap<string, number | null> }>()(() => ({ gone: new Map() }))

export type LiveOptions = {
  subscribe: SocketLink['subscribe']
  /** How high the card of a moment is drawn now; null where it is not. */
  heightOf: (id: string) => number | null
}

/** Follows what others do until the function it returns is called. */
export function watchChanges({ subscribe, heightOf }: LiveOptions): () => void {
  const changed = new Set<string>()
  /** Those of them that were talked about. */
  const talked = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const leave = (id: string) => {
    if (isKnown(id)) markGone(id, heightOf(id))
  }
  const expectChange = (id: string) => {
    if (!isKnown(id)) return
    changed.add(id)
    // Somebody always talks about what everybody reads: the first change sets the time.
    timer ??= setTimeout(readChanged, GATHER_MS)
  }
  const readChanged = () => {
    timer = undefined
    for (const id of changed) void readAgain(id, leave)
    for (const id of talked) rereadComments(id)
    changed.clear()
    talked.clear()
  }
  const stops = [
    subscribe(momentFrames.moment_likes, ({ id, likes }) => {
      // Whoever is pressing it right now learns the count from their own answer.
      if (!isLiking(id)) changeEverywhere(id, (moment) => (moment.likes === likes ? moment : { ...moment, likes }))
    }),
    subscribe(momentFrames.moment_changed, ({ id }) => expectChange(id)),
    subscribe(momentFrames.moment_comments, ({ id }) => {
      talked.add(id)
      expectChange(id)
    }),
    subscribe(momentFrames.moment_gone, ({ id }) => leave(id)),
  ]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

async function readAgain(id: string, leave: (id: string) => void): Promise<void> {
  const before = changesOf(id)
  const result = await readApi(momentCalls.getMoment, { params: { id } })
  if (result.ok && changesOf(id) !== before) return readAgain(id, leave)
  if (result.ok) {
    changeEverywhere(id, () => result.value)
    if (useGone.getState().gone.has(id)) useGone.setState(({ gone }) => ({ gone: new Map([...gone].filter(([other]) => other !== id)) }))
  } else if (result.failure.kind === 'missing') {
    leave(id)
  }
}

/** Its place stays, its words go. */
function markGone(id: string, height: number | null): void {
  useGone.setState(({ gone }) => ({ gone: new Map([...gone, [id, height]]) }))
  changeEverywhere(id, (moment) => ({ ...moment, text: '', link: null, pictures: [] }))
  rereadAlone(id)
}

/** How high the card of a moment is drawn on this page. */
export function drawnHeight(id: string): number | null {
  return document.querySelector(`[data-moment="${CSS.escape(id)}"]`)?.firstElementChild?.getBoundingClientRect().height ?? null
}

import { useQuery } from '@tanstack/react-query'
import { linkCardCalls, type LinkCardData } from '#contract/links/link-cards.ts'
import { limits } from '#contract/limits.ts'
import type { LinkRecord } from '#contract/links/links.ts'
import { callApi } from '#web/platform/api-client.ts'
import { failureOf } from '#web/platform/query.ts'

/* Batches the link cards of a page: a feed of twenty links sends one request. */

type Waiting<T> = { resolve: (found: T | null) => void; reject: (error: unknown) => void }

export type BatchOptions<T> = {
  /** Requests several at once; missing ones become null. */
  ask: (links: string[]) => Promise<readonly (T & { link: string })[]>
  max: number
  /** How long to wait for more requests, in milliseconds. */
  waitMs: number
}

/** Returns a function that requests one item; calls within `waitMs` are batched without duplicates. */
export function createBatch<T>({ ask, max, waitMs }: BatchOptions<T>): (link: string) => Promise<T | null> {
  let waiting = new Map<string, Waiting<T>[]>()
  let timer: ReturnType<typeof setTimeout> | null = null

  function leave(): void {
    const now = [...waiting]
    waiting = new Map()
    if (timer !== null) clearTimeout(timer)
    timer = null
    for (let index = 0; index < now.length; index += max) void settle(now.slice(index, index + max))
  }

  async function settle(request: [link: string, waiting: Waiting<T>[]][]): Promise<void> {
    try {
      const found = new Map((await ask(request.map(([link]) => link))).map((answer) => [answer.link, answer]))
      for (const [link, them] of request) for (const { resolve } of them) resolve(found.get(link) ?? null)
    } catch (error) {
      for (const [, them] of request) for (const { reject } of them) reject(error)
    }
  }

  return (link) =>
    new Promise((resolve, reject) => {
      waiting.set(link, [...(waiting.get(link) ?? []), { resolve, reject }])
      if (waiting.size >= max) leave()
      else timer ??= setTimeout(leave, waitMs)
    })
}

/** The batching delay. Cards of one screen render together, so a short wait collects them all. */
const BATCH_MS = 15
const STALE_MS = 10 * 60_000
/** Polling delays of a pending card; after the last one the link's own data is shown. */
const WAITS_MS = [700, 1_000, 1_500, 2_500, 4_000, 6_000]

const requestCard = createBatch<LinkCardData>({
  ask: async (links) => (await callApi(linkCardCalls.getLinkCards, { body: { links } })).cards,
  max: limits.linkCards.max,
  waitMs: BATCH_MS,
})

/**
 * A link's metadata. `loading` until known; `plain`: only the link's own data, because there is no metadata or it is unavailable;
 * `offline`: our server can't be reached.
 */
export type LinkState =
  | { status: 'loading' }
  | { status: 'ready'; card: LinkCardData }
  | { status: 'gone'; card: LinkCardData }
  | { status: 'plain' }
  | { status: 'offline' }

export function useLinkMetadata({ link }: Pick<LinkRecord, 'link'>): LinkState {
  const { data: card, error } = useQuery({
    queryKey: ['link-card', link],
    queryFn: ({ signal }) => pollUntilKnown(() => requestCard(link), signal),
    staleTime: STALE_MS,
    retry: false,
  })
  if (card) return card.state === 'waiting' ? { status: 'plain' } : { status: card.state, card }
  if (card === null) return { status: 'plain' }
  if (!error) return { status: 'loading' }
  return { status: failureOf(error).kind === 'offline' ? 'offline' : 'plain' }
}

/** Polls until the card is no longer pending, with a limit. */
export async function pollUntilKnown(
  ask: () => Promise<LinkCardData | null>,
  signal: Pick<AbortSignal, 'aborted'>,
  pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
): Promise<LinkCardData | null> {
  let card = await ask()
  for (const waitMs of WAITS_MS) {
    if (card?.state !== 'waiting' || signal.aborted) break
    await pause(waitMs)
    card = await ask()
  }
  return card
}

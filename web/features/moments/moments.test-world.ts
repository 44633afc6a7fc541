import { vi } from 'vitest'
import type { Moment } from '#contract/moments.ts'
import { setNoticeView, type Notice } from '#web/platform/notices.ts'
import { queryClient } from '#web/platform/query.ts'
import { registerSession } from '#web/platform/session-token.ts'

/** A buddy's moment in the server's format. */
export const aMoment = (change: Partial<Moment> = {}): Moment => ({
  id: '0199d3a0-0000-7000-8000-000000000001',
  author: { uid: '0199d3a0-0000-7000-8000-00000000000a', user_name: 'jonas', name: 'Jonas', avatar_url: null },
  text: 'Vinyl corner is finally done.',
  link: null,
  pictures: [],
  audience: 'everyone',
  posted_at: '2026-11-20T10:00:00Z',
  edited_at: null,
  likes: 3,
  liked: false,
  comments: 0,
  mine: false,
  hidden: false,
  is_buddy: true,
  match_percent: null,
  ...change,
})

/** Timeout for a busy machine. */
export const TIMEOUT_MS = 15_000

/** A fetch whose calls wait for the test's answer, and a recorder of notices. Undo it with `vi.unstubAllGlobals`. */
export function fakeCalls() {
  type PendingRequest = { line: string; body: unknown; answer: (status: number, body: unknown) => void; lose: () => void }
  const requests: PendingRequest[] = []
  const notices: Notice[] = []
  queryClient.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  registerSession({ uid: () => 'me', getToken: async () => 'token' })
  setNoticeView((notice) => notices.push(notice))
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null
    requests.push({
      line: `${init.method} ${address}`,
      body,
      answer: (status, text) => resolve(new Response(JSON.stringify(text), { status })),
      lose: () => reject(new TypeError('no network')),
    })
    return promise
  })
  return {
    requests,
    notices,
    /** The only pending call; fails for any other. */
    async next(line: string): Promise<PendingRequest> {
      await vi.waitFor(() => {
        if (requests[0]?.line !== line || requests.length !== 1)
          throw new Error(`asked: ${requests.map((request) => request.line).join(', ')}`)
      }, 15_000)
      const [call] = requests.splice(0)
      if (!call) throw new Error('no call')
      return call
    },
  }
}

export const rejected = { type: 'about:blank', title: 'slow', status: 429, code: 'rate_limited' }

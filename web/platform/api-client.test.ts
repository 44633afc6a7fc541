import * as z from 'zod/mini'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineCall, PAGE_ID_HEADER } from '#contract/base/call.ts'
import { callApi, isCurrentUser, readApi, PAGE_ID } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { registerSession, USER_IS_NULL } from './session-token.ts'

const response = z.object({ name: z.string() })
const readItem = defineCall({
  method: 'GET',
  area: 'auth',
  path: '/items/:id',
  summary: '',
  params: z.object({ id: z.string() }),
  query: z.object({ q: z.optional(z.string()) }),
  response,
})
const removeItem = defineCall({
  method: 'DELETE',
  area: 'auth',
  path: '/items/:id',
  summary: '',
  params: z.object({ id: z.string() }),
  response,
})
const createItem = defineCall({ method: 'POST', area: 'auth', path: '/items', summary: '', body: z.object({ name: z.string() }), response })
const sendFile = defineCall({ method: 'POST', area: 'auth', path: '/files', summary: '', form: true, response })
const readOpen = defineCall({ method: 'GET', area: 'public', path: '/open', summary: '', response })

type Sent = { address: string; method: string; headers: Record<string, string>; body: unknown }
let sent: Sent[]
let replies: (() => Response | Promise<Response>)[]
let rejected: string[]

const reply = (status: number, body: unknown) => () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
const noResponse = () => Promise.reject(new TypeError('Failed to fetch'))
const problem = (status: number, code: string, more = {}) =>
  reply(status, { type: 'about:blank', title: 'A sentence.', status, code, ...more })

beforeEach(() => {
  sent = []
  replies = []
  rejected = []
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    sent.push({ address, method: init.method ?? '', headers: Object.fromEntries(new Headers(init.headers)), body: init.body })
    const next = replies.shift()
    if (!next) throw new Error('no reply was prepared')
    return next()
  })
  signedInAs('uid-1', 'token-1')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function signedInAs(uid: string, token: string) {
  registerSession({
    uid: () => uid,
    getToken: async (options) => (options?.forceRefresh ? `${token}-fresh` : token),
    handleRejectedToken: (refreshed) => void rejected.push(refreshed),
  })
}
function signedOut() {
  registerSession({ uid: () => null, getToken: () => Promise.reject(new Error(USER_IS_NULL)) })
}

describe('authentication', () => {
  it('sends the bearer token with authenticated calls', async () => {
    replies = [reply(200, { name: 'a' })]
    await callApi(readItem, { params: { id: 'a/b' }, query: { q: 'x y' } })
    expect(sent).toEqual([
      {
        address: '/app/auth/items/a%2Fb?q=x+y',
        method: 'GET',
        headers: { accept: 'application/json', authorization: 'Bearer token-1' },
        body: undefined,
      },
    ])
  })

  it('sends no token with public calls, even while signed in', async () => {
    replies = [reply(200, { name: 'a' })]
    await callApi(readOpen)
    expect(sent).toEqual([{ address: '/app/public/open', method: 'GET', headers: { accept: 'application/json' }, body: undefined }])
  })

  it('recognizes the current user’s uid', () => {
    expect([isCurrentUser('uid-1'), isCurrentUser('uid-2'), isCurrentUser(null)]).toEqual([true, false, false])
    signedOut()
    expect(isCurrentUser('uid-1')).toBe(false)
  })

  it('refreshes a token that expired early once, and repeats the call', async () => {
    replies = [problem(401, 'unauthenticated'), reply(200, { name: 'a' })]
    expect(await callApi(readItem, { params: { id: '1' } })).toEqual({ name: 'a' })
    expect(sent.map((call) => call.headers['authorization'])).toEqual(['Bearer token-1', 'Bearer token-1-fresh'])
  })

  it('fails when the refreshed token is rejected too, and reports that the session has ended', async () => {
    replies = [problem(401, 'unauthenticated'), problem(401, 'unauthenticated')]
    expect(await callApi(readItem, { params: { id: '1' } })).toBeNull()
    expect([sent.length, rejected]).toEqual([2, ['token-1-fresh']])
  })

  it('does not report a session because of a 401 that is not about it', async () => {
    replies = [reply(401, '<h1>Proxy login</h1>'), reply(401, '<h1>Proxy login</h1>')]
    expect(await callApi(readItem, { params: { id: '1' } })).toBeNull()
    expect(rejected).toEqual([])
  })
})

describe('GET and DELETE', () => {
  it('return the response', async () => {
    replies = [reply(200, { name: 'a' }), reply(200, { name: 'b' })]
    expect([await callApi(readItem, { params: { id: '1' } }), await callApi(removeItem, { params: { id: '1' } })]).toEqual([
      { name: 'a' },
      { name: 'b' },
    ])
    expect(sent[1]).toMatchObject({ method: 'DELETE', body: undefined })
  })

  it('return null without a request while signed out', async () => {
    signedOut()
    expect([await callApi(readItem, { params: { id: '1' } }), await callApi(removeItem, { params: { id: '1' } })]).toEqual([null, null])
    expect(sent).toEqual([])
  })

  it('sends a public GET while signed out', async () => {
    signedOut()
    replies = [reply(200, { name: 'open' })]
    expect(await callApi(readOpen)).toEqual({ name: 'open' })
  })

  it('log any failure and return null', async () => {
    replies = [problem(500, 'internal'), noResponse, reply(200, '<html>a proxy</html>'), problem(404, 'not_found')]
    const results = []
    for (let left = replies.length; left > 0; left--) results.push(await callApi(removeItem, { params: { id: '1' } }))
    expect(results).toEqual([null, null, null, null])
    expect(vi.mocked(console.error).mock.calls.length).toBeGreaterThanOrEqual(4)
  })

  it('return the reason besides the null', async () => {
    replies = [
      noResponse,
      problem(403, 'profile_required'),
      problem(404, 'not_found'),
      problem(409, 'cool_down'),
      reply(502, 'Bad Gateway'),
    ]
    const reasons = []
    for (let left = replies.length; left > 0; left--) {
      const result = await readApi(readItem, { params: { id: '1' } })
      reasons.push(result.ok ? 'answered' : [result.failure.kind, result.failure.status, result.failure.code])
    }
    expect(reasons).toEqual([
      ['offline', null, null],
      ['forbidden', 403, 'profile_required'],
      ['missing', 404, 'not_found'],
      ['rejected', 409, 'cool_down'],
      ['server', 502, null],
    ])
    signedOut()
    expect(await readApi(readItem, { params: { id: '1' } })).toMatchObject({ ok: false, failure: { kind: 'signed_out' } })
  })
})

describe('POST', () => {
  it('sends JSON and returns the response', async () => {
    replies = [reply(200, { name: 'a' })]
    expect(await callApi(createItem, { body: { name: 'a' } })).toEqual({ name: 'a' })
    expect(sent).toEqual([
      {
        address: '/app/auth/items',
        method: 'POST',
        headers: {
          accept: 'application/json',
          authorization: 'Bearer token-1',
          'content-type': 'application/json',
          [PAGE_ID_HEADER]: PAGE_ID,
        },
        body: '{"name":"a"}',
      },
    ])
  })

  it('sends form data as multipart and leaves the content type to the browser', async () => {
    replies = [reply(200, { name: 'a' })]
    const form = new FormData()
    form.set('file', new Blob(['x']), 'x.webp')
    await callApi(sendFile, { form })
    expect(sent[0]?.headers).not.toHaveProperty('content-type')
    expect(sent[0]?.body).toBe(form)
  })

  it('leaves out the NUL of a pasted text, which the server can’t store', async () => {
    replies = [reply(200, { name: 'a' })]
    await callApi(createItem, { body: { name: 'a\0 \\u0000 b' } })
    expect(sent[0]?.body).toBe(JSON.stringify({ name: 'a \\u0000 b' }))
  })

  it('logs and throws the problem', async () => {
    replies = [problem(409, 'user_name_taken', { request_id: 'r1', errors: [{ field: 'user_name', message: 'Taken.' }] })]
    const failing = callApi(createItem, { body: { name: 'a' } })
    await expect(failing).rejects.toThrow(ApiError)
    await expect(failing).rejects.toMatchObject({
      failure: {
        kind: 'rejected',
        status: 409,
        code: 'user_name_taken',
        sentence: 'A sentence.',
        fields: { user_name: 'Taken.' },
        requestId: 'r1',
      },
    })
    expect(console.error).toHaveBeenCalledOnce()
  })

  it('shows the message of a code that only a newer server has, and no text of a proxy', async () => {
    const proxy = reply(502, JSON.stringify({ type: 'about:blank', title: 'Bad Gateway', status: 502 }))
    replies = [problem(409, 'code_of_tomorrow'), proxy]
    const failures = [await readApi(createItem, { body: { name: 'a' } }), await readApi(createItem, { body: { name: 'a' } })]
    expect(failures).toMatchObject([
      { ok: false, failure: { kind: 'rejected', sentence: 'A sentence.' } },
      { ok: false, failure: { kind: 'server', code: null, sentence: null } },
    ])
  })

  it.each([
    [null, 'A sentence.'],
    ['40', 'A sentence.'],
    ['2041', 'That was a lot in a short time. You can try again in 35 minutes.'],
    ['10000', 'That was a lot in a short time. You can try again in 3 hours.'],
  ])('says when the server accepts it again, after %s seconds', async (seconds, sentence) => {
    replies.push(() => {
      const body = JSON.stringify({ type: 'about:blank', title: 'A sentence.', status: 429, code: 'rate_limited' })
      return new Response(body, { status: 429, headers: seconds === null ? {} : { 'retry-after': seconds } })
    })
    expect(await readApi(createItem, { body: { name: 'a' } })).toMatchObject({ ok: false, failure: { code: 'rate_limited', sentence } })
  })

  it('throws without a response, and while signed out', async () => {
    replies = [noResponse]
    await expect(callApi(createItem, { body: { name: 'a' } })).rejects.toMatchObject({ failure: { kind: 'offline' } })
    signedOut()
    await expect(callApi(createItem, { body: { name: 'a' } })).rejects.toMatchObject({ failure: { kind: 'signed_out' } })
    expect(sent).toHaveLength(1)
  })

  it('keeps tokens out of the log', async () => {
    replies = [problem(500, 'internal')]
    await callApi(createItem, { body: { name: 'a' } }).catch(() => undefined)
    expect(JSON.stringify(vi.mocked(console.error).mock.calls)).not.toContain('token-1')
  })
})

describe('a server that never answers', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal(
      'fetch',
      (_address: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))),
    )
  })
  afterEach(() => vi.useRealTimers())

  it('fails a read after a timeout, so that no page waits forever', async () => {
    const reading = readApi(readItem, { params: { id: '1' } })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await reading).toMatchObject({ ok: false, failure: { kind: 'offline' } })
  })

  it('fails a write after a timeout, so that its button doesn’t wait forever', async () => {
    const writing = callApi(createItem, { body: { name: 'a' } }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(90_000)
    expect(await writing).toMatchObject({ failure: { kind: 'offline' } })
  })

  it('does not time out an upload, which may be large', async () => {
    const settled = vi.fn<() => void>()
    void callApi(sendFile, { form: new FormData() }).finally(settled)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(settled).not.toHaveBeenCalled()
  })
})

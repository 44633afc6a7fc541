import { beforeEach, describe, expect, it } from 'vitest'
import type { Fetch } from './builtin.request.ts'
import { createPopup, type PopupWindow } from './popup.ts'

const alice = { id: 's-1', email: 'alice@example.org', emailVerified: true, name: 'Alice' }
const ISSUER = 'https://id.example/authorize?state=1'

let log: string[]
let isBlocked: boolean
let hasFocus: boolean
let windows: (PopupWindow & { closed: boolean; address: string })[]
let listeners: Set<(message: unknown) => void>
let timers: { at: number; work: () => void }[]
let nowMs: number
let user: typeof alice | null
let begin: () => Promise<Response>
let requests: unknown[]

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

beforeEach(() => {
  log = []
  isBlocked = false
  hasFocus = true
  windows = []
  listeners = new Set()
  timers = []
  nowMs = 0
  user = null
  requests = []
  begin = async () => answer({ url: ISSUER })
})

const fetch: Fetch = async (address, init) => {
  log.push(`asks ${address}`)
  if (address === '/identity/get-session') return answer({ user })
  requests.push(JSON.parse(typeof init.body === 'string' ? init.body : ''))
  return begin()
}

const browser = {
  open: (size: { width: number; height: number }) => {
    log.push(`opens ${size.width} x ${size.height}`)
    if (isBlocked) return null
    const opened = {
      closed: false,
      address: 'about:blank',
      close() {
        this.closed = true
      },
      goTo(address: string) {
        this.address = address
      },
    }
    windows.push(opened)
    return opened
  },
  listen: (listener: (message: unknown) => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  hasFocus: () => hasFocus,
  newFlow: () => `flow-${windows.length}`,
  startTimer: (work: () => void, ms: number) => {
    const timer = { at: nowMs + ms, work }
    timers.push(timer)
    return () => void (timers = timers.filter((other) => other !== timer))
  },
}
const postMessage = (message: unknown) => listeners.forEach((listener) => listener(message))

/** Advances the time; due timers run in order. */
async function pass(ms: number) {
  const until = nowMs + ms
  for (;;) {
    const [next] = timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)
    if (!next) break
    nowMs = next.at
    timers = timers.filter((timer) => timer !== next)
    next.work()
    await settled()
  }
  nowMs = until
}

let late: number
let openPopup: ReturnType<typeof createPopup>
beforeEach(() => {
  late = 0
  openPopup = createPopup({ fetch, browser })
})

/** Starts a sign-in and records its outcome. */
function start(subject?: string) {
  const state = { outcome: 'waiting' }
  void openPopup('google', { ...(subject === undefined ? {} : { subject }), onLate: () => late++ }).then(
    () => (state.outcome = 'signed in'),
    (error: { code: string }) => (state.outcome = error.code),
  )
  return state
}

/** Starts a sign-in whose window closes after a second. */
async function whenClosed() {
  const popup = start()
  await settled()
  await pass(1_000)
  windows[0]?.close()
  return popup
}

describe('the popup', () => {
  it('opens at once with 500 by 600 pixels, before any request', () => {
    start()
    expect(log[0]).toBe('opens 500 x 600')
    expect(windows[0]?.address).toBe('about:blank')
  })

  it('navigates to the issuer as soon as the server returns its address', async () => {
    start()
    await settled()
    expect([windows[0]?.address, requests]).toEqual([ISSUER, [{ provider: 'google', flow: 'flow-1' }]])
  })

  it('reports a blocked popup and sends no request', async () => {
    isBlocked = true
    const popup = start()
    await settled()
    expect([popup.outcome, log]).toEqual(['popup-blocked', ['opens 500 x 600']])
  })

  it.each([
    [async () => answer({ code: 'provider_unavailable' }, 502), 'network-request-failed'],
    [() => Promise.reject(new TypeError('Failed to fetch')), 'network-request-failed'],
    [async () => answer({ code: 'forbidden' }, 403), 'unauthorized-domain'],
    [async () => answer({ code: 'not_offered' }, 404), 'provider-not-configured'],
    [async () => answer({ code: 'x' }, 429), 'too-many-requests'],
    [async () => answer({ url: 'javascript:alert(1)' }), 'internal'],
  ])('closes when the server does not return an address', async (failure, code) => {
    begin = failure
    const popup = start()
    await expect.poll(() => popup.outcome).toBe(code)
    expect([windows[0]?.closed, listeners.size, timers]).toEqual([true, 0, []])
  })

  it('ends the first sign-in when a second one starts', async () => {
    const first = start()
    await settled()
    const second = start()
    await settled()
    expect([first.outcome, windows.map(({ closed }) => closed)]).toEqual(['popup-closed-by-user', [true, false]])
    postMessage({ flow: 'flow-2', error: null })
    await settled()
    expect(second.outcome).toBe('signed in')
  })
})

describe('the outcome', () => {
  it('resolves with the message of the final page, and cleans up', async () => {
    const popup = start()
    await settled()
    postMessage({ flow: 'flow-1', error: null })
    await settled()
    expect([popup.outcome, windows[0]?.closed, listeners.size, timers]).toEqual(['signed in', true, 0, []])
  })

  it.each([['not ours'], [null], [{ flow: 'another', error: null }], [{ flow: 'flow-1' }], [{ flow: 'flow-1', error: 3 }]])(
    'ignores the message %j',
    async (message) => {
      const popup = start()
      await settled()
      postMessage(message)
      await settled()
      expect(popup.outcome).toBe('waiting')
    },
  )

  it.each([
    ['access_denied', 'popup-closed-by-user'],
    ['USER_MISMATCH', 'user-mismatch'],
    ['signup_disabled', 'user-mismatch'],
    ['account_not_linked', 'email-already-in-use'],
    ['email_not_found', 'email-not-shared'],
    ['temporarily_unavailable', 'network-request-failed'],
    ['state_mismatch', 'internal'],
    ['unable_to_get_user_info', 'internal'],
  ])('maps the error %s to %s', async (error, code) => {
    const popup = start('s-1')
    await settled()
    postMessage({ flow: 'flow-1', error })
    await settled()
    expect([popup.outcome, requests]).toEqual([code, [{ provider: 'google', flow: 'flow-1', subject: 's-1' }]])
  })
})

describe('a popup that has closed', () => {
  it('is reported as closed within a second', async () => {
    const popup = await whenClosed()
    await pass(999)
    expect(popup.outcome).toBe('popup-closed-by-user')
  })

  it('is reported as closed after ten seconds, not before, while another window has the focus: it may only look closed', async () => {
    hasFocus = false
    const popup = await whenClosed()
    await pass(9_999)
    expect(popup.outcome).toBe('waiting')
    await pass(1_000)
    expect(popup.outcome).toBe('popup-closed-by-user')
  })

  it('is reported as closed within a second after the focus returns to the page', async () => {
    hasFocus = false
    const popup = await whenClosed()
    await pass(5_000)
    hasFocus = true
    await pass(999)
    expect(popup.outcome).toBe('popup-closed-by-user')
  })

  it('signs in when the session exists although its message was lost', async () => {
    const popup = await whenClosed()
    user = alice
    await pass(999)
    expect(popup.outcome).toBe('signed in')
  })

  it('signs in when the session appears while another window has the focus', async () => {
    hasFocus = false
    const popup = await whenClosed()
    await pass(2_000)
    user = alice
    hasFocus = true
    await pass(999)
    expect(popup.outcome).toBe('signed in')
  })

  it('does not sign in again when the same user was signed in before', async () => {
    user = alice
    const popup = await whenClosed()
    await pass(10_000)
    expect(popup.outcome).toBe('popup-closed-by-user')
  })

  it('reports a late success once, when it only looked closed', async () => {
    const popup = await whenClosed()
    await pass(60_000)
    expect([popup.outcome, late]).toEqual(['popup-closed-by-user', 0])
    postMessage({ flow: 'flow-1', error: null })
    postMessage({ flow: 'flow-1', error: null })
    expect([late, listeners.size, timers]).toEqual([1, 0, []])
  })

  it('is followed no longer than the server remembers the flow', async () => {
    await whenClosed()
    await pass(600_000)
    expect([listeners.size, timers]).toEqual([0, []])
  })

  it('is reported as closed after ten minutes without activity', async () => {
    const popup = start()
    await settled()
    await pass(599_999)
    expect(popup.outcome).toBe('waiting')
    await pass(1)
    expect([popup.outcome, windows[0]?.closed]).toEqual(['popup-closed-by-user', true])
  })
})

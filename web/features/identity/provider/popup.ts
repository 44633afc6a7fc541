/* The window in which another provider signs people in. It opens inside the click, ends on a page of ours that says how it
   went over a channel, and is never asked for anything else: the session is in a cookie by then. */
import * as z from 'zod/mini'
import { readUser } from './builtin.answers.ts'
import { type Fetch, requestBuiltin } from './builtin.request.ts'
import type { OpenPopup } from './builtin.ways.ts'
import { IdentityError, type IdentityErrorCode } from './identity.provider.ts'

export type PopupWindow = { readonly closed: boolean; close(): void; goTo(address: string): void }

/** What the browser gives. */
export type PopupBrowser = {
  /** Opens an empty window of that size, or none (blocked). */
  open(size: { width: number; height: number }): PopupWindow | null
  /** Hears what done pages say. Returns its own end. */
  listen(hear: (message: unknown) => void): () => void
  /** A name that nobody guesses, for one way through the window. */
  newFlow(): string
  /** Calls `work` after a pause; returns what takes it back. */
  later(work: () => void, ms: number): () => void
}

/** The size that people know from sign-in windows (spec). */
const SIZE = { width: 500, height: 600 }
const LOOK_EVERY_MS = 500
/** After the window is gone, its message may be under way; then the session tells. */
const ASK_AFTER_MS = 1_500
/** An issuer whose pages cut themselves off makes an open window look closed: only now the person hears of it. */
const REPORT_AFTER_MS = 10_000
/** As long as the server remembers that somebody set out. Until then a late success still counts. */
const WAIT_AT_MOST_MS = 600_000

const doneMessage = z.object({ flow: z.string(), error: z.nullable(z.string()) })
const beginAnswer = z.object({ url: z.url({ protocol: /^https?$/ }) })

/** What the done page is told when it did not go well. What is missing here is nobody's mistake: 'internal'. */
const refusals: Record<string, IdentityErrorCode> = {
  USER_MISMATCH: 'user-mismatch',
  // Only a plain sign-in makes accounts: whoever was to prove themselves used one that is new here.
  signup_disabled: 'user-mismatch',
  account_not_linked: 'email-already-in-use',
  email_not_found: 'email-not-shared',
  access_denied: 'popup-closed-by-user',
  login_required: 'popup-closed-by-user',
  consent_required: 'popup-closed-by-user',
  interaction_required: 'popup-closed-by-user',
  server_error: 'network-request-failed',
  temporarily_unavailable: 'network-request-failed',
}

/** Opens the windows of the built-in provider's other issuers, one at a time. */
export function createPopup({ fetch, browser }: { fetch: Fetch; browser: PopupBrowser }): OpenPopup {
  let before: { giveUp(): void } | undefined
  const whoIsIn = async () => readUser(await requestBuiltin(fetch, '/get-session'))?.subject ?? null

  return async (provider, { subject, onLate }) => {
    before?.giveUp()
    // Nothing may be awaited before this line: browsers allow windows in a click only.
    const popup = browser.open(SIZE)
    if (!popup || popup.closed) throw new IdentityError('popup-blocked')
    const flow = browser.newFlow()
    const wasIn = whoIsIn().catch(() => null)
    const hasChanged = async () => {
      const now = await whoIsIn().catch(() => null)
      return now !== null && now !== (await wasIn)
    }
    const going = follow(browser, popup, { flow, hasChanged, onLate })
    before = going
    try {
      const body = { provider, flow, ...(subject === undefined ? {} : { subject }) }
      popup.goTo(beginAnswer.parse(await requestBuiltin(fetch, '/sign-in/social', body)).url)
    } catch (error) {
      going.fail(error instanceof IdentityError ? error : new IdentityError('internal', { cause: error }))
    }
    return going.outcome
  }
}

type Followed = {
  flow: string
  /** Whether somebody is signed in now who was not when the window opened. */
  hasChanged: () => Promise<boolean>
  /** Fires when it went well after all, though `outcome` has failed. */
  onLate: () => void
}

/** Waits for what becomes of one window, and cleans up after it. */
function follow(browser: PopupBrowser, popup: PopupWindow, { flow, hasChanged, onLate }: Followed) {
  const outcome = Promise.withResolvers<void>()
  const timers = new Set<() => void>()
  let isReported = false
  // Whoever opened the window may still be waiting for its address when it ends.
  outcome.promise.catch(() => undefined)
  const stopListening = browser.listen((message) => {
    const said = doneMessage.safeParse(message)
    if (!said.success || said.data.flow !== flow) return
    if (said.data.error === null) succeed()
    else fail(new IdentityError(refusals[said.data.error] ?? 'internal', { cause: said.data.error }))
  })

  const after = (ms: number, work: () => void) => void timers.add(browser.later(work, ms))

  function stop(): void {
    stopListening()
    for (const cancel of timers) cancel()
    popup.close()
  }

  function succeed(): void {
    stop()
    if (isReported) onLate()
    else outcome.resolve()
  }

  function fail(error: IdentityError): void {
    stop()
    outcome.reject(error)
  }

  /** Says that the window is gone, and goes on listening: it may only look so. */
  function report(): void {
    isReported = true
    outcome.reject(new IdentityError('popup-closed-by-user'))
  }

  async function succeedIfChanged(): Promise<boolean> {
    const isIn = await hasChanged()
    if (isIn) succeed()
    return isIn
  }

  function look(): void {
    if (!popup.closed) return after(LOOK_EVERY_MS, look)
    after(ASK_AFTER_MS, () => void succeedIfChanged())
    after(REPORT_AFTER_MS, () => void succeedIfChanged().then((isIn) => isIn || report()))
  }

  after(LOOK_EVERY_MS, look)
  after(WAIT_AT_MOST_MS, () => fail(new IdentityError('popup-closed-by-user')))
  return { outcome: outcome.promise, fail, giveUp: () => fail(new IdentityError('popup-closed-by-user')) }
}

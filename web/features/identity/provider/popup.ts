/* The sign-in popup of an external provider. It opens inside the click and ends on our page, which reports the outcome over a
   channel. The session is in a cookie by then. */
import { isWebAddress, readAs, readUser } from './builtin.responses.ts'
import { type Fetch, requestBuiltin } from './builtin.request.ts'
import type { OpenPopup } from './builtin.sign-in-methods.ts'
import { IdentityError, type IdentityErrorCode } from './identity.provider.ts'

export type PopupWindow = { readonly closed: boolean; close(): void; goTo(address: string): void }

/** The browser functions that the popup needs. */
export type PopupBrowser = {
  /** Opens an empty window of that size; null when blocked. */
  open(size: { width: number; height: number }): PopupWindow | null
  /** Calls the listener with the messages of final pages. Returns an unsubscribe function. */
  listen(listener: (message: unknown) => void): () => void
  /** Whether the page, and not another window, has the focus. */
  hasFocus(): boolean
  /** An unguessable ID for one popup flow. */
  newFlow(): string
  /** Calls `work` after a delay; returns a function that cancels it. */
  startTimer(work: () => void, ms: number): () => void
}

/** The usual size of sign-in popups (spec). */
const SIZE = { width: 500, height: 600 }
const POLL_MS = 250
/** Delay between the popup's closing and the session check; its message may still arrive. */
const SESSION_CHECK_DELAY_MS = 250
/**
 * An issuer's cross-origin isolation makes an open popup look closed. While the page doesn't have the focus, the popup may have it,
 * so closing is reported only after this delay.
 */
const REPORT_CLOSED_AFTER_MS = 10_000
/** The server remembers a flow for this long. Until then a late success counts. */
const FLOW_TIMEOUT_MS = 600_000

type FinalMessage = { flow: string; error: string | null }

/** Maps the errors of the final page. Unknown errors become 'internal'. */
const errorCodes: Record<string, IdentityErrorCode> = {
  USER_MISMATCH: 'user-mismatch',
  // Only a plain sign-in creates accounts: the user re-authenticated with an account that is unknown here.
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

/** Opens the popups of the built-in provider's external issuers, one at a time. */
export function createPopup({ fetch, browser }: { fetch: Fetch; browser: PopupBrowser }): OpenPopup {
  let previous: { cancel(): void } | undefined
  const signedInSubject = async () => readUser(await requestBuiltin(fetch, '/get-session'))?.subject ?? null

  return async (provider, { subject, onLate }) => {
    previous?.cancel()
    // Nothing may be awaited before this line: browsers open popups only synchronously in a click.
    const popup = browser.open(SIZE)
    if (!popup || popup.closed) throw new IdentityError('popup-blocked')
    const flow = browser.newFlow()
    const wasIn = signedInSubject().catch(() => null)
    const hasChanged = async () => {
      const now = await signedInSubject().catch(() => null)
      return now !== null && now !== (await wasIn)
    }
    const going = follow(browser, popup, { flow, hasChanged, onLate })
    previous = going
    try {
      const body = { provider, flow, ...(subject === undefined ? {} : { subject }) }
      const { url } = readAs<{ url: string }>(await requestBuiltin(fetch, '/sign-in/social', body))
      if (!isWebAddress(url)) throw new IdentityError('internal', { cause: 'not a web address' })
      popup.goTo(url)
    } catch (error) {
      going.fail(error instanceof IdentityError ? error : new IdentityError('internal', { cause: error }))
    }
    return going.outcome
  }
}

type FollowOptions = {
  flow: string
  /** Whether a user is signed in now who was not when the popup opened. */
  hasChanged: () => Promise<boolean>
  /** Called on a success after `outcome` was rejected. */
  onLate: () => void
}

/** Waits for a popup's outcome and cleans up. */
function follow(browser: PopupBrowser, popup: PopupWindow, { flow, hasChanged, onLate }: FollowOptions) {
  const outcome = Promise.withResolvers<void>()
  const timers = new Set<() => void>()
  let isReported = false
  let isStopped = false
  // The caller may still be waiting for the address when this rejects.
  outcome.promise.catch(() => undefined)
  const stopListening = browser.listen((message) => {
    if (!isFinal(message) || message.flow !== flow) return
    if (message.error === null) succeed()
    else fail(new IdentityError(errorCodes[message.error] ?? 'internal', { cause: message.error }))
  })

  const after = (ms: number, work: () => void) => void (isStopped || timers.add(browser.startTimer(work, ms)))

  function stop(): void {
    isStopped = true
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

  /** Reports the popup as closed but keeps listening, because it may only appear closed. */
  function report(): void {
    isReported = true
    outcome.reject(new IdentityError('popup-closed-by-user'))
  }

  async function succeedIfChanged(): Promise<boolean> {
    const isIn = await hasChanged()
    if (isIn) succeed()
    return isIn
  }

  function check(): void {
    if (!popup.closed) return after(POLL_MS, check)
    after(SESSION_CHECK_DELAY_MS, () => void succeedIfChanged().then((isIn) => isIn || reportOnFocus(REPORT_CLOSED_AFTER_MS)))
  }

  function reportOnFocus(remainingMs: number): void {
    if (isStopped) return
    if (browser.hasFocus() || remainingMs <= 0) return void succeedIfChanged().then((isIn) => isIn || report())
    after(POLL_MS, () => reportOnFocus(remainingMs - POLL_MS))
  }

  after(POLL_MS, check)
  after(FLOW_TIMEOUT_MS, () => fail(new IdentityError('popup-closed-by-user')))
  return { outcome: outcome.promise, fail, cancel: () => fail(new IdentityError('popup-closed-by-user')) }
}

const isFinal = (message: unknown): message is FinalMessage =>
  typeof message === 'object' &&
  message !== null &&
  'flow' in message &&
  'error' in message &&
  (message.error === null || typeof message.error === 'string')

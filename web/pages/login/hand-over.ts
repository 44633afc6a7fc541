import { APP_SCHEME } from '#web/platform/app-link.ts'

/** The parameter with which the app sends somebody to the log-in page of the browser: the challenge only the app can meet. */
export const HAND_OVER = 'hand-over'

/** The challenge of an address; null for a plain log-in. */
export function challengeOf(search: string): string | null {
  return new URLSearchParams(search).get(HAND_OVER) || null
}

/** Leads from the browser into the app, with a code that is good once, for a minute, and for that app alone. */
export const handOverAddress = (token: string): string => `${APP_SCHEME}://app/login?mode=custom-token#${token}`

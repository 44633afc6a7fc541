import { APP_SCHEME } from '#web/platform/app-link.ts'

/** The parameter with the challenge when the native app opens the browser's log-in page. */
export const HAND_OVER = 'hand-over'

/** The challenge of an address; null for a plain log-in. */
export function challengeOf(search: string): string | null {
  return new URLSearchParams(search).get(HAND_OVER) || null
}

/** Opens the app with a single-use code, valid for one minute and only for that app. */
export const handOverAddress = (token: string): string => `${APP_SCHEME}://app/login?mode=custom-token#${token}`

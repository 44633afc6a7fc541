import { APP_SCHEME } from '#web/platform/app-link.ts'

/** The parameter with the challenge when the native app opens the browser's log-in page. */
export const SESSION_TRANSFER = 'hand-over'

/** The challenge of an address; null for a plain log-in. */
export function challengeOf(search: string): string | null {
  return new URLSearchParams(search).get(SESSION_TRANSFER) || null
}

/** Opens the app with a single-use code, valid for one minute and only for that app. */
export const sessionTransferAddress = (token: string): string => `${APP_SCHEME}://app/login?mode=custom-token#${token}`

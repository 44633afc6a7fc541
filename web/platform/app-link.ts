import { returnPath } from '#contract/base/return-path.ts'

/** The scheme of addresses that only the app opens: `wavelength://app/<path>`. The projects in `native` name the same (a test compares). */
export const APP_SCHEME = 'wavelength'
const APP_HOST = 'app'

/**
 * The path of ours, with its query and fragment, that an address opened from outside leads to; null when it leads nowhere in the app.
 * @param host the host whose https addresses are ours
 */
export function pathOfAppLink(address: string, host: string): string | null {
  const url = URL.parse(address)
  if (!url || url.username || url.password) return null
  if (!isOurs(url, host) || /^\/*$/.test(url.pathname)) return null
  return returnPath(url.pathname + url.search + url.hash)
}

/** Whether an address that leads nowhere is simply the app itself, which is no fault. */
export function isRootLink(address: string, host: string): boolean {
  const url = URL.parse(address)
  return url !== null && isOurs(url, host) && /^\/*$/.test(url.pathname)
}

const isOurs = (url: URL, host: string): boolean =>
  url.protocol === 'https:' ? url.host === host : url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST

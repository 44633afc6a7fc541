import { returnPath } from '#contract/base/return-path.ts'

/** The scheme of addresses that only the app opens: `wavelength://app/<path>`. The projects in `native` name the same (a test compares). */
export const APP_SCHEME = 'wavelength'
const APP_HOST = 'app'

/** The path, query and fragment of an app link; null when it is not one of ours. @param host the host of our https addresses */
export function pathOfAppLink(address: string, host: string): string | null {
  const url = URL.parse(address)
  if (!url || url.username || url.password) return null
  if (!isOurs(url, host) || /^\/*$/.test(url.pathname)) return null
  return returnPath(url.pathname + url.search + url.hash)
}

/** Whether an address without a path is the app itself, which is not an error. */
export function isRootLink(address: string, host: string): boolean {
  const url = URL.parse(address)
  return url !== null && isOurs(url, host) && /^\/*$/.test(url.pathname)
}

const isOurs = (url: URL, host: string): boolean =>
  url.protocol === 'https:' ? url.host === host : url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST

import { returnPath } from '#contract/base/return-path.ts'
import { writeStored, readStored } from '#web/platform/storage/browser-storage.ts'
import { ACCOUNT_SETUP, LOGIN } from './auth-paths.ts'

const RETURN_PATH_KEY = 'wanted'

/** The return path stays in the tab after a sign-out in another tab, so that the same page opens after the next sign-in. */
export const isReturnPathKey = (name: string): boolean => name === RETURN_PATH_KEY

export function saveReturnPath({ pathname, search }: { pathname: string; search: string }): void {
  if (pathname !== ACCOUNT_SETUP) writeStored(RETURN_PATH_KEY, pathname + search, 'tab')
}

/** Returns the return path once; `/` if there is none. */
export function consumeReturnPath(): string {
  const path = readStored(RETURN_PATH_KEY, 'tab')
  writeStored(RETURN_PATH_KEY, null, 'tab')
  return (path !== LOGIN && returnPath(path)) || '/'
}

/** The return path, without consuming it. */
export function peekReturnPath(): string {
  return returnPath(readStored(RETURN_PATH_KEY, 'tab')) ?? '/'
}

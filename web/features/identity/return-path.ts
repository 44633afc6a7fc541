import { returnPath } from '#contract/base/return-path.ts'
import { keep, recall } from '#web/platform/local-memory.ts'
import { ACCOUNT_SETUP, LOGIN } from './guard.ts'

const WANTED = 'wanted'

/** The return path stays in the tab after a sign-out in another tab, so that the same page opens after the next sign-in. */
export const isReturnPathKey = (name: string): boolean => name === RETURN_PATH_KEY

/** Saves the return path in this tab. */
export function saveReturnPath({ pathname, search }: { pathname: string; search: string }): void {
  if (pathname !== ACCOUNT_SETUP) writeStored(RETURN_PATH_KEY, pathname + search, 'tab')
}

/** Where the person wanted to go before the guard stepped in, once; `/` when nowhere. */
export function takeWanted(): string {
  const wanted = recall(WANTED, 'tab')
  keep(WANTED, null, 'tab')
  return (wanted !== LOGIN && returnPath(wanted)) || '/'
}

/** Where `takeWanted` will lead, without taking it. */
export function peekWanted(): string {
  return returnPath(recall(WANTED, 'tab')) ?? '/'
}

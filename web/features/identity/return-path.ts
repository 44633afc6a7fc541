import { returnPath } from '#contract/base/return-path.ts'
import { keep, recall } from '#web/platform/local-memory.ts'
import { ACCOUNT_SETUP, LOGIN } from './guard.ts'

const WANTED = 'wanted'

/** What a tab keeps when its person has left: they may come back to where the guard stepped in. */
export const staysInTab = (name: string): boolean => name === WANTED

/** Keeps where somebody wanted to go when the guard stepped in, for this tab. */
export function rememberWanted({ pathname, search }: { pathname: string; search: string }): void {
  if (pathname !== ACCOUNT_SETUP) keep(WANTED, pathname + search, 'tab')
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

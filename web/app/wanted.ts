import { keep, recall } from '#web/platform/local-memory.ts'
import { ACCOUNT_SETUP, LOGIN } from './guard.ts'

/** Keeps where somebody wanted to go when the guard stepped in, for this tab. */
export function rememberWanted({ pathname, search }: { pathname: string; search: string }): void {
  if (pathname !== ACCOUNT_SETUP) keep('wanted', pathname + search, 'tab')
}

/** Where the person wanted to go before the guard stepped in, once; `/` when nowhere. */
export function takeWanted(): string {
  const wanted = recall('wanted', 'tab')
  keep('wanted', null, 'tab')
  // Only addresses of our own pages; `//host` and `/\host` would leave the site.
  return wanted && /^\/(?![/\\])/.test(wanted) && wanted !== LOGIN ? wanted : '/'
}

import { keep, recall } from '#web/platform/local-memory.ts'
import { ACCOUNT_SETUP, LOGIN } from './guard.ts'

/** The base makes paths readable; it is never called. */
const HERE = 'https://here.invalid'

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
  return (wanted !== LOGIN && ownPath(wanted)) || '/'
}

/** Where `takeWanted` will lead, without taking it. */
export function peekWanted(): string {
  return ownPath(recall(WANTED, 'tab')) ?? '/'
}

/** The text as a path of our own pages; null for whatever would leave the site. */
export function ownPath(text: string | null): string | null {
  if (!text?.startsWith('/')) return null
  const address = URL.parse(text, HERE)
  // `/\host` is read as `//host`, and `/.//host` becomes it.
  if (address?.origin !== HERE || address.pathname.startsWith('//')) return null
  return address.pathname + address.search + address.hash
}

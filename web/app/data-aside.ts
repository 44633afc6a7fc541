/* The stored values of accounts that are signed in at this browser but not active. Features read other keys, so they see only those of
   the active account. */
import { readStored, storedNames, writeStored } from '#web/platform/browser-storage.ts'

type Store = 'local' | 'tab'

const PREFIX = 'aside.'

export const isAsideKey = (name: string): boolean => name.startsWith(PREFIX)

export const hasAside = (): boolean => [...storedNames(), ...storedNames('tab')].some(isAsideKey)

/** Moves the values that `isTheirs` accepts to the account's own key. */
export function putAside(subject: string, isTheirs: (name: string) => boolean, store: Store = 'local'): void {
  const names = storedNames(store).filter((name) => !isAsideKey(name) && isTheirs(name))
  const values = Object.fromEntries(names.map((name) => [name, readStored(name, store)]))
  writeStored(PREFIX + subject, JSON.stringify(values), store)
  for (const name of names) writeStored(name, null, store)
}

/** Moves an account's values back to where features read them. */
export function bringBack(subject: string, store: Store = 'local'): void {
  for (const [name, value] of Object.entries(valuesOf(subject, store))) writeStored(name, value, store)
  writeStored(PREFIX + subject, null, store)
}

/** Deletes the values of all other accounts. */
export function dropAside(signedIn: readonly string[]): void {
  for (const store of ['local', 'tab'] as const) {
    const gone = storedNames(store).filter((name) => isAsideKey(name) && !signedIn.includes(name.slice(PREFIX.length)))
    for (const name of gone) writeStored(name, null, store)
  }
}

/** The users with stored data, the active one included. */
export function uidsInBrowser(): string[] {
  const names = storedNames()
  const aside = names.filter(isAsideKey).flatMap((name) => Object.entries(valuesOf(name.slice(PREFIX.length), 'local')))
  const own = names.map((name): [string, string | null] => [name, readStored(name)])
  return [...aside, ...own].flatMap(([name, value]) => (name.startsWith('profile.') ? (uidOf(value) ?? []) : []))
}

function valuesOf(subject: string, store: Store): Record<string, string> {
  const values = parsed(readStored(PREFIX + subject, store))
  return Object.fromEntries(Object.entries(values ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

function uidOf(profile: string | null): string | null {
  const uid: unknown = { ...parsed(profile) }['uid' as keyof object]
  return typeof uid === 'string' ? uid : null
}

function parsed(text: string | null): object | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' ? value : null
  } catch {
    // Invalid stored data counts as none.
    return null
  }
}

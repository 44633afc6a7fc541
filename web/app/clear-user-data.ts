/* Clears a user's data from this browser after a sign-out or a user switch. Features clear their memory themselves (`onUserLeft`);
   this clears what is stored. */
import { deleteChatHistory } from '#web/features/chat/storage/history-cache.ts'
import { memoryOnlyName } from '#web/features/chat/storage/outbox.ts'
import { deleteVoiceDrafts } from '#web/features/chat/storage/voice-drafts.ts'
import { endPush, PAUSED_PREFIX } from '#web/features/notifications/push.ts'
import { deletePictureDrafts } from '#web/features/uploads/picture-drafts.ts'
import { clearCachedResponses } from '#web/platform/cached-responses.ts'
import { readStored, writeStored, storedNames } from '#web/platform/storage/browser-storage.ts'
import { memoryOnly, setMemoryOnly } from '#web/platform/storage/memory-only.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { logger } from '#web/platform/log.ts'
import { CLEANUP_PENDING, identityMethods, identityProvider } from '#web/features/identity/session.ts'
import { consumeReturnPath, isReturnPathKey } from '#web/features/identity/return-path.ts'
import { LOGIN, SIGN_UP } from '#web/features/identity/auth-paths.ts'

const log = logger('session')

/** Keys that stay: settings of the browser, and IDs without user content. All other keys are deleted. */
const keptKeys: ReadonlySet<string> = new Set([
  'session',
  'left',
  'firebase',
  // An account that Firebase still has to delete.
  'firebase.deletion',
  'custom-token-verifier',
  'language',
  'language.chosen',
  'color-scheme',
  'text-size',
  'motion',
  'players',
  'preview',
  'chat.enter',
  'keys.help-off',
  // The outbox and pending commands stay (decision 0020).
  'unsent',
  'undone',
])
/** Prefixes of keys that stay and end with an account's or user's ID: two choices, pending posts and deletions, and unsent messages. */
const keptPrefixes: readonly string[] = ['first-steps.', PAUSED_PREFIX, 'moments-outgoing.', 'moment-removals.', memoryOnlyName('')]

/** Lengths of unsent recordings, which are deleted: they may be large, and their conversation may belong to both accounts. */
const VOICE_DRAFTS = 'voice-drafts'
/** The value of `CLEANUP_PENDING`, instead of the former user, when only the databases remain to be cleared. */
const DATABASES_ONLY = 'databases'

/**
 * Clears cached content, drafts, choices and searches in this browser, and ends its push subscription.
 * Drafts and choices of an account that is still signed in are put aside until it is active again; those of the new user are
 * brought back. Notifies a user whose session has ended elsewhere.
 */
export async function clearUserData(left: string | null, isStillIn: boolean, wasEnded: boolean): Promise<void> {
  if (wasEnded) notify('neutral', i18n._({ id: 'session.ended', message: 'You’ve been signed out here.' }))
  const now = readStored('session')
  if (left !== DATABASES_ONLY) {
    if (isStillIn && left !== null && left !== now) stashData(left, (name) => isOfUser(name, now) && name !== VOICE_DRAFTS)
    clearStoredExcept((name) => !isOfUser(name, now) || isInactiveKey(name))
    for (const name of memoryOnly.keys()) if (isOfUser(name, now)) setMemoryOnly(name, null)
    if (now !== null) restoreStored(now)
    // Repeating the lines above after an interruption would move the new user's data.
    writeStored(CLEANUP_PENDING, DATABASES_ONLY)
  }
  clearTab(isStillIn ? left : null, now)
  // Must finish before the app can open again for another user.
  const pushRecorded = endPush(left === DATABASES_ONLY ? null : left)
  await dropSignedOutAccounts()
  await Promise.all([pushRecorded, clearCachedResponses(), deleteChatHistory(), deleteVoiceDrafts(), deletePictureDrafts(draftNames())])
}

/** The same for this tab only, after another tab has changed the user. */
export function clearTab(left: string | null, now: string | null): void {
  if (left !== null && now !== null) stashData(left, (name) => !isReturnPathKey(name), 'tab')
  clearStoredExcept((name) => isReturnPathKey(name) || isInactiveKey(name), 'tab')
  if (now !== null) restoreStored(now, 'tab')
}

/** Where a tab goes after a sign-in in another tab: a login page, where the user wanted to go. Null: it loads its page again. */
export function pathAfterSignIn({ pathname, search, hash }: Location): string | null {
  // A page with parameters finishes a sign-in of its own, such as that of an emailed link.
  const isWaiting = (pathname === LOGIN || pathname === SIGN_UP) && search === '' && hash === ''
  return isWaiting ? consumeReturnPath() : null
}

/** Deletes stored data of accounts that have been signed out. Without a response, the next visit repeats it. */
export async function dropSignedOutAccounts(): Promise<void> {
  if (!hasInactiveData()) return
  try {
    const { kind } = identityProvider()
    const signedIn = kind === 'builtin' ? await (await (await identityMethods()).accounts()).list() : []
    dropInactiveData(signedIn.map(({ subject }) => subject))
  } catch (error) {
    log.warn('reading the accounts of this browser failed', { why: String(error) })
  }
}

/** Whether a key is user data. After a user switch, the new user's profile state stays. */
const isOfUser = (name: string, now: string | null) =>
  name !== `profile.${now}` && !keptKeys.has(name) && !keptPrefixes.some((prefix) => name.startsWith(prefix))

/** The picture drafts of accounts that are signed in here. */
const draftNames = (): string[] => uidsInBrowser().map((uid) => `moment.${uid}`)

/* The stored values of accounts that are signed in at this browser but not active. Features read other keys, so they see only those of
   the active account. */

type Store = 'local' | 'tab'

const PREFIX = 'aside.'

const isInactiveKey = (name: string): boolean => name.startsWith(PREFIX)

const hasInactiveData = (): boolean => [...storedNames(), ...storedNames('tab')].some(isInactiveKey)

/** Removes all keys except those that `stays` accepts. */
function clearStoredExcept(stays: (name: string) => boolean, store: Store = 'local'): void {
  for (const name of storedNames(store)) if (!stays(name)) writeStored(name, null, store)
}

/** Moves the values that `isTheirs` accepts to the account's own key. */
function stashData(subject: string, isTheirs: (name: string) => boolean, store: Store = 'local'): void {
  const names = storedNames(store).filter((name) => !isInactiveKey(name) && isTheirs(name))
  const values = Object.fromEntries(names.map((name) => [name, readStored(name, store)]))
  writeStored(PREFIX + subject, JSON.stringify(values), store)
  for (const name of names) writeStored(name, null, store)
}

/** Moves an account's values back to where features read them. */
function restoreStored(subject: string, store: Store = 'local'): void {
  for (const [name, value] of Object.entries(valuesOf(subject, store))) writeStored(name, value, store)
  writeStored(PREFIX + subject, null, store)
}

/** Deletes the values of all other accounts. */
function dropInactiveData(signedIn: readonly string[]): void {
  for (const store of ['local', 'tab'] as const) {
    const removed = storedNames(store).filter((name) => isInactiveKey(name) && !signedIn.includes(name.slice(PREFIX.length)))
    for (const name of removed) writeStored(name, null, store)
  }
}

/** The users with stored data, the active one included. */
function uidsInBrowser(): string[] {
  const names = storedNames()
  const accountEntries = names.filter(isInactiveKey).flatMap((name) => Object.entries(valuesOf(name.slice(PREFIX.length), 'local')))
  const own = names.map((name): [string, string | null] => [name, readStored(name)])
  return [...accountEntries, ...own].flatMap(([name, value]) => (name.startsWith('profile.') ? (uidOf(value) ?? []) : []))
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
    // Invalid stored data is treated as missing.
    return null
  }
}

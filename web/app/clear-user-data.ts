/* Clears a user's data from this browser after a sign-out or a user switch. Features clear their memory themselves (`onUserLeft`);
   this clears what is stored. */
import { deleteChatHistory } from '#web/features/chat/storage/history-cache.ts'
import { removePushAfterSignOut } from '#web/features/notifications/push.ts'
import { deletePictureDrafts } from '#web/features/uploads/picture-drafts.ts'
import { clearCachedAnswers } from '#web/platform/cached-answers.ts'
import { clearStoredExcept, readStored } from '#web/platform/browser-storage.ts'
import { isReturnPathKey } from '#web/features/identity/return-path.ts'

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
/** Prefixes of keys that stay and end with a user ID: one choice, and pending posts and deletions. */
const keptPrefixes: readonly string[] = ['first-steps.', 'moments-outgoing.', 'moment-removals.']

/** Clears cached content, drafts, choices and searches in this browser, and ends its push subscription. */
export async function clearUserData(): Promise<void> {
  // After a user switch, the new user's profile state stays.
  const own = `profile.${readStored('session')}`
  clearStoredExcept((name) => name === own || keptKeys.has(name) || keptPrefixes.some((prefix) => name.startsWith(prefix)))
  clearStoredExcept(isReturnPathKey, 'tab')
  // Not awaited: the browser calls its push service here, and a failure must not fail the rest.
  void removePushAfterSignOut()
  await Promise.all([clearCachedAnswers(), deleteChatHistory(), deletePictureDrafts()])
}

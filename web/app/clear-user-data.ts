/* Clears a user's data from this browser after a sign-out or a user switch. Features clear their memory themselves (`onUserLeft`);
   this clears what is stored. */
import { forgetKeptChat } from '#web/features/chat/storage/forget.ts'
import { forgetPush } from '#web/features/notifications/push.ts'
import { forgetPictureDrafts } from '#web/features/uploads/picture-drafts.ts'
import { forgetAnswers } from '#web/platform/kept-answers.ts'
import { forgetAllBut, recall } from '#web/platform/local-memory.ts'
import { staysInTab } from '#web/features/identity/return-path.ts'

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
  'chat.enter',
  'keys.help-off',
  // The outbox and pending commands stay (decision 0020).
  'unsent',
  'undone',
])
/** Names that end with whose it is: one choice, and what was promised to be posted and deleted. */
const stayingOf: readonly string[] = ['first-steps.', 'moments-outgoing.', 'moment-removals.']

/** Clears cached content, drafts, choices and searches in this browser, and ends its push subscription. */
export async function forgetPerson(): Promise<void> {
  // What the server said last of whoever is signed in now, if anybody is.
  const own = `profile.${recall('session')}`
  forgetAllBut((name) => name === own || staying.has(name) || stayingOf.some((beginning) => name.startsWith(beginning)))
  forgetAllBut(staysInTab, 'tab')
  // Not awaited: the browser calls its push service here, and a failure must not fail the rest.
  void removePushAfterSignOut()
  await Promise.all([clearCachedAnswers(), forgetKeptChat(), deletePictureDrafts()])
}

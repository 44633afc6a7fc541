/* What somebody leaves in this browser, and how it goes when they are not there any more. Modules that hold something of a person in
   memory let go of it by themselves (`whenPersonLeaves`); what is kept goes here, whoever's it is. */
import { forgetKeptChat } from '#web/features/chat/storage/forget.ts'
import { forgetPush } from '#web/features/notifications/push.ts'
import { forgetPictureDrafts } from '#web/features/uploads/picture-drafts.ts'
import { forgetAnswers } from '#web/platform/kept-answers.ts'
import { forgetAllBut, recall } from '#web/platform/local-memory.ts'
import { staysInTab } from '#web/features/identity/return-path.ts'

/** Names of what is the browser's own, or says who was here without a word of theirs. Whatever is not named goes. */
const staying: ReadonlySet<string> = new Set([
  'session',
  'left',
  'firebase',
  // An account that Firebase still has to delete; it goes with that account.
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
  // The outbox stays, and so does what else was promised to be done (decision 0020).
  'unsent',
  'undone',
])
/** Names that end with whose it is: one choice, and what was promised to be posted and deleted. */
const stayingOf: readonly string[] = ['first-steps.', 'moments-outgoing.', 'moment-removals.']

/** Clears what was read, begun, chosen and looked for in this browser, and ends push to it. */
export async function forgetPerson(): Promise<void> {
  // What the server said last of whoever is signed in now, if anybody is.
  const own = `profile.${recall('session')}`
  forgetAllBut((name) => name === own || staying.has(name) || stayingOf.some((beginning) => name.startsWith(beginning)))
  forgetAllBut(staysInTab, 'tab')
  // Not waited for: the browser asks another company there, and the rest would count as not done, and be done again to whoever is next.
  void forgetPush()
  await Promise.all([forgetAnswers(), forgetKeptChat(), forgetPictureDrafts()])
}

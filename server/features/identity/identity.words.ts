import { speaker } from '#server/platform/words.ts'
import { arabic } from './identity.words.ar.ts'
import { german } from './identity.words.de.ts'
import { english } from './identity.words.en.ts'
import { spanish } from './identity.words.es.ts'

export const identityWords = { 'en-US': english, de: german, es: spanish, ar: arabic }

/** The words of mails about signing in, and of the window in which somebody else's sign-in ends. */
export const sayIdentity = speaker(identityWords)

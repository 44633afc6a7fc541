import { speaker } from '#server/platform/i18n/translator.ts'
import { arabic } from './messages.ar.ts'
import { german } from './messages.de.ts'
import { english } from './messages.en.ts'
import { spanish } from './messages.es.ts'

export const identityWords = { 'en-US': english, de: german, es: spanish, ar: arabic }

/** The words of mails about signing in, and of the window in which somebody else's sign-in ends. */
export const sayIdentity = speaker(identityWords)

import { createTranslator } from '#server/platform/i18n/translator.ts'
import { arabic } from './messages.ar.ts'
import { german } from './messages.de.ts'
import { english } from './messages.en.ts'
import { spanish } from './messages.es.ts'

export const identityMessages = { 'en-US': english, de: german, es: spanish, ar: arabic }

/** Translates the emails about signing in, and the last page of a sign-in window. */
export const translateIdentity = createTranslator(identityMessages)

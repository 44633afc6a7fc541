import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { appLanguages } from './languages.ts'

const response = z.object({ language: z.nullable(z.enum(appLanguages)) })

export const languageCalls = {
  getLanguage: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/settings/language',
    summary: 'The language the viewer reads the product and its mails in; null until one is known',
    withoutProfile: true,
    whileSuspended: true,
    response,
  }),
  changeLanguage: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/settings/language',
    summary: 'Read the product and its mails in that language, on all devices',
    withoutProfile: true,
    whileSuspended: true,
    body: z.object({ language: z.enum(appLanguages) }),
    response,
  }),
}

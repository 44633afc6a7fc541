import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { empty } from '../base/ids.ts'

/** The version of the terms of service. A new one with each change of their text: then every user accepts them again. */
export const TERMS_VERSION = '2026-11'
/** The version that users accepted before acceptances were stored. */
export const FIRST_TERMS_VERSION = '2026-11'

export const termsCalls = {
  acceptTerms: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/terms/accept',
    summary: 'Accept the current terms of service; until then, users can only read, export and delete',
    beforeTerms: true,
    body: z.object({ version: z.string().check(z.maxLength(40)) }),
    response: empty,
  }),
}

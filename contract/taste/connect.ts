import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { returnPathText } from '../base/ids.ts'
import { freeText } from '../base/text.ts'
import { audience } from '../people.ts'
import { authorizedSource, nameSource, source } from './taste.ts'

/** Consent when a source is connected. Omitted: the last setting of the source, or its default. */
const consent = { shown_to: z.optional(audience), counts_for_matching: z.optional(z.boolean()) }

const ofSource = z.object({ source: authorizedSource })

/** How accounts are connected. */
export const connectCalls = {
  beginConnect: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/sources/:source/begin',
    summary: 'Start an authorization or the proof of a user name; returns the address to open',
    params: ofSource,
    body: z.object({
      return_to: z._default(returnPathText, '/social_connect'),
      ...consent,
    }),
    response: z.object({ authorize_url: z.string() }),
  }),
  finishConnect: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/sources/:source/finish',
    summary: 'Exchange the returned code (Last.fm: token); starts the first sync',
    params: ofSource,
    body: z.object({
      code: z.string().check(z.minLength(1), z.maxLength(2_000)),
      state: z.string().check(z.minLength(1), z.maxLength(200)),
    }),
    response: z.object({ source, return_to: z.string() }),
  }),
  linkSource: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/sources/:source/link',
    summary: 'Link a public listening profile by user name, or prove its ownership with a token',
    params: z.object({ source: nameSource }),
    body: z.object({
      name: freeText({ min: 1, max: 200 }),
      /** A token of the service; checked once and not stored. Omitted: the name stays unverified. */
      token: z.optional(freeText({ min: 1, max: 200 })),
      ...consent,
    }),
    response: source,
  }),
}

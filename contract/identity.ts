import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { empty, uid } from './ids.ts'

/** What this installation can do, asked once before anybody signs in. */
export const offer = z.object({
  product: z.string(),
  identity: z.object({
    kind: z.enum(['builtin']),
    methods: z.array(z.enum(['password'])),
    password: z.object({ min_length: z.int(), max_length: z.int() }),
  }),
  /** Sources a person can connect here. `stand_in` marks an imitation of the real service. */
  sources: z.array(z.object({ source: z.enum(['spotify', 'youtube']), stand_in: z.boolean() })),
  minimum_age: z.int(),
  /** Demo world or development; drives the preview banner. */
  preview: z.boolean(),
})
export type Offer = z.output<typeof offer>

export const identityCalls = {
  getOffer: defineCall({ method: 'GET', area: 'public', path: '/offer', summary: 'What this installation offers', answer: offer }),
  checkUserExist: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/check-user-exist',
    summary: 'Whether the signed-in person has a profile, and their uid',
    withoutProfile: true,
    answer: z.object({ exists: z.boolean(), uid }),
  }),
  startFileSession: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/session',
    summary: 'Set the cookie that lets pictures load; takes a token at most 5 minutes old',
    withoutProfile: true,
    answer: empty,
  }),
  endFileSession: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/session',
    summary: 'End the file session',
    withoutProfile: true,
    answer: empty,
  }),
}

import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { item } from '../media.ts'
import { personCard } from '../people.ts'

/** A buddy and their latest track, if they share it. */
export const listening = z.object({ person: personCard, item })
export type Listening = z.output<typeof listening>

export const listeningCalls = {
  getListening: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/listening',
    summary: 'The last played track of each buddy who shares it',
    response: z.object({ people: z.array(listening) }),
  }),
}

import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { callAddress } from '#contract/base/call.ts'
import { chatCalls } from '#contract/chat/chat.ts'
import { connectionCalls } from '#contract/connections.ts'
import { identityCalls } from '#contract/identity/identity.ts'
import { privacyCalls } from '#contract/identity/privacy.ts'
import { profileCalls } from '#contract/profiles.ts'
import { tasteCalls } from '#contract/taste/taste.ts'
import type { FirstAnswers } from '#server/features/identity/http/mount.ts'

const PROFILE_CHECK = callAddress(identityCalls.checkUserExist)
const profileCheck = z.object({ exists: z.literal(true), uid: z.string() })

/** The first calls of each page, as the web makes them. */
const readsOf: Record<string, readonly string[]> = {
  '/find_buddies': [callAddress(tasteCalls.getMatches, {}, { filter: 'all' })],
  '/chat': [callAddress(chatCalls.getChats, {}, { tab: 'chats' }), callAddress(privacyCalls.getPrivacy)],
}

/** Answers the first calls of a signed-in page with the ordinary routes: they parse, authorize, and count as for any other caller. */
export function createFirstAnswers(http: FastifyInstance): FirstAnswers {
  return async ({ page, token, request }) => {
    const read = async (address: string): Promise<[string, unknown][]> => {
      const answer = await http.inject({
        method: 'GET',
        url: address,
        remoteAddress: request.ip,
        headers: { host: request.headers.host ?? '', authorization: `Bearer ${token}` },
      })
      // The page repeats the call and shows the error.
      return answer.statusCode === 200 ? [[address, answer.json()]] : []
    }
    const check = await read(PROFILE_CHECK)
    const { success, data } = profileCheck.safeParse(check[0]?.[1])
    if (!success) return Object.fromEntries(check)
    const frame = [callAddress(profileCalls.getProfile, { uid: data.uid }), callAddress(connectionCalls.getRequests)]
    const rest = await Promise.all([...frame, ...(readsOf[page] ?? [])].map(read))
    return Object.fromEntries([...check, ...rest.flat()])
  }
}

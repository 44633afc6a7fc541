import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { callAddress } from '#contract/base/call.ts'
import { uid as uidShape } from '#contract/base/ids.ts'
import { chatCalls } from '#contract/chat/chat.ts'
import { connectionCalls } from '#contract/connections.ts'
import { identityCalls } from '#contract/identity/identity.ts'
import { privacyCalls } from '#contract/identity/privacy.ts'
import { limits } from '#contract/limits.ts'
import { momentCalls } from '#contract/moments.ts'
import { notificationCalls } from '#contract/notifications.ts'
import { profileCalls } from '#contract/profiles.ts'
import { tasteListCalls } from '#contract/taste/taste-lists.ts'
import { tasteCalls } from '#contract/taste/taste.ts'
import type { FirstResponses } from '#server/features/identity/http/mount.ts'

const PROFILE_CHECK = callAddress(identityCalls.checkUserExist)
const profileCheck = z.object({ exists: z.literal(true), uid: z.string() })

const FILE_SESSION = callAddress(identityCalls.startFileSession)
const CAPABILITIES = callAddress(identityCalls.getCapabilities)

type ReadsOf = (id: string, me: string) => string[]

const matches: ReadsOf = () => [callAddress(tasteCalls.getMatches, {}, { filter: 'all' })]

/** The first calls of each page, as the web makes them. */
const pages = new Map<string, ReadsOf>([
  ['/', matches],
  ['/find_buddies', matches],
  ['/moments', () => [callAddress(momentCalls.getFeed), callAddress(momentCalls.getMomentDraft)]],
  ['/notifications', () => [callAddress(notificationCalls.getNotifications)]],
  ['/chat', chatReads],
  [
    '/chat/:id',
    (chatId) => [...chatReads(), callAddress(chatCalls.getChat, { chatId }), callAddress(chatCalls.getChatMessages, { chatId })],
  ],
  ['/profile/:id', profileReads],
  ['/view-connection/:id', (uid) => [callAddress(connectionCalls.getConnection, { uid }), callAddress(tasteCalls.getMatch, { uid })]],
])

function chatReads(): string[] {
  return [callAddress(chatCalls.getChats, {}, { tab: 'chats' }), callAddress(privacyCalls.getPrivacy)]
}

function profileReads(uid: string, me: string): string[] {
  const listOf = (list: string) =>
    callAddress(tasteListCalls.getTasteList, { uid, list }, { range: 'all_time', limit: limits.pageSize.list })
  return [
    callAddress(profileCalls.getProfile, { uid }),
    listOf('artists'),
    listOf('channels'),
    callAddress(momentCalls.getFeed, {}, { uid }),
    ...(uid === me ? [] : [callAddress(tasteCalls.getMatch, { uid })]),
  ]
}

function readsOf(page: string, me: string): string[] {
  const [, section = '', given = '', more] = page.split('/')
  const { data: id } = uidShape.safeParse(given)
  return pages.get(id && more === undefined ? `/${section}/:id` : page)?.(id ?? '', me) ?? []
}

/**
 * Answers the first calls of a signed-in page with the ordinary routes: they parse, authorize, and count as for any other caller. Also
 * starts the session that loads private pictures.
 */
export function createFirstResponses(http: FastifyInstance): FirstResponses {
  return async ({ page, timeZone, token, request }) => {
    const cookies: string[] = []
    const answer = async (address: string, body?: object): Promise<[string, unknown][]> => {
      const { statusCode, headers, json } = await http.inject({
        method: body ? 'POST' : 'GET',
        url: address,
        remoteAddress: request.ip,
        headers: { host: request.headers.host ?? '', authorization: `Bearer ${token}` },
        ...(body ? { payload: body } : {}),
      })
      cookies.push(...[headers['set-cookie'] ?? []].flat())
      // The page repeats the call and shows the error.
      return statusCode === 200 ? [[address, json()]] : []
    }
    const start = await Promise.all([answer(CAPABILITIES), answer(PROFILE_CHECK), answer(FILE_SESSION, { time_zone: timeZone })])
    const { success, data } = profileCheck.safeParse(start[1][0]?.[1])
    if (!success) return { answers: Object.fromEntries(start.flat()), cookies }
    const frame = [callAddress(profileCalls.getProfile, { uid: data.uid }), callAddress(connectionCalls.getRequests)]
    const reads = new Set([...frame, ...readsOf(page, data.uid)])
    const rest = await Promise.all([...reads].map((address) => answer(address)))
    return { answers: Object.fromEntries([...start, ...rest].flat()), cookies }
  }
}

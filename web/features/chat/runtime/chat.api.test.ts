import { afterEach, expect, test, vi } from 'vitest'
import { chatCalls, type ChatRow } from '#contract/chat/chat.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { chatApi } from './chat.api.ts'

const CHAT = '0199d3a0-0000-7000-8000-0000000000c1'

const row: ChatRow = {
  chat_id: CHAT,
  person: { uid: '0199d3a0-0000-7000-8000-00000000000a', user_name: 'jonas', name: 'Jonas', avatar_url: null },
  tab: 'chats',
  request: 'none',
  muted_until: '2026-11-20T18:00:00.000Z',
  last: null,
  last_seq: 0,
  change_seq: 0,
  can_write: true,
  can_attach: true,
  read_seq: 0,
  their_delivered_seq: 0,
  their_read_seq: 0,
  unread: 0,
}

afterEach(() => vi.unstubAllGlobals())

test('a mute is sent as a duration, so that a wrong local clock has no effect', async () => {
  const requests: unknown[] = []
  registerSession({ uid: () => 'me', getToken: async () => 'token' })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null
    requests.push([init.method, address, body])
    return new Response(JSON.stringify(row), { status: 200 })
  })
  expect(await chatApi.manage(CHAT, { kind: 'mute', duration: 28_800 })).toEqual(row)
  await chatApi.manage(CHAT, { kind: 'mute', duration: 'forever' })
  expect(requests).toEqual([
    ['POST', `/app/auth/chats/${CHAT}/mute`, { duration: 28_800 }],
    ['POST', `/app/auth/chats/${CHAT}/mute`, { duration: 'forever' }],
  ])
})

test.each(['accept', 'decline', 'archive', 'return', 'unmute'] as const)('%s completes even if the page is closed', async (kind) => {
  registerSession({ uid: () => 'me', getToken: async () => 'token' })
  const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
  fetched.mockResolvedValue(Response.json(kind === 'decline' ? {} : row))
  vi.stubGlobal('fetch', fetched)
  await chatApi.manage(CHAT, { kind })
  expect(fetched.mock.calls.map(([, init]) => init.keepalive)).toEqual([true])
})

test('muteChat rejects timestamps, fractions, missing and very long durations', () => {
  const isRead = (body: object) => chatCalls.muteChat.body.safeParse(body).success
  expect([{ duration: 60 }, { duration: 366 * 86_400 }, { duration: 'forever' }].map(isRead)).toEqual([true, true, true])
  const others = [{ until: '2026-11-20T10:00:00Z' }, { duration: '28800' }, { duration: 59 }, { duration: 90.5 }, { duration: 1e9 }, {}]
  expect(others.map(isRead)).toEqual(others.map(() => false))
})

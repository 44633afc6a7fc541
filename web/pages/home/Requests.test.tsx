import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { connectionCalls, type IncomingRequest } from '#contract/connections.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { callKey, queryClient } from '#web/platform/query.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { Requests } from './Requests.tsx'

const incomingRequest = (number: number, name: string): IncomingRequest => ({
  person: { uid: `018f0000-0000-7000-8000-00000000000${number}`, name, user_name: name.toLowerCase(), avatar_url: null },
  note: '',
  asked_at: '2026-03-01T10:00:00.000Z',
  mutual_count: 0,
})
const [ann, ben, cleo] = [incomingRequest(1, 'Ann'), incomingRequest(2, 'Ben'), incomingRequest(3, 'Cleo')] as const
let open: IncomingRequest[]
let isRejected: boolean

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00.000Z') })
  vi.stubGlobal('IntersectionObserver', function () {
    return { observe: () => undefined, disconnect: () => undefined }
  })
  open = [ann, ben, cleo]
  isRejected = false
  vi.stubGlobal('fetch', (address: string, { method }: RequestInit) => {
    if (method === 'GET') return Promise.resolve(Response.json({ requests: open }))
    if (isRejected) return Promise.reject(new TypeError('no network'))
    open = open.filter(({ person }) => !address.includes(person.uid))
    const connection = { relation: 'connected', request: null, connected_at: null, mutual: [], muted: false, may_ask: true }
    return Promise.resolve(Response.json({ person: ben.person, ...connection }))
  })
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  queryClient.setQueryData(callKey(connectionCalls.getRequests, {}), { requests: open })
  renderInApp(<Requests turn={{ isOn: true, onKnown: () => undefined }} />)
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

const rows = () => screen.queryAllByRole('listitem').map((row) => row.textContent.replace(/DeclineAccept$/, ''))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('an accepted request becomes a buddy in its place, with a way to say hi, for eight seconds', async () => {
  const status = within(screen.getByText('Ben').closest('li')!).getByRole('status')
  press('Accept Ben’s request')
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(queryClient.getQueryData(callKey(connectionCalls.getRequests, {}))).toEqual({ requests: [ann, cleo] })
  expect(status.textContent).toBe('You and Ben are buddies')
  expect(rows()).toEqual([
    'AAnn@ann · 2\u00a0hr.\u00a0ago',
    'BBen@ben · 2\u00a0hr.\u00a0agoYou and Ben are buddiesSay hi to Ben',
    'CCleo@cleo · 2\u00a0hr.\u00a0ago',
  ])
  expect(screen.getByRole('link', { name: 'Say hi to Ben' }).getAttribute('href')).toBe(`/chat?uid=${ben.person.uid}`)
  await act(() => vi.advanceTimersByTimeAsync(8_000))
  expect(rows()).toEqual(['AAnn@ann · 2\u00a0hr.\u00a0ago', 'CCleo@cleo · 2\u00a0hr.\u00a0ago'])
})

it('a request stays open if accepting it fails', async () => {
  isRejected = true
  press('Accept Ben’s request')
  expect(screen.getByText('You and Ben are buddies')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.getByRole('button', { name: 'Accept Ben’s request' })).toBeDefined()
})

it('a declined request leaves the list at once', () => {
  press('Decline Ann’s request')
  expect(rows()).toEqual(['BBen@ben · 2\u00a0hr.\u00a0ago', 'CCleo@cleo · 2\u00a0hr.\u00a0ago'])
})

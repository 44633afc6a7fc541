import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Item } from '#contract/media.ts'
import { discoverCalls } from '#contract/taste/discover.ts'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import type { CallOutput } from '#web/platform/api-client.ts'
import { setNoticeView, type Notice } from '#web/platform/notices.ts'
import { callKey, callQuery, queryClient } from '#web/platform/query.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { setSaved, lessLike, useHiddenItems } from './discover.commands.ts'

const nala: Item = {
  id: '018f0000-0000-7000-8000-00000000000a',
  kind: 'artist',
  name: 'Nala Sinephro',
  by: null,
  spotify_id: null,
  youtube_id: null,
}
const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
const savedItems = () =>
  queryClient.getQueryData<CallOutput<typeof discoverCalls.getSaved>>(callKey(discoverCalls.getSaved, {}))?.items.map(({ name }) => name) ??
  []
const requests = () => fetched.mock.calls.map(([address, init]) => `${init.method} ${address.split('/').slice(-2).join('/')}`)
const isHidden = () => useHiddenItems.getState().hidden.has(nala.id)
let notices: Notice[]
let stopShowing: () => void

beforeEach(() => {
  fetched.mockReset()
  fetched.mockImplementation(() => Promise.resolve(Response.json({})))
  vi.stubGlobal('fetch', fetched)
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  queryClient.clear()
  useHiddenItems.setState({ hidden: new Set() })
  notices = []
  stopShowing = setNoticeView((notice) => notices.push(notice))
})
afterEach(() => {
  stopShowing()
  vi.unstubAllGlobals()
})

it('saves an item at once, shows a notice, and can undo it', async () => {
  const saving = setSaved(nala, true)
  expect(savedItems()).toEqual(['Nala Sinephro'])
  await saving
  notices[0]?.action?.run()
  await expect.poll(() => requests()).toEqual([`POST ${nala.id}/save`, `DELETE ${nala.id}/save`])
  expect(savedItems()).toEqual([])
})

it('marks the item in all suggestions, and removes the mark when the server rejects it', async () => {
  const suggestion = {
    item: nala,
    is_saved: false,
    bars: [],
    reason: { people: [], others: 0, at_least_percent: 0, is_favorite: false, near: null },
  }
  const discover = { items: [suggestion], trending: [suggestion], of_buddies: [], known: 1 }
  queryClient.setQueryData(callKey(discoverCalls.discover, { query: { filter: 'music' } }), discover)
  queryClient.setQueryData([...callKey(discoverCalls.discoverKind, { params: { kind: 'artist' } }), 'pages'], {
    pages: [{ items: [suggestion], next: null }],
    pageParams: [null],
  })
  const marks = () =>
    [callKey(discoverCalls.discover), callKey(discoverCalls.discoverKind)].map((queryKey) =>
      JSON.stringify(queryClient.getQueriesData({ queryKey })).match(/"is_saved":\w+/g),
    )
  fetched.mockImplementation(() => Promise.reject(new TypeError('no network')))
  const saving = setSaved(nala, true)
  expect(marks()).toEqual([['"is_saved":true', '"is_saved":true'], ['"is_saved":true']])
  await saving
  expect(marks()).toEqual([['"is_saved":false', '"is_saved":false'], ['"is_saved":false']])
})

it('rolls back a save that the server rejects, with a notice', async () => {
  fetched.mockImplementation(() => Promise.reject(new TypeError('no network')))
  await setSaved(nala, true)
  expect([savedItems(), notices.map(({ kind }) => kind)]).toEqual([[], ['error']])
})

it('hides an item with "less like this" and restores it on undo', async () => {
  await lessLike(nala)
  expect(isHidden()).toBe(true)
  notices[0]?.action?.run()
  await expect.poll(() => isHidden()).toBe(false)
  expect(requests()).toEqual([`POST ${nala.id}/less`, `DELETE ${nala.id}/less`])
})

it('keeps the item visible when the request fails', async () => {
  fetched.mockImplementation(() => Promise.reject(new TypeError('no network')))
  await lessLike(nala)
  expect([isHidden(), notices.map(({ kind }) => kind)]).toEqual([false, ['error']])
})

it("does not hide one user's rejected items from the next user", async () => {
  useAuthStore.getState().setUser({ subject: 's-mira', email: '', emailVerified: true, displayName: null })
  await lessLike(nala)
  expect(isHidden()).toBe(true)
  useAuthStore.getState().setUser(null)
  expect(isHidden()).toBe(false)
})

/** A server that reads its list on request and responds when the test releases it. */
function heldServer() {
  let items: Item[] = []
  const waiting: { line: string; answer: () => void }[] = []
  fetched.mockImplementation((address, { method, signal }) => {
    if (signal?.aborted) return Promise.reject(new TypeError('aborted'))
    const body = method === 'GET' ? { items, next: null } : {}
    return new Promise((resolve) =>
      waiting.push({ line: `${method} ${address.split('/').at(-1)}`, answer: () => resolve(Response.json(body)) }),
    )
  })
  return {
    commit: (next: Item[]) => void (items = next),
    async answer(line: string) {
      await expect.poll(() => waiting.map((waiter) => waiter.line)).toContain(line)
      waiting
        .splice(
          waiting.findIndex((waiter) => waiter.line === line),
          1,
        )[0]
        ?.answer()
    },
  }
}

it('a list read before the save does not remove it from the screen', async () => {
  const server = heldServer()
  const saving = setSaved(nala, true)
  const reading = queryClient.fetchQuery(callQuery(discoverCalls.getSaved, {}))
  await server.answer('GET discover-saved')
  await reading
  await server.answer('POST save')
  await saving
  expect(savedItems()).toEqual(['Nala Sinephro'])
})

it('two clicks reach the server in order, and the last one applies', async () => {
  const server = heldServer()
  const [first, second] = [setSaved(nala, true), setSaved(nala, false)]
  await expect.poll(requests).toEqual([`POST ${nala.id}/save`])
  await server.answer('POST save')
  await server.answer('DELETE save')
  await Promise.all([first, second])
  expect([requests(), savedItems()]).toEqual([[`POST ${nala.id}/save`, `DELETE ${nala.id}/save`], []])
})

it('a list that was never loaded is loaded when it is opened, even after a save', async () => {
  await setSaved(nala, true)
  expect(
    queryClient
      .getQueryCache()
      .find({ queryKey: callKey(discoverCalls.getSaved, {}) })
      ?.isStaleByTime(30_000),
  ).toBe(true)
})

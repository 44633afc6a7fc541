import { afterEach, expect, test, vi } from 'vitest'
import { folderCalls, type Folder, type FolderItem } from '#contract/taste/folders.ts'
import { cacheResponse, callKey, queryClient } from '#web/platform/query.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { moveItem } from './folders.commands.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const ID = '00000000-0000-4000-8000-00000000000a'
const itemOf = (no: number): FolderItem => ({
  id: `00000000-0000-4000-8000-00000000000${no}`,
  link: { link: `https://www.youtube.com/watch?v=video${no}`, platform: 'youtube', kind: 'video', id: `video${no}` },
  item: null,
  note: '',
  added_at: '2026-11-20T12:00:00.000Z',
})
const before: Folder = {
  id: ID,
  name: 'Rain',
  count: 5,
  moment_id: null,
  owner: { uid: ID, user_name: 'mira', name: 'Mira', avatar_url: null },
  is_mine: true,
  items: [0, 1, 2, 3, 4].map(itemOf),
}
const placesOf = (ids: readonly string[]) => ids.map((id) => id.at(-1)).join('')
const shown = () =>
  placesOf((queryClient.getQueryData<Folder>(callKey(folderCalls.getFolder, { params: { id: ID } }))?.items ?? []).map(({ id }) => id))

test('while a move is being sent, later ones show at once, and only the last order is sent', async () => {
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  const sent: string[] = []
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    // The client sends it as text.
    const { order } = JSON.parse(body as string) as { order: string[] }
    sent.push(placesOf(order))
    return Response.json({ ...before, items: order.map((id) => itemOf(Number(id.at(-1)))) })
  })
  cacheResponse(folderCalls.getFolder, { params: { id: ID } }, before)
  const now = () => queryClient.getQueryData<Folder>(callKey(folderCalls.getFolder, { params: { id: ID } })) ?? before
  const moves = [1, 2, 3, 4].map(() => moveItem(now(), itemOf(0).id, 1))
  expect(shown()).toBe('12340')
  expect(await Promise.all(moves)).toEqual([true, true, true, true])
  expect(sent.at(-1)).toBe('12340')
  expect(sent.length).toBeLessThanOrEqual(2)
  expect(shown()).toBe('12340')
})

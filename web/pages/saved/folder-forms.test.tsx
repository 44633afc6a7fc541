import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Folder } from '#contract/taste/folders.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { SaveDialog } from '#web/features/media/folders/SaveDialog.tsx'
import { useSaveDialog } from '#web/features/media/folders/save-dialog.store.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { FolderView } from './FolderView.tsx'
import { PostFolderDialog } from './PostFolderDialog.tsx'

const ID = '00000000-0000-4000-8000-00000000000a'
const link = {
  link: 'https://www.youtube.com/watch?v=video000001',
  platform: 'youtube' as const,
  kind: 'video' as const,
  id: 'video000001',
}
const folder: Folder = {
  id: ID,
  name: 'Rain',
  count: 0,
  moment_id: null,
  owner: { uid: ID, user_name: 'mira', name: 'Mira', avatar_url: null },
  is_mine: true,
  items: [],
}
const limited = () =>
  Response.json({ type: 'about:blank', title: 'Wait.', code: 'rate_limited' }, { status: 429, headers: { 'retry-after': '120' } })

let sent: { path: string; body: Record<string, unknown> }[]
let answer: (path: string) => Response
beforeEach(() => {
  sent = []
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    const path = address.replace('/app/auth', '')
    if (method === 'GET') return Response.json(path.startsWith('/folders/') ? folder : { folders: [] })
    // The client sends JSON as text.
    sent.push({ path, body: JSON.parse(body as string) as Record<string, unknown> })
    return answer(path)
  })
})
afterEach(() => vi.unstubAllGlobals())

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const write = (name: string, value: string) => fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
const written = (name: string) => screen.queryByRole<HTMLInputElement>('textbox', { name })?.value
const isReady = (name: string) => waitFor(() => expect(screen.getByRole('button', { name }).getAttribute('aria-busy')).toBeNull())

test('a new name that was not saved stays in its field, and returns the focus to the menu once it is saved', async () => {
  answer = limited
  renderInApp(<FolderView id={ID} />)
  fireEvent.click(await screen.findByRole('button', { name: /^More for/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }))
  write('Name of the folder', 'Sun')
  press('Save')
  await waitFor(() => expect(sent).toHaveLength(1))
  await isReady('Save')
  expect(written('Name of the folder')).toBe('Sun')
  answer = () => Response.json({ ...folder, name: 'Sun' })
  press('Save')
  await waitFor(() => expect(written('Name of the folder')).toBeUndefined())
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^More for/))
})

test('another attempt to create a folder has the same id; the dialog stays open until the link is saved too', async () => {
  answer = limited
  useSaveDialog.setState({ saving: { link, title: '' } })
  renderInApp(<SaveDialog />)
  await screen.findByText(/no folders yet/)
  write('New folder', 'Rain')
  press('New folder')
  await waitFor(() => expect(sent).toHaveLength(1))
  await isReady('New folder')
  answer = (path) => (path === '/folders' ? Response.json(folder) : limited())
  press('New folder')
  await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['/folders', '/folders', `/folders/${ID}/items`]))
  expect(sent[1]?.body['id']).toBe(sent[0]?.body['id'])
  await waitFor(() => expect(written('New folder')).toBe(''))
  write('New folder', 'Rain')
  press('New folder')
  await waitFor(() => expect(sent).toHaveLength(5))
  expect(sent[3]?.body['id']).not.toBe(sent[0]?.body['id'])
})

test('a folder that was not posted says when to try again, and another attempt has the same id', async () => {
  answer = limited
  const close = vi.fn<() => void>()
  renderInApp(<PostFolderDialog folder={folder} onClose={close} />)
  press('Post')
  expect(await screen.findByText(/You can try again in 2 minutes/)).toBeDefined()
  answer = () => Response.json(folder)
  press('Post')
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(sent[1]?.body['moment_id']).toBe(sent[0]?.body['moment_id'])
})

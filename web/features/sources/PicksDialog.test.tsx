import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Item } from '#contract/media.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { registerSession } from '#web/platform/session-token.ts'
import { PicksDialog } from './PicksDialog.tsx'

afterEach(() => vi.unstubAllGlobals())

const itemOf = (index: number, kind: Item['kind'], name: string) => ({
  id: `00000000-0000-7000-8000-00000000000${index}`,
  kind,
  name,
  by: null,
  spotify_id: null,
  youtube_id: null,
})
const muse = itemOf(1, 'artist', 'Muse')
const ted = itemOf(2, 'channel', 'TED')
const bonobo = itemOf(3, 'artist', 'Bonobo')

/** Opens the dialog of a user with these picks, and records the bodies that are saved. */
function openDialog(picked: readonly object[] | null) {
  const saved: unknown[] = []
  const onClose = vi.fn<() => void>()
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => 'mira' })
  vi.stubGlobal('fetch', async (address: string, init?: { method?: string; body?: string }) => {
    if (address.includes('/taste-picks') && init?.method === 'POST') saved.push(JSON.parse(init.body ?? ''))
    if (address.includes('/taste-picks')) return picked ? Response.json({ items: picked }) : Response.json({}, { status: 404 })
    if (address.includes('preview')) return Response.json({}, { status: 404 })
    return Response.json({ items: [muse, ted, bonobo] })
  })
  renderInApp(<PicksDialog onClose={onClose} />)
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  return { saved, onClose, save }
}

const chips = async () => within(await screen.findByRole('list', { name: 'Picked' })).getAllByRole('button')

test('a user with picks starts from them, and adds and removes some', async () => {
  const { saved, onClose, save } = openDialog([muse, ted])
  expect((await chips()).map((chip) => chip.textContent)).toEqual(['Muse', 'TED'])
  expect(screen.getByText(/^These are your picks/)).toBeTruthy()
  expect((await screen.findByRole('button', { name: 'Muse' })).getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Remove TED' }))
  fireEvent.click(screen.getByRole('button', { name: 'Bonobo' }))
  fireEvent.click(save())
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(saved).toEqual([{ picks: [{ item_id: muse.id }, { item_id: bonobo.id }] }])
})

test('a user who saves the same picks changes nothing', async () => {
  const { saved, onClose, save } = openDialog([muse, ted])
  await chips()
  fireEvent.click(save())
  expect(onClose).toHaveBeenCalledOnce()
  expect(saved).toEqual([])
})

test('a user without picks starts with an empty list', async () => {
  const { save } = openDialog([])
  expect(await screen.findByText(/^Pick a few/)).toBeTruthy()
  expect(screen.queryByText(/^These are your picks/)).toBeNull()
  expect(save().disabled).toBe(true)
})

test('picks that could not be loaded are not replaced', async () => {
  const { save } = openDialog(null)
  await screen.findByRole('button', { name: /again|retry/i })
  expect(save().disabled).toBe(true)
})

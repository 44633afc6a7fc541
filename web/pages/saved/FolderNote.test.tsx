import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Folder, FolderItem } from '#contract/taste/folders.ts'
import { setNote } from '#web/features/media/folders/folders.commands.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { FolderNote } from './FolderNote.tsx'

vi.mock('#web/features/media/folders/folders.commands.ts', () => ({ setNote: vi.fn<typeof setNote>(async () => true) }))

test('a note that is too long is not cut and not saved; a shorter one is saved', () => {
  const item: FolderItem = {
    id: '00000000-0000-4000-8000-000000000001',
    link: { link: 'https://open.spotify.com/track/1', platform: 'spotify', kind: 'track', id: '1' },
    item: null,
    note: '',
    added_at: '2026-11-20T12:00:00.000Z',
  }
  const folder: Folder = {
    id: item.id,
    name: 'Rain',
    count: 1,
    moment_id: null,
    owner: { uid: item.id, user_name: 'mira', name: 'Mira', avatar_url: null },
    is_mine: true,
    items: [item],
  }
  renderInApp(<FolderNote folder={folder} item={item} name="Kerala" />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Note for Kerala' })
  fireEvent.change(field, { target: { value: 'n'.repeat(limits.folders.note + 2) } })
  fireEvent.blur(field)
  expect([field.maxLength, field.value.length, field.getAttribute('aria-invalid')]).toEqual([-1, 502, 'true'])
  expect(screen.getByRole('alert').textContent).toBe('502 / 500')
  expect(setNote).not.toHaveBeenCalled()
  fireEvent.change(field, { target: { value: 'for rain' } })
  fireEvent.blur(field)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(setNote).toHaveBeenCalledWith(expect.anything(), item.id, 'for rain')
})

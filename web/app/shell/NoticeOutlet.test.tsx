import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { reportReachability } from '#web/platform/connectivity.ts'
import { notify } from '#web/platform/notices.ts'
import { NoticeOutlet } from './NoticeOutlet.tsx'

let isOnline = true
vi.mock('./NoticeView.tsx', async (load) => {
  if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module: /assets/NoticeView.js')
  return load()
})

afterEach(() => {
  vi.unstubAllGlobals()
  reportReachability(true)
})

test('shows notices without their library where it can’t be loaded, and with it once the server is back', async () => {
  isOnline = false
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  renderInApp(<NoticeOutlet />)
  fireEvent.keyDown(window, { key: 'l' })
  act(() => notify('error', 'The like couldn’t be saved.'))
  expect((await screen.findByRole('alert')).textContent).toContain('The like couldn’t be saved.')
  act(() => notify('error', 'The moment couldn’t be sent.'))
  expect(screen.getByRole('alert').textContent).toContain('The moment couldn’t be sent.')
  isOnline = true
  act(() => reportReachability(true))
  await vi.waitFor(() => expect(document.querySelector('.mantine-Notifications-root')).not.toBeNull())
  act(() => notify('neutral', 'You’re connected again.'))
  expect(document.querySelector('.wl-notice')?.textContent).toBe('You’re connected again.')
  expect(screen.getByRole('alert').textContent).toContain('The moment couldn’t be sent.')
})

import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Suspension } from '#contract/moderation.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { SuspendedPage } from './SuspendedPage.tsx'

const suspension: Suspension = { reason: 'Insults', since: '2026-11-20T12:00:00.000Z', appeal: null, answer: null }
const appealed: Suspension = { ...suspension, appeal: { text: 'It was a lyric', at: '2026-11-21T12:00:00.000Z' } }

beforeEach(() => {
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      Response.json(
        address.endsWith('/appeal') ? appealed : address.endsWith('/suspension') ? { suspension } : { identity: { account: [] } },
      ),
    ),
  )
})
afterEach(() => vi.unstubAllGlobals())

it('after an appeal was sent, the focus is on it', async () => {
  renderInApp(<SuspendedPage />)
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'It was a lyric' } })
  const send = screen.getByRole('button', { name: 'Send appeal' })
  send.focus()
  fireEvent.click(send)
  const heading = await screen.findByRole('heading', { name: 'Your appeal' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { ContentMutesSection } from './ContentMutesSection.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a phrase that is too long is not cut, and can’t be muted until it is shorter', async () => {
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ mutes: [] })))
  renderInApp(<ContentMutesSection />)
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Word or phrase' })
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Mute' })
  const max = limits.contentMutes.word
  fireEvent.change(field, { target: { value: 'w'.repeat(max + 1) } })
  expect([field.maxLength, field.value.length, field.getAttribute('aria-invalid'), button.disabled]).toEqual([-1, max + 1, 'true', true])
  expect(screen.getByText(`${max + 1} / ${max}`)).toBeTruthy()
  fireEvent.change(field, { target: { value: 'w'.repeat(max) } })
  expect([screen.queryByText(`${max} / ${max}`), button.disabled]).toEqual([null, false])
})

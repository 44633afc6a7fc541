import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { IdentityError } from '../provider/identity.provider.ts'
import { PasswordForm } from './PasswordForm.tsx'

test('says what to do when the password can’t be checked, and keeps what was typed', async () => {
  const send = vi.fn<() => Promise<null>>(async () => null)
  const passwordProblem = () => Promise.reject(new IdentityError('network-request-failed'))
  renderInApp(<PasswordForm button="Create account" passwordProblem={passwordProblem} send={send} onDone={() => undefined} />)
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'ada@example.org' } })
  const password = screen.getByLabelText<HTMLInputElement>('Password')
  fireEvent.change(password, { target: { value: 'a long password' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }))
  expect(await screen.findByText(/Check your connection and try again/)).toBeDefined()
  expect([password.value, send.mock.calls]).toEqual(['a long password', []])
})

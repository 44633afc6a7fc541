import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { PasswordInput } from './PasswordInput.tsx'

test('the password is shown and hidden by keyboard', () => {
  renderInApp(<PasswordInput label="Password" />)
  const show = screen.getByRole('button', { name: 'Show the password', pressed: false })
  expect(show.tabIndex).toBe(0)
  fireEvent.keyDown(show, { key: 'Enter' })
  expect(show.getAttribute('aria-pressed')).toBe('true')
})

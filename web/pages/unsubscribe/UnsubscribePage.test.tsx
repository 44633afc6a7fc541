import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { UnsubscribePage } from './UnsubscribePage.tsx'

const open = (address: string) => renderInApp(<UnsubscribePage />, { path: address })

it('explains the next step when the link has no code', () => {
  open('/unsubscribe')
  expect(screen.getByRole('heading', { name: 'This link is incomplete' })).toBeTruthy()
  expect(screen.getByText(/Open the link in your latest summary email again/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Notification settings' }).getAttribute('href')).toBe('/settings#notifications')
  expect(screen.queryByRole('button', { name: 'Unsubscribe' })).toBeNull()
})

it('asks before it unsubscribes when the link has a code', () => {
  open('/unsubscribe?code=abc')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Unsubscribe' }).disabled).toBe(false)
})

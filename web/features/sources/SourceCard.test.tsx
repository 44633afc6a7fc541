import { fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import type { Source } from '#contract/taste/taste.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { AddTaste } from '#web/features/matching/AddTaste.tsx'
import { SourceCard } from './SourceCard.tsx'

const notConnected: Source = {
  source: 'spotify',
  status: 'not_connected',
  account: null,
  verified: null,
  proof: null,
  synced_at: null,
  progress: null,
  counts: { artists: 0, tracks: 0, channels: 0, videos: 0 },
  shown_to: 'everyone',
  counts_for_matching: true,
  counts_silently: false,
  may_share: true,
  stand_in: false,
}

function show(source: Source, { at = '/', before = null }: { at?: string; before?: ReactNode } = {}): void {
  renderInApp(
    <>
      {before}
      <SourceCard source={source} />
    </>,
    { path: at },
  )
}

test('shows an account that is not connected as one row, with who will see it', () => {
  show(notConnected)
  expect(screen.getByRole('button', { name: 'Connect Spotify' })).toBeTruthy()
  expect(screen.queryByRole('switch')).toBeNull()
  const choice = screen.getByRole('button', { name: /Everyone sees it/ })
  expect(choice.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(choice)
  fireEvent.click(screen.getByRole('switch', { name: /Counts for matching/ }))
  expect(choice.textContent).toContain('doesn’t count for matching')
})

test('asks for the username of a public profile only after a click', () => {
  show({ ...notConnected, source: 'listenbrainz', proof: 'token' })
  expect(screen.queryByRole('textbox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Add your ListenBrainz username' }))
  expect(screen.getByRole('textbox', { name: 'Your ListenBrainz username' })).toBe(document.activeElement)
})

test('keeps the whole of a long username or token, and shows that it is too long', () => {
  const long = 'a'.repeat(201)
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled
  show({ ...notConnected, source: 'listenbrainz', proof: 'token' })
  fireEvent.click(screen.getByRole('button', { name: 'Add your ListenBrainz username' }))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Your ListenBrainz username' })
  type('Your ListenBrainz username', long)
  expect([field.maxLength, field.value, isDisabled('Link ListenBrainz')]).toEqual([-1, long, true])
  expect(screen.getByText('201 / 200')).toBeTruthy()
  type('Your ListenBrainz username', 'mira')
  expect(isDisabled('Link ListenBrainz')).toBe(false)
  show({ ...notConnected, source: 'listenbrainz', status: 'connected', account: 'Mira', verified: false, proof: 'token' })
  type('Your user token', long)
  expect([screen.getByLabelText<HTMLInputElement>('Your user token').maxLength, isDisabled('Prove that it’s mine')]).toEqual([-1, true])
})

test('shows a connected account in full', () => {
  show({ ...notConnected, status: 'connected', account: 'Mira', verified: null })
  expect(screen.getByRole('switch', { name: /Counts for matching/ })).toBeTruthy()
})

test('an imported file is deleted, not disconnected', () => {
  show({ ...notConnected, source: 'spotify_file', status: 'connected', synced_at: '2026-03-01T20:00:00.000Z' })
  expect(screen.getByRole('button', { name: 'Delete: Spotify history' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Disconnect/ })).toBeNull()
})

test('the link of an empty state opens the page for picks', async () => {
  const scroll = vi.fn<() => void>()
  Object.defineProperty(HTMLElement.prototype, 'scrollIntoView', { value: scroll, configurable: true })
  show({ ...notConnected, source: 'picks' }, { at: '/discover', before: <AddTaste>We know too little.</AddTaste> })
  const choose = screen.getByRole('button', { name: 'Choose artists and channels' })
  expect(document.activeElement).not.toBe(choose)
  fireEvent.click(screen.getByRole('link', { name: /what you love/ }))
  await vi.waitFor(() => expect(document.activeElement).toBe(choose))
  expect(scroll).toHaveBeenCalledOnce()
})

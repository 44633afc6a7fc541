import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Source } from '#contract/taste/taste.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { SourceCard } from './SourceCard.tsx'

const connected: Source = {
  source: 'spotify',
  status: 'connected',
  account: 'mira',
  progress: null,
  counts: { artists: 7, tracks: 3, channels: 0, videos: 0 },
  synced_at: null,
  shown_to: 'everyone',
  counts_for_matching: true,
  counts_silently: false,
  may_share: true,
  verified: null,
  proof: null,
  stand_in: false,
}

function show(source: Source): { text: string; buttons: string[] } {
  renderInApp(<SourceCard source={source} />)
  return {
    text: screen.getByRole('region').textContent,
    buttons: screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent),
  }
}

test.each(['connected', 'failed'] as const)('a pause of hours shows when the sync continues, while %s', (status) => {
  const resumesAt = new Date(2026, 10, 2, 17, 30).toISOString()
  const { text } = show({ ...connected, status, resumes_at: resumesAt })
  expect(text).toContain('Paused')
  expect(text.replaceAll(/\s/g, ' ')).toContain('Spotify asked us to take a break. The sync continues by itself: Nov 2, 2026, 5:30 PM.')
  expect(text).not.toContain('interrupted')
})

test.each([
  ['no_channel', 'This Google account has no YouTube channel.'],
  ['account_closed', 'YouTube has closed or suspended this account'],
] as const)('explains the problem of a YouTube account (%s), and does not ask to reconnect', (problem, sentence) => {
  const { text, buttons } = show({ ...connected, source: 'youtube', status: 'failed', problem })
  expect(text).toContain(sentence)
  expect(`${text} ${buttons.join()}`).not.toMatch(/connect again|connect YouTube again|allow access/i)
})

test.each(['reconnect', 'failed'] as const)('a rejected account shows until when its imported data counts (%s)', (status) => {
  expect(show({ ...connected, status, kept_until: new Date(2026, 10, 9).toISOString() }).text).toContain(
    'What we’ve read so far counts until November 9, 2026, then it’s deleted.',
  )
})

test('an account that must be connected again shows no such date after its data was deleted', () => {
  expect(show({ ...connected, status: 'reconnect', synced_at: null }).text).not.toContain('counts until')
})

test('an account of a service that is not set up here anymore can only be disconnected', () => {
  const { text, buttons } = show({ ...connected, status: 'failed', problem: 'not_offered' })
  expect(text).toContain('This site doesn’t read Spotify anymore.')
  expect(buttons.filter((name) => /sync|connect /i.test(name ?? ''))).toEqual([])
})

test('a reason of a newer server has a general text', () => {
  const { text } = show({ ...connected, status: 'failed', problem: 'of_a_newer_server' as 'unknown' })
  expect(text).toContain('The last sync was interrupted.')
})

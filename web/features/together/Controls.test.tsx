import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { TogetherItem, TogetherMember, TogetherSession } from '#contract/together.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { Controls, Progress } from './Controls.tsx'
import { useLocalPlayer } from './together.store.ts'

const session = {
  chat_id: 'c',
  control: 'all',
  marks: [],
  timeline: { position_ms: 30_000, at_ms: 0, rate: 0 },
} as unknown as TogetherSession

test.each([
  [null, '0', '1'],
  [60_000, '30', '60'],
])('a session at 0:30 of %s ms is at %s of %s on the line', (durationMs, value, max) => {
  useLocalPlayer.setState({ durationMs })
  renderInApp(<Progress session={session} current={{ title: 'Clouds' } as TogetherItem} mine={undefined} />)
  const line = screen.getByRole('slider')
  expect([line.getAttribute('value'), line.getAttribute('max')]).toEqual([value, max])
  expect(screen.getByText('0:30')).toBeDefined()
})

test.each([
  [false, false],
  [true, true],
])('if only the host may pause and is away: %s, a guest may: %s', (isAway, isAllowed) => {
  const [host, guest] = [
    { uid: 'a', role: 'host', is_away: isAway },
    { uid: 'b', role: 'guest', platform: 'youtube' },
  ] as [TogetherMember, TogetherMember]
  const hosted = { ...session, control: 'host', members: [host, guest], skips: [] } as unknown as TogetherSession
  renderInApp(<Controls session={hosted} current={{ youtube_id: 'y', spotify_id: null } as TogetherItem} mine={guest} />)
  expect(screen.getByRole('button', { name: 'Play for everyone' }).hasAttribute('disabled')).toBe(!isAllowed)
})

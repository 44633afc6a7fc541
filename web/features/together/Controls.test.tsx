import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { TogetherItem, TogetherSession } from '#contract/together.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { Progress } from './Controls.tsx'
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

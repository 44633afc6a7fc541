import { act, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useNowPlaying } from '../players/now-playing.store.ts'
import { saveReplayMarks } from '../players/replay-marks.store.ts'
import { ReplayMarks } from './MiniPlayer.tsx'

test('reactions of a shared session float at their second when the item is played again', () => {
  saveReplayMarks(
    ['song', null],
    [
      { emoji: '🔥', position_ms: 61_000 },
      { emoji: '😮', position_ms: 90_000 },
    ],
  )
  const { container, rerender } = render(<ReplayMarks id="song" />)
  const textAt = (positionMs: number) => {
    act(() => useNowPlaying.setState({ positionMs }))
    return container.textContent
  }
  expect([textAt(1_000), textAt(60_000), textAt(64_000), textAt(90_500)]).toEqual(['', '🔥', '', '😮'])
  rerender(<ReplayMarks id="other" />)
  expect(container.textContent).toBe('')
})

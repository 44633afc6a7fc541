import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ChatRowData } from '../engine/rows.ts'
import { useVoicePlayback } from '../voice/voice-playback.store.ts'
import { useKeptRows } from './use-kept-rows.ts'

test('a voice message stays rendered while it plays, beside the focused message', () => {
  const rows = ['one', 'two', 'three'].map((id) => ({ kind: 'day', id, day: '2026-11-20', atMs: 0 }) satisfies ChatRowData)
  const { result } = renderHook(() => useKeptRows(rows, [2]))
  expect(result.current).toEqual([2])
  act(() => useVoicePlayback.setState({ id: 'one', isPlaying: true }))
  expect(result.current).toEqual([2, 0])
  act(() => useVoicePlayback.setState({ isPlaying: false }))
  expect(result.current).toEqual([2])
})

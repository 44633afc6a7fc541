import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import type { RecorderState } from './recorder.ts'
import { VoiceRecorder } from './VoiceRecorder.tsx'

let emit: (state: RecorderState) => void
vi.mock('./recorder.ts', () => ({
  startRecorder: (onState: typeof emit) => {
    emit = onState
    return { stop: () => undefined, cancel: () => undefined }
  },
}))

vi.mock('../storage/voice-drafts.ts')

const closed = vi.fn<() => void>()
beforeEach(() => {
  closed.mockClear()
  renderInApp(<VoiceRecorder chatId="chat" isDraft={false} onSend={() => undefined} onClose={closed} />)
})

test.each(['denied', 'no-microphone'] as const)('without a recording (%s) the recorder is closed, not discarded', (problem) => {
  act(() => emit({ name: 'problem', problem }))
  expect(screen.queryByRole('button', { name: 'Discard recording' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Close' })).toBe(document.activeElement)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(closed).toHaveBeenCalledOnce()
})

test('what is being recorded can be discarded', () => {
  act(() => emit({ name: 'recording', elapsedMs: 1_000, levels: [] }))
  expect(screen.getByRole('button', { name: 'Discard recording' })).toBeTruthy()
})

test('a recording shows how long it may be', () => {
  act(() => emit({ name: 'recording', elapsedMs: 272_000, levels: [] }))
  expect(screen.getByRole('timer').parentElement?.textContent).toBe('4:32/ 5:00')
})

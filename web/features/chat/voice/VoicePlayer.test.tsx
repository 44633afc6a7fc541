import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { playback } from '#web/features/media/players/playback.ts'
import { VoicePlayer } from './VoicePlayer.tsx'
import { useVoicePlayback } from './voice-playback.ts'

const voice = { durationMs: 12_340, waveform: Array.from({ length: 48 }, (_, index) => index % 32) }

beforeEach(() => {
  useVoicePlayback.setState({ id: null, isPlaying: false, positionMs: 0, hasFailed: false, rate: 1 })
  // jsdom plays nothing.
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    Object.defineProperty(this, 'paused', { value: false, configurable: true })
    this.dispatchEvent(new Event('play'))
  })
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    Object.defineProperty(this, 'paused', { value: true, configurable: true })
    this.dispatchEvent(new Event('pause'))
  })
})
afterEach(() => vi.restoreAllMocks())

function show() {
  renderInApp(
    <>
      <VoicePlayer id="one" voice={{ ...voice, source: '/files/one.webm' }} label="First" />
      <VoicePlayer id="two" voice={{ ...voice, source: '/files/two.webm' }} label="Second" />
    </>,
  )
  return [within(screen.getByRole('group', { name: 'First' })), within(screen.getByRole('group', { name: 'Second' }))] as const
}

test('only one voice message plays, and another player stops it', () => {
  const [first, second] = show()
  fireEvent.click(first.getByRole('button', { name: 'Play' }))
  expect(first.getByRole('button', { name: 'Pause' })).toBeTruthy()
  fireEvent.click(second.getByRole('button', { name: 'Play' }))
  expect(first.queryByRole('button', { name: 'Pause' })).toBeNull()
  expect(second.getByRole('button', { name: 'Pause' })).toBeTruthy()
  act(() => playback.start('spotify'))
  expect(second.getByRole('button', { name: 'Play' })).toBeTruthy()
})

test('starting a voice message stops the other players', () => {
  const stopped = vi.fn<() => void>()
  const unsubscribe = playback.onOtherStarted('spotify', stopped)
  const [first] = show()
  fireEvent.click(first.getByRole('button', { name: 'Play' }))
  expect(stopped).toHaveBeenCalledOnce()
  unsubscribe()
})

test('the waveform is a slider that announces its position, and the speed has three steps for all messages', () => {
  const [first, second] = show()
  const slider = first.getByRole('slider', { name: 'Position' })
  expect(slider.getAttribute('aria-valuetext')).toBe('0:00 of 0:12')
  fireEvent.change(slider, { target: { value: '6000' } })
  expect(slider.getAttribute('aria-valuetext')).toBe('0:06 of 0:12')
  for (const rate of ['1.5', '2', '1']) {
    fireEvent.click(second.getByRole('button', { name: /^Speed/ }))
    expect(first.getByRole('button', { name: `Speed: ${rate}×` })).toBeTruthy()
  }
})

test('a message that can’t be loaded shows an error', () => {
  const created: HTMLMediaElement[] = []
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    created.push(this)
  })
  const [first] = show()
  fireEvent.click(first.getByRole('button', { name: 'Play' }))
  fireEvent(created[0] ?? document, new Event('error'))
  expect(first.getByRole('alert').textContent).toBe('This can’t be played right now.')
})

test('a recording of less than a second is shown as one second', () => {
  renderInApp(<VoicePlayer id="short" voice={{ ...voice, durationMs: 400, source: '/files/short.webm' }} label="Short" />)
  const short = within(screen.getByRole('group', { name: 'Short' }))
  expect(short.getByRole('slider', { name: 'Position' }).getAttribute('aria-valuetext')).toBe('0:00 of 0:01')
})

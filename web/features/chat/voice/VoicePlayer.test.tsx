import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { playback } from '#web/features/media/players/playback.ts'
import { VoicePlayer } from './VoicePlayer.tsx'
import { VoiceBar } from './VoiceBar.tsx'
import { stopped, useVoicePlayback } from './voice-playback.store.ts'

const voice = { durationMs: 12_340, waveform: Array.from({ length: 48 }, (_, index) => index % 32) }

beforeEach(() => {
  useVoicePlayback.setState({ ...stopped, rate: 1, stoppedAt: {} })
  history.replaceState(null, '', '/chat/one')
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
  const onStopped = vi.fn<() => void>()
  const unsubscribe = playback.onOtherStarted('spotify', onStopped)
  const [first] = show()
  fireEvent.click(first.getByRole('button', { name: 'Play' }))
  expect(onStopped).toHaveBeenCalledOnce()
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

test('a message that was left before its end continues there, and an unsent recording starts at its beginning', () => {
  const starts: number[] = []
  vi.spyOn(HTMLMediaElement.prototype, 'currentTime', 'set').mockImplementation((seconds) => void starts.push(seconds))
  const play = (id: string, source: string | Blob) => {
    const shown = renderInApp(<VoicePlayer id={id} voice={{ ...voice, source }} label={id} />)
    const player = within(screen.getByRole('group', { name: id }))
    return { player, slider: player.getByRole('slider', { name: 'Position' }), leave: shown.unmount }
  }
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: () => undefined }))
  for (const [id, source] of [
    ['stored', '/files/one.webm'],
    ['recording', new Blob(['sound'])],
  ] as const) {
    const first = play(id, source)
    fireEvent.change(first.slider, { target: { value: '6000' } })
    first.leave()
  }
  const stored = play('stored', '/files/one.webm')
  expect(stored.slider.getAttribute('aria-valuetext')).toBe('0:06 of 0:12')
  starts.length = 0
  fireEvent.click(stored.player.getByRole('button', { name: 'Play' }))
  expect(starts).toEqual([6])
  expect(play('recording', new Blob(['sound'])).slider.getAttribute('aria-valuetext')).toBe('0:00 of 0:12')
  vi.unstubAllGlobals()
})

test('arrow keys move long messages by five seconds', () => {
  renderInApp(<VoicePlayer id="long" voice={{ ...voice, durationMs: 299_400, source: '/files/long.webm' }} label="Long" />)
  expect(screen.getByRole('slider', { name: 'Position' }).getAttribute('step')).toBe('5000')
})

/** Starts a stored message, goes to `path`, and removes the message's row. */
function playAndLeave(path: string) {
  const row = renderInApp(<VoicePlayer id="one" voice={{ ...voice, source: '/files/one.webm' }} label="First" />)
  fireEvent.click(screen.getByRole('button', { name: 'Play' }))
  history.replaceState(null, '', path)
  row.unmount()
}

test('a message plays on after its page was left, with a bar that controls it and leads back', () => {
  playAndLeave('/moments')
  renderInApp(<VoiceBar />)
  const bar = within(screen.getByRole('region', { name: 'Voice message' }))
  expect(bar.getByRole('link').getAttribute('href')).toBe('/chat/one')
  fireEvent.click(bar.getByRole('button', { name: 'Pause' }))
  fireEvent.click(bar.getByRole('button', { name: 'Play' }))
  expect(useVoicePlayback.getState().isPlaying).toBe(true)
  fireEvent.click(bar.getByRole('button', { name: 'Stop the voice message' }))
  expect(screen.queryByRole('region')).toBeNull()
  expect(useVoicePlayback.getState()).toMatchObject({ id: null, isPlaying: false })
})

test('the row of a message that plays on has the controls again, and another player ends the bar', () => {
  playAndLeave('/moments')
  const row = renderInApp(<VoicePlayer id="one" voice={{ ...voice, source: '/files/one.webm' }} label="First" />)
  renderInApp(<VoiceBar />)
  expect([screen.getByRole('button', { name: 'Pause' }), screen.queryByRole('region')]).toEqual([expect.anything(), null])
  row.unmount()
  expect(screen.getByRole('region')).toBeTruthy()
  act(() => playback.start('spotify'))
  expect(screen.queryByRole('region')).toBeNull()
})

test('a message that is deleted while it plays stops', () => {
  playAndLeave('/chat/one')
  expect(useVoicePlayback.getState()).toMatchObject({ id: null, isPlaying: false, away: null })
})

import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { queue, useQueue, type NewEntry } from '../queue/queue.store.ts'
import { useNowPlaying } from './now-playing.store.ts'
import { YoutubePlayer } from './YoutubePlayer.tsx'

const ORIGIN = 'https://www.youtube.com'
const GONE = 'g'.repeat(11)
const entryOf = (videoId: string): NewEntry => ({
  playable: { kind: 'video', videoId, title: videoId, channelName: '' },
  title: videoId,
  by: '',
  from: null,
})

afterEach(() => {
  vi.useRealTimers()
  queue.clear()
})

/** A player of the first entry of the queue, whose video is gone. */
function aPlayerWithError() {
  vi.useFakeTimers()
  queue.clear()
  queue.playAll([entryOf(GONE), entryOf(GONE), entryOf('v'.repeat(11))])
  useNowPlaying.setState({ platform: 'youtube', isRequested: false })
  renderInApp(<YoutubePlayer origin={ORIGIN} videoId={GONE} listId="" title="" autoplay href="" />)
  const { contentWindow } = screen.getByTitle<HTMLIFrameElement>(/^YouTube player/)
  for (const message of [{ event: 'onReady' }, { event: 'onError', info: 100 }])
    act(() => void dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message), origin: ORIGIN, source: contentWindow })))
}
const pass = () => act(() => void vi.advanceTimersByTime(3_100))

test('a queue continues after the same removed video twice in a row', () => {
  aPlayerWithError()
  expect(screen.getByText('This video no longer exists.')).toBeDefined()
  pass()
  expect(useQueue.getState().at).toBe(1)
  pass()
  expect(useQueue.getState().at).toBe(2)
})

test('a removed video doesn’t skip what plays on another platform in the meantime', () => {
  aPlayerWithError()
  act(() => useNowPlaying.setState({ platform: 'spotify' }))
  pass()
  expect(useQueue.getState().at).toBe(0)
})

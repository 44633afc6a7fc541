import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { mediaCalls } from '#contract/media.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { cacheResponse } from '#web/platform/query.ts'
import { show } from '../items/play.ts'
import { useNowPlaying } from '../players/now-playing.store.ts'
import { useVideoChoice } from '../players/video-choice.store.ts'
import { queue } from '../queue/queue.store.ts'
import { MiniPlayer } from './MiniPlayer.tsx'
import { markPlayed } from '../players/mark-played.ts'

vi.mock('../players/mark-played.ts')

const CHANNEL = `UC${'c'.repeat(22)}`
const [QUEUED, NEWEST, CHOSEN] = ['a', 'n', 'c'].map((letter) => letter.repeat(11)) as [string, string, string]
const videos = [NEWEST, CHOSEN].map((videoId) => ({ video_id: videoId, title: `Title of ${videoId}`, thumbnail_url: '' }))
const bar = () => screen.getByRole('region', { name: 'Player' })

test('before consent, the mini player names the video that the channel preview has selected', () => {
  cacheResponse(mediaCalls.getChannelVideos, { params: { channelId: CHANNEL } }, { videos })
  queue.playNow({
    playable: { kind: 'video', videoId: QUEUED, title: 'In the queue', channelName: 'Another' },
    title: 'In the queue',
    by: 'Another',
    from: null,
  })
  show({ kind: 'channel', channelId: CHANNEL, channelName: 'Vsauce' })
  renderInApp(<MiniPlayer isPanelOpen />)
  expect(bar().textContent).toBe(`Title of ${NEWEST}Vsauce`)
  act(() => useVideoChoice.getState().choose({ videoId: CHOSEN, title: '' }))
  expect(bar().textContent).toBe(`Title of ${CHOSEN}Vsauce`)
  act(() => show({ kind: 'video', videoId: QUEUED, title: 'In the queue', channelName: 'Another' }))
  expect(bar().textContent).toBe('In the queueAnother')
})

test('the video that plays counts as played, not the entry of the queue while another one plays', () => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  useAuthStore.setState({ uid: '01890000-0000-7000-8000-000000000001' })
  cacheResponse(mediaCalls.getChannelVideos, { params: { channelId: CHANNEL } }, { videos })
  show({ kind: 'channel', channelId: CHANNEL, channelName: 'Vsauce' })
  renderInApp(<MiniPlayer isPanelOpen />)
  act(() => useNowPlaying.setState({ platform: 'youtube', isPlaying: true }))
  expect(vi.mocked(markPlayed)).not.toHaveBeenCalled()
  act(() => show({ kind: 'video', videoId: QUEUED, title: 'In the queue', channelName: 'Another' }))
  act(() => useNowPlaying.setState({ platform: 'youtube', isPlaying: true }))
  expect(vi.mocked(markPlayed).mock.calls).toEqual([['youtube', QUEUED]])
  vi.restoreAllMocks()
})

import { useEffect } from 'react'
import { mediaCalls, type ChannelVideo } from '#contract/media.ts'
import { useCall } from '#web/platform/query.ts'
import { useVideoChoice, type VideoChoice } from './video-choice.store.ts'
import { useVideoPlayer } from './video-player.store.ts'

const STALE_MS = 5 * 60_000

/** The selected video of the open panel, or the channel's newest one; and the channel of a video without a known one. */
export function useSelectedVideo() {
  const { close, channelId, setChannel } = useVideoPlayer()
  const { videoId, title } = useVideoChoice()
  const videos = useCall(mediaCalls.getChannelVideos, { params: { channelId } }, { enabled: !close && channelId !== '', staleMs: STALE_MS })
  const details = useCall(
    mediaCalls.getVideoDetails,
    { params: { videoId } },
    { enabled: !close && channelId === '' && videoId !== '', staleMs: STALE_MS },
  )
  const { channel_id: foundId = null, channel_name: foundName = null } = details.data ?? {}
  useEffect(() => {
    if (!close && channelId === '' && foundId !== null) setChannel(foundId, foundName ?? '')
  }, [close, channelId, foundId, foundName, setChannel])
  const newest = videos.data?.videos[0]
  const selected: VideoChoice =
    videoId === ''
      ? { videoId: newest?.video_id ?? '', title: newest?.title ?? '' }
      : { videoId, title: title || details.data?.title || titleIn(videos.data?.videos, videoId) }
  return { videos, selected }
}

const titleIn = (videos: readonly ChannelVideo[] | undefined, videoId: string): string =>
  videos?.find(({ video_id }) => video_id === videoId)?.title ?? ''

import { useRef, useState, type ComponentType, useLayoutEffect, type RefObject } from 'react'
import { useLingui } from '@lingui/react'
import { IconMessageReply } from '@tabler/icons-react'
import type { ChannelVideo } from '#contract/media.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FloatingPanel } from '#web/ui/panels/FloatingPanel.tsx'
import { LoadingLabel, Skeleton } from '#web/ui/Skeleton.tsx'
import type { PanelProps } from './ArtistPlayer.tsx'
import { useCollections } from '../items/collections.store.ts'
import { OpenOutside } from '../items/OpenOutside.tsx'
import { CreatorLink } from './CreatorLink.tsx'
import { PlayerConsent } from './PlayerConsent.tsx'
import { useFolded } from './use-folded.ts'
import { useSelectedVideo } from './use-selected-video.ts'
import { usePlayersSettings } from './players.settings.ts'
import { useVideoChoice, type VideoChoice } from './video-choice.store.ts'
import { useVideoPlayer } from './video-player.store.ts'
import { VideoGrid } from './VideoGrid.tsx'
import { YoutubePlayer } from './YoutubePlayer.tsx'
import './ChannelPreview.css'

/** The maximum width (spec, section 9); the panel itself limits the height to 90% of the screen. */
const MAX_WIDTH = 600

export type ChannelPreviewProps = PanelProps & {
  /** The reply form for the selected video, provided by another feature. Null: no replies. */
  Reply: ComponentType<{ video: VideoChoice }> | null
}

/** The floating channel preview: the selected video, the channel's other videos, and a reply form. */
export function ChannelPreview({ isOnTop, onTouch, Reply }: ChannelPreviewProps) {
  const { i18n } = useLingui()
  const { isFolded, fold } = useFolded('youtube')
  const { channelId, channelName, reset } = useVideoPlayer()
  const choose = useVideoChoice((state) => state.choose)
  const listId = useCollections(({ videoListId }) => videoListId)
  const { videos, selected } = useSelectedVideo()
  const [isReplying, setReplying] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const height = usePlayerHeight(body)
  const name = i18n._({ id: 'preview.name', message: 'Channel preview' })
  const href = addressOf({ listId, videoId: selected.videoId, channelId })
  return (
    <FloatingPanel
      name={name}
      title={
        channelName === '' ? (
          selected.title || (listId === '' ? name : i18n._({ id: 'preview.list', message: 'Playlist' }))
        ) : (
          <CreatorLink href={addressOf({ listId: '', videoId: '', channelId })} name={channelName} />
        )
      }
      home="bottom-right"
      maxWidth={MAX_WIDTH}
      isTall
      isOnTop={isOnTop}
      onTouch={onTouch}
      folded={isFolded ? 'picture' : null}
      onFold={() => fold(true, 'youtube')}
      onClose={reset}
      fullscreen="disabled"
      buttons={
        <>
          {Reply && (
            <ActionIcon
              icon={IconMessageReply}
              size={36}
              aria-expanded={isReplying}
              disabled={selected.videoId === ''}
              label={i18n._({ id: 'preview.reply', message: 'Reply with this video' })}
              onClick={() => setReplying(!isReplying)}
            />
          )}
          <OpenOutside href={href} platform="YouTube" />
        </>
      }
    >
      <div className="wl-preview-parts" ref={body} data-replying={isReplying || undefined}>
        <div className="wl-preview-player" style={isFolded ? {} : { height }}>
          <PlayerConsent platform="youtube" href={href}>
            {(origin) => (
              <SelectedPlayer
                key={listId}
                origin={origin}
                video={selected}
                listId={listId}
                href={href}
                isLoading={videos.isPending && channelId !== ''}
              />
            )}
          </PlayerConsent>
        </div>
        <div className="wl-preview-videos">
          <Videos
            videos={videos}
            isWanted={channelId !== ''}
            selected={selected.videoId}
            onSelect={({ video_id: videoId, title }) => choose({ videoId, title })}
          />
        </div>
        {Reply && isReplying && selected.videoId !== '' && <Reply video={selected} />}
      </div>
    </FloatingPanel>
  )
}

/** The address of the content on YouTube. */
function addressOf({ listId, videoId, channelId }: { listId: string; videoId: string; channelId: string }): string {
  if (listId !== '') return `https://www.youtube.com/playlist?list=${encodeURIComponent(listId)}`
  if (videoId !== '') return `https://www.youtube.com/watch?v=${encodeURIComponent(videoId)}`
  return `https://www.youtube.com/channel/${encodeURIComponent(channelId)}`
}

type SelectedPlayerProps = { origin: string; video: VideoChoice; listId: string; href: string; isLoading: boolean }

function SelectedPlayer({ origin, video, listId, href, isLoading }: SelectedPlayerProps) {
  const autoplay = usePlayersSettings(({ settings }) => settings.autoplay)
  if (video.videoId === '' && listId === '') return <div className="wl-player">{isLoading && <Skeleton shape="block" height="100%" />}</div>
  return <YoutubePlayer origin={origin} videoId={video.videoId} listId={listId} title={video.title} autoplay={autoplay} href={href} />
}

type VideosProps = {
  videos: ReturnType<typeof useSelectedVideo>['videos']
  isWanted: boolean
  selected: string
  onSelect: (video: ChannelVideo) => void
}

function Videos({ videos, isWanted, selected, onSelect }: VideosProps) {
  const { i18n } = useLingui()
  if (!isWanted) return null
  if (videos.data && videos.data.videos.length > 0) return <VideoGrid videos={videos.data.videos} selected={selected} onSelect={onSelect} />
  if (videos.data)
    return <p className="wl-preview-none wl-muted">{i18n._({ id: 'preview.none', message: 'No videos from this channel to show.' })}</p>
  if (videos.error) return <ErrorState kind={videos.error.failure.kind} onRetry={() => void videos.refetch()} />
  return (
    <div className="wl-videos">
      <LoadingLabel label={i18n._({ id: 'preview.loading', message: 'Loading the videos of this channel' })} />
      {Array.from({ length: 4 }, (_, index) => (
        <span className="wl-preview-skeleton" key={index} aria-hidden>
          <Skeleton shape="block" height="auto" />
          <Skeleton width="80%" />
        </span>
      ))}
    </div>
  )
}

/** The embedded player's height for the current panel and screen size. */
function usePlayerHeight(body: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(() => playerHeight({ panelWidth: null, screenWidth: innerWidth }))
  useLayoutEffect(() => {
    const element = body.current
    if (!element) return undefined
    const measure = () => setHeight(playerHeight({ panelWidth: element.offsetWidth || null, screenWidth: innerWidth }))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      removeEventListener('resize', measure)
    }
  }, [body])
  return height
}

/** The smallest large screen (the theme's breakpoints are 600, 1024, 1440 and 1920 px). */
const LARGE = 1440
const LARGE_HEIGHT = 280
/** Used until the panel is measured. */
export const FALLBACK_WIDTH = 580
/** YouTube's minimum height. */
const MIN_HEIGHT = 200

/** The height of the channel preview's player: 280 on large screens, else 16:9. In CSS pixels. */
export function playerHeight({ panelWidth, screenWidth }: { panelWidth: number | null; screenWidth: number }): number {
  if (screenWidth >= LARGE) return LARGE_HEIGHT
  return Math.max(MIN_HEIGHT, Math.round(((panelWidth ?? FALLBACK_WIDTH) * 9) / 16))
}

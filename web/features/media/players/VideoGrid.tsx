import { useLingui } from '@lingui/react'
import type { ChannelVideo } from '#contract/media.ts'
import { Artwork } from '#web/ui/Artwork.tsx'
import './VideoGrid.css'

export type VideoGridProps = { videos: readonly ChannelVideo[]; selected: string; onSelect: (video: ChannelVideo) => void }

/** A channel's videos as cards: four per row from medium screens on, else two. A click selects. */
export function VideoGrid({ videos, selected, onSelect }: VideoGridProps) {
  const { i18n } = useLingui()
  return (
    <ul className="wl-videos" aria-label={i18n._({ id: 'preview.videos', message: 'Videos of this channel' })}>
      {videos.map((video) => (
        <li key={video.video_id}>
          <button
            type="button"
            className="wl-video"
            aria-current={video.video_id === selected || undefined}
            onClick={() => onSelect(video)}
          >
            <Artwork id={video.video_id} kind="video" src={video.thumbnail_url} />
            <span className="wl-video-title" title={video.title} dir="auto">
              {video.title}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

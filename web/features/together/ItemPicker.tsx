import { readApi } from '#web/platform/api-client.ts'
import { recognizeLink } from '#contract/links.ts'
import { mediaCalls } from '#contract/media.ts'
import type { NewTogetherItem } from '#contract/together.ts'
import { ShareSearch } from '#web/features/media/share-search/ShareSearch.tsx'

type ItemPickerProps = {
  /** The other user, for suggestions. */
  to: string
  /** Receives null when the search is closed, or nothing playable was chosen. */
  onChoose: (item: NewTogetherItem | null) => void
}

/** Search for an item to play together. */
export function ItemPicker({ to, onChoose }: ItemPickerProps) {
  return (
    <div className="wl-together-picker">
      <ShareSearch
        initialText=""
        to={to}
        onClose={() => onChoose(null)}
        onChoose={(link, found) => {
          if (found?.kind === 'track' || found?.kind === 'video') {
            const isTrack = found.kind === 'track'
            const { name, by, spotify_id: spotifyId, youtube_id: youtubeId } = found
            onChoose({
              side: isTrack ? 'sound' : 'video',
              title: name,
              by: by ?? '',
              spotify_id: isTrack ? spotifyId : null,
              youtube_id: youtubeId,
            })
          } else void ofLink(link).then(onChoose)
        }}
      />
    </div>
  )
}

/** The item of a pasted link; null for a link to anything but a track or a video. */
async function ofLink(link: string): Promise<NewTogetherItem | null> {
  const target = recognizeLink(link)
  if (!target?.id) return null
  const { platform, kind, id } = target
  if (platform === 'spotify' && kind === 'track') return { side: 'sound', title: 'Spotify', by: '', spotify_id: id, youtube_id: null }
  if (platform !== 'youtube' || (kind !== 'video' && kind !== 'short' && kind !== 'live')) return null
  const details = await readApi(mediaCalls.getVideoFacts, { params: { videoId: id } })
  const { title, channel_name: channel } = details.ok ? details.value : { title: null, channel_name: null }
  return { side: 'video', title: title ?? 'YouTube', by: channel ?? '', spotify_id: null, youtube_id: id }
}

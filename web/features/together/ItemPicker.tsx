import type { NewTogetherItem } from '#contract/together.ts'
import { ShareSearch } from '#web/features/media/share-search/ShareSearch.tsx'
import { useFocusReturn } from '#web/ui/focus/use-focus-return.ts'
import { itemOfLink } from './item-of-link.ts'

type ItemPickerProps = {
  /** The other user, for suggestions; null in groups. */
  to: string | null
  /** Receives null when the search is closed, or nothing playable was chosen. */
  onChoose: (item: NewTogetherItem | null) => void
}

/** Search for an item to play together. */
export function ItemPicker({ to, onChoose }: ItemPickerProps) {
  useFocusReturn()
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
          } else void itemOfLink(link).then(onChoose)
        }}
      />
    </div>
  )
}

import { useLingui } from '@lingui/react'
import { IconBrandSpotify, IconBrandYoutube } from '@tabler/icons-react'
import { Artwork } from '#web/ui/Artwork.tsx'
import { PlayItem } from '../items/PlayItem.tsx'
import { sideOf } from '../items/item-side.ts'
import { videoPicture } from '../items/play.ts'
import { itemKindText } from './share-search.messages.ts'
import type { ShareRow } from './use-share-results.ts'

type ShareSearchRowProps = {
  row: ShareRow
  typed: string
  nameId: string
  playId: string
  active: 'name' | 'play' | null
  onChoose: () => void
}

/** One result: pressing it attaches the item, its button plays it. */
export function ShareSearchRow({ row: { item, person }, typed, nameId, playId, active, onChoose }: ShareSearchRowProps) {
  const { i18n } = useLingui()
  const Mark = item.spotify_id === null ? IconBrandYoutube : IconBrandSpotify
  const isVideo = item.kind === 'video'
  return (
    // The keys are handled by the field, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus
    <div role="row" className="wl-share-search-row" aria-selected={active !== null}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events */}
      <div id={nameId} role="gridcell" data-active={active === 'name' || undefined} onClick={onChoose}>
        <span className="wl-share-search-art">
          <Artwork id={item.id} kind={item.kind} src={isVideo ? videoPicture(item.youtube_id) : null} size={isVideo ? 60 : 38} />
        </span>
        <span className="wl-share-search-text">
          <strong className="wl-line" dir="auto">
            <Marked text={item.name} typed={typed} />
          </strong>
          <span className="wl-line wl-dim wl-small">
            <Mark size={14} stroke={1.8} aria-hidden data-side={sideOf(item.kind)} />{' '}
            {item.by === null ? (
              itemKindText(i18n, item.kind)
            ) : (
              <bdi>
                <Marked text={item.by} typed={typed} />
              </bdi>
            )}
            {person && (
              <>
                {' · '}
                <bdi>{person.name}</bdi>
              </>
            )}
          </span>
        </span>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus */}
      <div id={playId} role="gridcell" data-active={active === 'play' || undefined}>
        <PlayItem item={item} size="small" from={person?.name ?? null} />
      </div>
    </div>
  )
}

/** The text with the beginnings of words that were typed. */
function Marked({ text, typed }: { text: string; typed: string }) {
  const words = typed.split(/[\s–—-]+/u).filter((word) => word !== '')
  const parts = text.split(/(?<=\s)/u)
  return parts.map((part, at) => {
    const word = words.find((one) => part.toLocaleLowerCase().startsWith(one.toLocaleLowerCase()))
    return (
      // Words don't move within a name.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={at}>
        {word === undefined ? (
          part
        ) : (
          <>
            <mark>{part.slice(0, word.length)}</mark>
            {part.slice(word.length)}
          </>
        )}
      </span>
    )
  })
}

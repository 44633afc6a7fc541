import { useLingui } from '@lingui/react'
import { IconPlayerPlay, IconVolume } from '@tabler/icons-react'
import type { Item } from '#contract/media.ts'
import { useLoadedPlayer } from '../players/loaded-player.store.ts'
import { play, playableOf } from './play.ts'
import type { Playable } from './playable.ts'
import './PlayItem.css'

type Size = 'small' | 'medium'

/**
 * A round button that plays an item in its panel. Renders nothing when no panel can.
 * @param from where it was found, such as a person's name; the queue shows it
 * @param withWord shows a text label where there is room
 */
export function PlayItem({
  item,
  size = 'medium',
  from = null,
  withWord = false,
}: {
  item: Item
  size?: Size
  from?: string | null
  withWord?: boolean
}) {
  const { i18n } = useLingui()
  const playable = playableOf(item)
  return (
    playable && (
      <PlayButton
        playable={playable}
        size={size}
        from={from}
        label={i18n._({ id: 'media.play', message: 'Play {name}', values: { name: item.name } })}
        {...(withWord ? { word: i18n._({ id: 'media.play.word', message: 'Play' }) } : {})}
      />
    )
  )
}

type PlayButtonProps = {
  playable: Playable
  size: Size
  from?: string | null
  label: string
  /** A text label, shown where there is room. */
  word?: string
}

/** A round play button. */
export function PlayButton({ playable, size, from = null, label, word }: PlayButtonProps) {
  const isLoaded = useLoadedPlayer(({ close, artistId }) => !close && playable.kind === 'artist' && playable.artistId === artistId)
  const Icon = isLoaded ? IconVolume : IconPlayerPlay
  return (
    <button
      type="button"
      className="wl-play-item"
      data-size={size}
      aria-label={label}
      aria-current={isLoaded || undefined}
      title={label}
      onClick={() => play(playable, from)}
    >
      <Icon size={size === 'small' ? 16 : 18} stroke={1.8} aria-hidden />
      {word !== undefined && <span className="wl-play-word">{word}</span>}
    </button>
  )
}

import { useId } from 'react'
import { useLingui } from '@lingui/react'
import { IconCheck, IconDiamond, IconHelpCircle, IconMessageCircle, IconMusic, type Icon } from '@tabler/icons-react'
import type { Uid } from '#contract/base/ids.ts'
import { shareSearchCalls } from '#contract/taste/share-search.ts'
import { tasteCalls } from '#contract/taste/taste.ts'
import { useCall } from '#web/platform/query.ts'
import { openersOf, type Opener } from './openers.ts'
import './Openers.css'

const icons: Record<Opener['kind'], Icon> = { rarest: IconDiamond, difference: IconHelpCircle, song: IconMusic, plain: IconMessageCircle }

const MATCH_STALE_MS = 10 * 60_000

export type OpenersProps = {
  uid: Uid
  title: string
  /** The text that is being edited. */
  text: string
  withLinks: boolean
  /** Longer openers are left out. */
  maxLength: number
  /** Receives the picked text, or '' when the picked one is pressed again. */
  onPick: (text: string) => void
}

/** Suggested first sentences. Picking one only fills the field. Renders nothing until the match is known. */
export function Openers({ uid, title, text, withLinks, maxLength, onPick }: OpenersProps) {
  const { i18n } = useLingui()
  const titleId = useId()
  const match = useCall(tasteCalls.getMatch, { params: { uid } }, { staleMs: MATCH_STALE_MS })
  // Recommendations are artists and channels; the song is one of the user's own by that artist.
  const liked = match.data?.they_would_like.find(({ item }) => item.kind === 'artist')?.item ?? null
  const songs = useCall(
    shareSearchCalls.searchToShare,
    { query: { q: liked?.name ?? '', kind: 'track' } },
    { enabled: liked !== null, staleMs: MATCH_STALE_MS },
  )
  if (match.isPending || songs.isLoading) return null
  const found = songs.data?.results.find(({ section, item }) => section === 'library' && item.by === liked?.name)?.item
  const song = found?.id ? { ...found, id: found.id } : liked
  const openers = openersOf(i18n, match.data ? { ...match.data, song } : null, { withLinks }).filter((one) => one.text.length <= maxLength)
  return (
    <section className="wl-openers" aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      {openers.map(({ kind, text: own }) => {
        const isPicked = text === own
        const Mark = isPicked ? IconCheck : icons[kind]
        return (
          <button key={kind} type="button" aria-pressed={isPicked} onClick={() => onPick(isPicked ? '' : own)}>
            <Mark size={18} stroke={1.8} aria-hidden />
            <span dir="auto">{own}</span>
          </button>
        )
      })}
    </section>
  )
}

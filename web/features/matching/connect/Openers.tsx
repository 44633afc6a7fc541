import { useId, type ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { IconCheck, IconDiamond, IconHelpCircle, IconMessageCircle, IconMusic, type Icon } from '@tabler/icons-react'
import type { Uid } from '#contract/base/ids.ts'
import { shareSearchCalls } from '#contract/taste/share-search.ts'
import { tasteCalls, type MatchInFull } from '#contract/taste/taste.ts'
import { useCall } from '#web/platform/query.ts'
import './Openers.css'
import type { I18n } from '@lingui/core'
import type { Item } from '#contract/media.ts'
import { linkOfItem } from '#web/features/links/item-link.ts'
import { oneIn } from '../match.messages.ts'

const icons: Record<Opener['kind'], Icon> = { rarest: IconDiamond, difference: IconHelpCircle, song: IconMusic, plain: IconMessageCircle }

export const MATCH_STALE_MS = 10 * 60_000

export type OpenersProps = {
  uid: Uid
  /** For users who share something. */
  title: string
  /** The text that is being edited. */
  text: string
  withLinks: boolean
  /** Longer openers are left out. */
  maxLength: number
  /** Shown until the match is known; nothing by default. */
  fallback?: ReactNode
  /** Receives the picked text, or '' when the picked one is pressed again. */
  onPick: (text: string) => void
}

/** Suggested first sentences. Picking one only fills the field. */
export function Openers({ uid, title, text, withLinks, maxLength, fallback = null, onPick }: OpenersProps) {
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
  if (match.isPending || songs.isLoading) return fallback
  const found = songs.data?.results.find(({ section, item }) => section === 'library' && item.by === liked?.name)?.item
  const song = found?.id ? { ...found, id: found.id } : liked
  const openers = openersOf(i18n, match.data ? { ...match.data, song } : null, { withLinks }).filter(
    (opener) => opener.text.length <= maxLength,
  )
  return (
    <section className="wl-openers" aria-labelledby={titleId}>
      <h3 id={titleId}>{(match.data?.match.shared.length ?? 0) > 0 ? title : i18n._({ id: 'openers.chat', message: 'Break the ice' })}</h3>
      {openers.map(({ kind, sentence, text: own }) => {
        const isPicked = text === own
        const Mark = isPicked ? IconCheck : icons[kind]
        return (
          <button key={kind} type="button" aria-pressed={isPicked} onClick={() => onPick(isPicked ? '' : own)}>
            <Mark size={18} stroke={1.8} aria-hidden />
            <span dir="auto">{sentence}</span>
          </button>
        )
      })}
    </section>
  )
}

/** A first sentence to edit; nothing is sent automatically. */
export type Opener = {
  kind: 'rarest' | 'difference' | 'song' | 'plain'
  sentence: string
  /** The text for the field: the sentence, with the link of a song. */
  text: string
}

/** The items of an opener. The server includes only items that both show each other. */
export type OpenerSource = Pick<MatchInFull, 'you_would_like'> & {
  match: Pick<MatchInFull['match'], 'rarest' | 'shared'>
  /** One of the user's own items that the other would like. */
  song: Item | null
}

/**
 * Up to three openers: the rarest shared item, an item that only the other user loves, and a song for them.
 * @param source null if the match is unknown or hidden
 * @param withLinks adds the song's link; not for notes, which are short
 */
export function openersOf(i18n: I18n, source: OpenerSource | null, { withLinks }: { withLinks: boolean }): Opener[] {
  const rarest = source?.match.rarest ?? null
  const difference = source?.you_would_like[0]?.item ?? null
  const song = source?.song ?? null
  const opener = (kind: Opener['kind'], sentence: string, link: string | null = null): Opener => ({
    kind,
    sentence,
    text: link === null ? sentence : `${sentence} ${link}`,
  })
  const openers = [
    ...(rarest ? [opener('rarest', isRare(source, rarest) ? rareText(i18n, rarest) : sharedText(i18n, rarest))] : []),
    ...(difference ? [opener('difference', differenceText(i18n, difference))] : []),
    ...(song ? [opener('song', songText(i18n, song), withLinks ? linkOfItem(song) : null)] : []),
  ]
  if (openers.length > 0) return openers
  return [opener('plain', i18n._({ id: 'opener.plain', message: 'What should I hear first?' }))]
}

const isWatched = ({ kind }: Item): boolean => kind === 'channel' || kind === 'video'

/** Rare in the world, as its source reports; without a report nothing is called rare. */
function isRare(source: OpenerSource | null, { id }: Item): boolean {
  const shared = source?.match.shared.find(({ item }) => item.id === id)
  return shared !== undefined && oneIn(shared) !== null
}

function sharedText(i18n: I18n, item: Item): string {
  const values = { name: item.name }
  return isWatched(item)
    ? i18n._({ id: 'opener.shared.video', message: 'You watch {name} too! What’s your favorite?', values })
    : i18n._({ id: 'opener.shared.music', message: 'You love {name} too! What’s your favorite?', values })
}

function rareText(i18n: I18n, item: Item): string {
  const values = { name: item.name }
  return isWatched(item)
    ? i18n._({ id: 'opener.rarest.video', message: '{name}! Hardly anyone around me watches that. How did you find it?', values })
    : i18n._({ id: 'opener.rarest.music', message: '{name}! Hardly anyone around me knows that. How did you find it?', values })
}

function differenceText(i18n: I18n, item: Item): string {
  const values = { name: item.name }
  return isWatched(item)
    ? i18n._({ id: 'opener.difference.video', message: 'You watch {name}, I don’t yet. Where should I start?', values })
    : i18n._({ id: 'opener.difference.music', message: 'You’re into {name}, I’m not yet. Where should I start?', values })
}

function songText(i18n: I18n, { name, by }: Item): string {
  return by === null
    ? i18n._({ id: 'opener.song', message: 'Do you know {name}? I think you’d love it.', values: { name } })
    : i18n._({ id: 'opener.song.by', message: 'Do you know {name} by {by}? I think you’d love it.', values: { name, by } })
}

import type { Uid } from '#contract/base/ids.ts'
import type { BlendMember, BlendSummary } from '#contract/blends.ts'
import type { PersonCard } from '#contract/people.ts'
import type { StoredBlend, StoredMember } from './blends.store.ts'
import type { Mix, MixMember } from './mix.ts'

/** The number of a member's tallest bars that the cover shows. */
const COVER_BARS = 13

/** A blend with its members, as a viewer may see them. */
export type Seen = { blend: StoredBlend; members: StoredMember[]; hidden: ReadonlySet<Uid>; mine: StoredMember }

export const emptyMix: Mix = { items: [], underserved: [], isThin: false }
export const isJoined = ({ state }: StoredMember): boolean => state === 'joined'
export const isOpen = (members: readonly StoredMember[]): boolean =>
  members.filter(isJoined).length > 1 && members.filter(isJoined).every((member) => member.wantsOpen)

/** Null for users outside, and if everyone else is hidden from the viewer. */
export function seenBy(viewer: Uid, blend: StoredBlend, members: StoredMember[], hidden: ReadonlySet<Uid>): Seen | null {
  const mine = members.find(({ uid }) => uid === viewer)
  if (!mine || !members.some(({ uid }) => uid !== viewer && !hidden.has(uid))) return null
  return { blend, members, hidden, mine }
}

export function summaryOf(
  viewer: Uid,
  { id, chatId, title, kind }: StoredBlend,
  members: readonly StoredMember[],
  cards: ReadonlyMap<Uid, PersonCard>,
  { mix, tastes }: { mix: Mix; tastes: readonly MixMember[] },
): Omit<BlendSummary, 'items' | 'tracks' | 'duration'> {
  return {
    id,
    title,
    kind,
    chat_id: chatId,
    state: members.find(({ uid }) => uid === viewer)?.state ?? 'invited',
    members: members.flatMap((member): BlendMember[] => {
      const person = cards.get(member.uid)
      if (!person) return []
      const own = tastes.find(({ uid }) => uid === member.uid)
      return [
        {
          person,
          state: member.state,
          emphasis: member.emphasis,
          brings: mix.items.filter(({ by }) => by === member.uid).length,
          bars: own ? coverBars(own) : [],
          wants_open: member.wantsOpen,
        },
      ]
    }),
  }
}

export function coverBars({ print }: MixMember): BlendMember['bars'] {
  return print
    .map((height, bar) => ({ bar, height }))
    .filter(({ height }) => height > 0)
    .toSorted((a, b) => b.height - a.height || a.bar - b.bar)
    .slice(0, COVER_BARS)
    .toSorted((a, b) => a.bar - b.bar)
}

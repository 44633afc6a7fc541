import type { Uid } from '#contract/base/ids.ts'
import type { Listening } from '#contract/listening.ts'
import type { PrivacySettings } from '#contract/privacy.ts'
import type { ListPage } from './profile-lists.service.ts'
import type { TastePeople } from '#server/features/matching/taste-people.ts'

export type ListeningDeps = {
  people: Pick<TastePeople, 'buddiesOf' | 'cards'>
  mutedBy: (uid: Uid) => Promise<ReadonlySet<Uid>>
  privacy: { ofMany: (uids: readonly Uid[]) => Promise<ReadonlyMap<Uid, Pick<PrivacySettings, 'listening'>>> }
  /** The tracks that somebody played last, as far as the viewer may see them. */
  playedLast: (viewer: Uid, owner: Uid, limit: number) => Promise<Pick<ListPage, 'rows'>>
}

/** People shown at once. */
const SHOWN = 8
/** The latest buddies that are looked at; whoever has more sees them on their profiles. */
const LOOKED_AT = 40

/** What buddies played last: only of those who chose to share it, and only what they let buddies see. */
export function createListening({ people, mutedBy, privacy, playedLast }: ListeningDeps) {
  return async (viewer: Uid): Promise<Listening[]> => {
    const [buddies, muted] = await Promise.all([people.buddiesOf(viewer), mutedBy(viewer)])
    const heard = buddies.filter((uid) => !muted.has(uid))
    const settings = await privacy.ofMany(heard)
    const open = heard.filter((uid) => settings.get(uid)?.listening).slice(0, LOOKED_AT)
    const [cards, ...pages] = await Promise.all([people.cards(open), ...open.map((uid) => playedLast(viewer, uid, 1))])
    const shown = open.flatMap((uid, at) => {
      const person = cards.get(uid)
      const item = pages[at]?.rows[0]?.item
      return person && item ? [{ person, item }] : []
    })
    return shown.slice(0, SHOWN)
  }
}

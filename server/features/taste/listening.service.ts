import type { Uid } from '#contract/base/ids.ts'
import type { Listening } from '#contract/taste/listening.ts'
import type { PrivacySettings } from '#contract/identity/privacy.ts'
import type { ContentMutes } from '#server/features/media/mutes/content-mutes.ts'
import type { ListPage } from './profile-lists.service.ts'
import type { TastePeople } from '#server/features/matching/taste-people.ts'

export type ListeningDeps = {
  people: Pick<TastePeople, 'buddiesOf' | 'cards'>
  mutedBy: (uid: Uid) => Promise<ReadonlySet<Uid>>
  mutedAmong: ContentMutes['mutedAmong']
  privacy: { getMany: (uids: readonly Uid[]) => Promise<ReadonlyMap<Uid, Pick<PrivacySettings, 'listening'>>> }
  /** The tracks that a user played last, if the viewer may see them. */
  playedLast: (viewer: Uid, owner: Uid, limit: number) => Promise<Pick<ListPage, 'rows'>>
}

const MAX_SHOWN = 8
/** Latest buddies that are read; the others are on their profiles. */
const MAX_BUDDIES_READ = 40

/** The last plays of buddies who share them, without plays that buddies may not see. */
export function createListening({ people, mutedBy, mutedAmong, privacy, playedLast }: ListeningDeps) {
  return async (viewer: Uid): Promise<Listening[]> => {
    const [buddies, muted] = await Promise.all([people.buddiesOf(viewer), mutedBy(viewer)])
    const candidates = buddies.filter((uid) => !muted.has(uid))
    const settings = await privacy.getMany(candidates)
    const sharing = candidates.filter((uid) => settings.get(uid)?.listening).slice(0, MAX_BUDDIES_READ)
    const [cards, ...pages] = await Promise.all([people.cards(sharing), ...sharing.map((uid) => playedLast(viewer, uid, 1))])
    const shown = sharing.flatMap((uid, index) => {
      const person = cards.get(uid)
      const item = pages[index]?.rows[0]?.item
      return person && item ? [{ person, item }] : []
    })
    const mutedItems = await mutedAmong(
      viewer,
      shown.map(({ item }) => item.id),
    )
    return shown.filter(({ item }) => !mutedItems.has(item.id)).slice(0, MAX_SHOWN)
  }
}

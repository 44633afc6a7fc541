import type { Uid } from '#contract/base/ids.ts'
import { createActivity } from '#server/features/connections/presence.active.store.ts'
import { createBars } from '#server/features/media/bars.service.ts'
import { createProfileNarrowing } from '#server/features/profiles/profiles.narrow.store.ts'
import { createDiscover } from '#server/features/discover/discover.service.ts'
import { createDiscoverStore } from '#server/features/discover/discover.store.ts'
import { createListening } from '#server/features/taste/listening.service.ts'
import { createLiveIndex } from '#server/features/matching/index/live-index.ts'
import { createUserFilter } from '#server/features/matching/narrow.ts'
import { createNeighbours } from '#server/features/matching/neighbours.ts'
import { createMatches } from '#server/features/matching/match.service.ts'
import { createPrintPictures } from '#server/features/taste/print-picture.service.ts'
import { createProfileLists } from '#server/features/taste/profile-lists.service.ts'
import { createProfileListsStore } from '#server/features/taste/profile-lists.store.ts'
import { sharingRule } from '#server/features/sources/sources.types.ts'
import { createInference } from '#server/features/taste/taste.infer.ts'
import { createTaste } from '#server/features/taste/taste.service.ts'
import { createTasteVersions } from '#server/features/matching/taste.store.ts'
import { createTasteStore } from '#server/features/matching/taste.store.ts'
import type { MediaFeatures } from './media.ts'
import type { AppDependencies, CoreServices } from './core-services.ts'
import type { PeopleFeatures } from './people.ts'

export type TasteFeatures = ReturnType<typeof wireTaste>

/** Taste, matching, and discovery. */
export function wireTaste(core: CoreServices, lower: PeopleFeatures & MediaFeatures) {
  const { db, clock, logs, matchThread } = core
  const { profiles, connections, privacy, uploads, media } = lower
  const maySource = sharingRule(core.providers)
  const store = createTasteStore(db)
  const live = createLiveIndex({
    index: matchThread.engine,
    store,
    versions: createTasteVersions(db),
    media,
    privacy,
    bus: core.bus,
    mayShare: maySource,
    log: logs('taste.match'),
  })
  matchThread.onReplaced(live.reload)
  privacy.onChange((uid, { music, video, match }) => {
    if (music ?? video ?? match)
      live.publishChange(uid).catch((err: unknown) => logs('taste.match').warn({ err, uid }, 'could not apply a change of privacy'))
  })
  const { index, ensureCurrent } = live
  const people = betweenPeople(core, lower)
  const bars = createBars({ db, clock, directories: core.tagDirectories, onBarsChanged: live.reloadItems, log: logs('media') })
  const profileLists = createProfileLists({ store: createProfileListsStore(db), media, people: connections, privacy, mayShare: maySource })
  return {
    live,
    bars,
    profileLists,
    taste: createTaste({ index, store, media, people, clock, publishChange: live.publishChange, ensureCurrent }),
    matches: createMatches({
      index,
      ensureCurrent,
      store,
      media,
      people,
      clock,
      example: () => exampleOf(core.example, profiles),
    }),
    infer: createInference({ db, save: bars.saveInferred, onBarsChanged: live.reloadItems }),
    printPictures: createPrintPictures({ index, ensureCurrent, people, pictures: uploads }),
    discover: createDiscover({ index, store: createDiscoverStore(db), media, people, clock }),
    listening: createListening({
      people,
      mutedBy: connections.mutedBy,
      privacy,
      playedLast: (viewer, owner, limit) => profileLists.page(viewer, owner, 'recent', { limit }),
    }),
    wavelength: createNeighbours({
      index,
      people: connections,
      showMatch: (viewer, owners) => privacy.maySeeMany(viewer, owners, 'match'),
    }),
  }
}

/** What a comparison asks about the two it stands between. */
function betweenPeople({ db, clock }: CoreServices, { profiles, connections, privacy }: PeopleFeatures) {
  return {
    ...connections,
    cards: profiles.cards,
    filterUsers: createUserFilter({ ...createProfileNarrowing(db), seenSince: createActivity(db), privacy: privacy.ofMany, clock }),
    showsMatch: (viewer: Uid, other: Uid) => privacy.maySee(viewer, other, 'match'),
  }
}

async function exampleOf(
  names: AppDependencies['example'],
  profiles: Pick<PeopleFeatures['profiles'], 'uidOf'>,
): Promise<readonly [Uid, Uid] | null> {
  if (!names) return null
  const [left, right] = await Promise.all(names.map((name) => profiles.uidOf(name)))
  return left && right ? [left, right] : null
}

import type { Uid } from '#contract/base/ids.ts'
import type { Item } from '#contract/media.ts'
import { createActivity } from '#server/features/connections/presence.active.store.ts'
import { createBars } from '#server/features/media/bars.service.ts'
import { createSizes } from '#server/features/media/directories/sizes.service.ts'
import { createProfileNarrowing } from '#server/features/profiles/profiles.narrow.store.ts'
import { createBlends } from '#server/features/blends/blends.service.ts'
import type { BlendsDeps } from '#server/features/blends/blend-views.ts'
import { createDiscover } from '#server/features/discover/discover.service.ts'
import { createDiscoverStore } from '#server/features/discover/discover.store.ts'
import { createRecipients } from '#server/features/discover/recipients.ts'
import { createTastePreview } from '#server/features/discover/taste-preview.ts'
import { createItemPages } from '#server/features/discover/item-page.service.ts'
import { createItemPageStore } from '#server/features/discover/item-page.store.ts'
import { createListening } from '#server/features/taste/listening.service.ts'
import { createLiveIndex } from '#server/features/matching/index/live-index.ts'
import { createUserFilter } from '#server/features/matching/narrow.ts'
import { createNeighbors } from '#server/features/matching/neighbors.ts'
import { createMatchReceipts } from '#server/features/matching/match-receipts.service.ts'
import { createMatches, type Matches } from '#server/features/matching/match.service.ts'
import { type SourceName, sourceNames } from '#contract/taste/taste.ts'
import { AppError } from '#contract/errors.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import { createShareSearch } from '#server/features/taste/share-search.service.ts'
import { createShareSearchStore } from '#server/features/taste/share-search.store.ts'
import { createPrintPictures } from '#server/features/taste/print-picture.service.ts'
import { createProfileLists, type ProfileLists } from '#server/features/taste/profile-lists.service.ts'
import { createProfileListsStore } from '#server/features/taste/profile-lists.store.ts'
import { sharingRule } from '#server/features/sources/sources.types.ts'
import { createInference } from '#server/features/taste/taste.infer.ts'
import { createTaste } from '#server/features/taste/taste.service.ts'
import { createTasteVersions } from '#server/features/matching/taste.store.ts'
import { createTasteStore } from '#server/features/matching/taste.store.ts'
import type { MediaFeatures } from './media.ts'
import type { AppDependencies, CoreServices } from './core-services.ts'
import type { HigherFeatures, PeopleFeatures } from './people.ts'

/** Enough for creating several blends in one evening. */
const BLEND_INVITATIONS_AN_HOUR = 40
/** Searches of one user per minute: enough for fast typing. Searches at platforms have daily limits. */
const SHARE_SEARCHES_A_MINUTE = { here: 120, outside: 20 }

export type TasteFeatures = ReturnType<typeof wireTaste>

/** Taste, matching, and discovery. */
export function wireTaste(
  core: CoreServices,
  lower: PeopleFeatures & MediaFeatures,
  { groupOf, isSuspended }: Pick<HigherFeatures, 'groupOf' | 'isSuspended'>,
) {
  const { db, clock, logs, matchThread } = core
  const { profiles, connections, privacy, uploads, media } = lower
  const { mutedAmong } = lower.contentMutes
  const mayShareSource = sharingRule(core.providers)
  const store = createTasteStore(db)
  const live = createLiveIndex({
    index: matchThread.engine,
    store,
    versions: createTasteVersions(db),
    media,
    privacy,
    bus: core.bus,
    mayShare: mayShareSource,
    log: logs('taste.match'),
  })
  matchThread.onReplaced(live.reload)
  privacy.onChange((uid, { music, video, match }) => {
    if (music ?? video ?? match)
      live.publishChange(uid).catch((err: unknown) => logs('taste.match').warn({ err, uid }, 'applying a privacy change failed'))
  })
  const { index, ensureCurrent } = live
  const people = betweenPeople(core, lower)
  // Suspended users are left out where users are suggested or named as reasons.
  const suggestible = { ...people, hiddenFrom: connections.notSuggestedTo }
  const bars = createBars({ db, clock, directories: core.tagDirectories, onBarsChanged: live.reloadItems, log: logs('media') })
  const sizes = createSizes({ db, clock, directories: core.sizeDirectories, onSizesChanged: live.reloadItems, log: logs('media') })
  const matches = createMatches({
    index,
    ensureCurrent,
    store,
    media,
    people: suggestible,
    mutedAmong,
    clock,
    example: () => exampleOf(core.example, profiles, isSuspended),
  })
  const profileLists = createProfileLists({
    store: createProfileListsStore(db),
    media,
    people: connections,
    privacy,
    mayShare: mayShareSource,
  })
  const itemPageStore = createItemPageStore(db)
  const itemPages = createItemPages({
    index,
    store: itemPageStore,
    media,
    people: suggestible,
    privacy,
    mutedAmong,
    mayShare: mayShareSource,
  })
  return {
    live,
    bars,
    sizes,
    profileLists,
    taste: createTaste({ index, store, media, people, clock, publishChange: live.publishChange, ensureCurrent }),
    matches,
    matchReceipts: createMatchReceipts({
      db,
      clock,
      people,
      shareReceipts: async (uids) =>
        new Set([...(await privacy.getMany(uids))].flatMap(([uid, { match_receipts: isShared }]) => (isShared ? [uid] : []))),
    }),
    infer: createInference({ db, save: bars.saveInferred, onBarsChanged: live.reloadItems }),
    printPictures: createPrintPictures({ index, ensureCurrent, people, pictures: uploads }),
    blends: wireBlends(core, people, lower, { index, ensureCurrent, groupOf, isSuspended }),
    discover: createDiscover({ index, store: createDiscoverStore(db), media, people: suggestible, clock, mutedAmong }),
    recipients: createRecipients({ index, media, people }),
    itemPages,
    tastePreview: createTastePreview({ media, related: itemPages.related, store: itemPageStore }),
    listening: createListening({
      people,
      mutedBy: connections.mutedBy,
      mutedAmong,
      privacy,
      playedLast: (viewer, owner, limit) => profileLists.page(viewer, owner, 'recent', { limit }),
    }),
    shareSearch: wireShareSearch(core, people, lower, { matches, profileLists, mayShareSource }),
    wavelength: createNeighbors({
      index,
      people: suggestible,
      showMatch: (viewer, owners) => privacy.maySeeMany(viewer, owners, 'match'),
    }),
  }
}

type People = ReturnType<typeof betweenPeople>
type Lower = PeopleFeatures & MediaFeatures

function wireBlends(
  { db, hub, bus, clock, newId, events }: CoreServices,
  people: People,
  { media, contentMutes }: Lower,
  deps: Pick<BlendsDeps, 'index' | 'ensureCurrent' | 'groupOf' | 'isSuspended'>,
) {
  return createBlends({
    ...deps,
    db,
    hub,
    clock,
    newId,
    media,
    people,
    mutedAmong: contentMutes.mutedAmong,
    publish: events.publish,
    limitInvitations: createRateLimit({
      clock,
      limit: BLEND_INVITATIONS_AN_HOUR,
      windowMs: 3_600_000,
      shared: { bus, name: 'blend-invitations' },
    }).assert,
  })
}

type Lists = { matches: Pick<Matches, 'inFull'>; profileLists: ProfileLists; mayShareSource: (source: SourceName) => boolean }

function wireShareSearch(core: CoreServices, people: People, { media, privacy }: Lower, { matches, profileLists, mayShareSource }: Lists) {
  return createShareSearch({
    store: createShareSearchStore(core.db),
    media,
    people,
    privacy,
    sharedSources: sourceNames.filter(mayShareSource),
    suggest: async (viewer, list, limit) => (await profileLists.page(viewer, viewer, list, { limit })).rows.map(({ item }) => item),
    fits: (viewer, other) => fitsOf(matches, viewer, other),
    songs: core.songs,
    limit: {
      here: searchLimit(core, 'share-searches', SHARE_SEARCHES_A_MINUTE.here),
      outside: searchLimit(core, 'platform-searches', SHARE_SEARCHES_A_MINUTE.outside),
    },
    log: core.logs('taste.match'),
  })
}

const searchLimit = ({ clock, bus }: CoreServices, name: string, limit: number) =>
  createRateLimit({ clock, limit, windowMs: 60_000, shared: { bus, name } }).assert

/** Empty for users who don't show their match to the viewer. */
async function fitsOf(matches: Pick<Matches, 'inFull'>, viewer: Uid, other: Uid): Promise<Item[]> {
  try {
    return (await matches.inFull(viewer, other)).they_would_like.map(({ item }) => item)
  } catch (error) {
    if (error instanceof AppError && (error.code === 'forbidden' || error.code === 'not_found')) return []
    throw error
  }
}

/** The relation and privacy of the two users of a comparison. */
function betweenPeople({ db, clock }: CoreServices, { profiles, connections, privacy }: PeopleFeatures) {
  return {
    ...connections,
    cards: profiles.cards,
    filterUsers: createUserFilter({ ...createProfileNarrowing(db), seenSince: createActivity(db), privacy: privacy.getMany, clock }),
    showsMatch: (viewer: Uid, other: Uid) => privacy.maySee(viewer, other, 'match'),
  }
}

async function exampleOf(
  names: AppDependencies['example'],
  profiles: Pick<PeopleFeatures['profiles'], 'uidOf'>,
  isSuspended: (uid: Uid) => boolean,
): Promise<readonly [Uid, Uid] | null> {
  if (!names) return null
  const [left, right] = await Promise.all(names.map((name) => profiles.uidOf(name)))
  return left && right && !isSuspended(left) && !isSuspended(right) ? [left, right] : null
}

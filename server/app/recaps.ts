import type { Uid } from '#contract/base/ids.ts'
import { createDiscoverStore } from '#server/features/discover/discover.store.ts'
import { createFolderStore } from '#server/features/media/folders/folders.store.ts'
import { createMomentStore } from '#server/features/moments/moments.store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createPlays, type Plays } from '#server/features/recaps/plays.service.ts'
import { createRecapEmails } from '#server/features/recaps/recap-email.ts'
import { createRecapPictures } from '#server/features/recaps/recap-picture.service.ts'
import { createMatchPictures } from '#server/features/recaps/match-picture.service.ts'
import { createRecaps } from '#server/features/recaps/recaps.service.ts'
import { createMatchTime, type MatchTime } from '#server/features/recaps/match-time.service.ts'
import { createSourcesStore } from '#server/features/sources/sources.store.ts'
import { sharingRule } from '#server/features/sources/sources.types.ts'
import { createTasteTime, type TasteTime } from '#server/features/recaps/taste-time.service.ts'
import { createTasteStore } from '#server/features/matching/taste.store.ts'
import type { ConversationFeatures } from './conversations.ts'
import type { CoreServices } from './core-services.ts'
import type { ListenerFeatures } from './listeners.ts'
import type { MediaFeatures } from './media.ts'
import type { PeopleFeatures } from './people.ts'
import type { TasteFeatures } from './taste.ts'
import { linkOfPlayed, type Shelf } from '#server/features/chat/shelf/shelf.service.ts'
import type { Share, ShareTime } from '#server/features/recaps/brought.ts'
import type { Blends } from '#server/features/blends/blends.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { Moments } from '#server/features/moments/moments.service.ts'
import type { Together } from '#server/features/together/together.service.ts'

type LowerFeatures = PeopleFeatures & MediaFeatures & TasteFeatures & ConversationFeatures & Pick<ListenerFeatures, 'notifying'>

/** Recaps: they combine plays with what buddies shared, and notify. */
export function wireRecaps(
  { db, clock, logs, origin }: CoreServices,
  lower: LowerFeatures & { tasteTime: TasteTime; matchTime: MatchTime },
) {
  const { identity, uploads, media, contentMutes, profiles, connections, privacy } = lower
  const { wavelength, live, listening, notifying, tasteTime, matchTime, together } = lower
  const recaps = createRecaps({
    db,
    clock,
    media,
    people: { ...connections, cards: profiles.cards },
    percents: (viewer, buddies) => wavelength.percents(viewer, buddies, () => 'buddies'),
    async shownTaste(uid) {
      const [loved, print] = await Promise.all([live.index.lovedItems(uid, 'buddies'), live.index.print(uid, 'buddies')])
      return { loves: new Set(loved.map(({ itemId }) => itemId)), print }
    },
    shares: (viewer, buddies, time) => sharesWith(lower, viewer, buddies, time),
    counted: async (uids) => new Set([...(await privacy.getMany(uids))].flatMap(([uid, { counted }]) => (counted ? [uid] : []))),
    activity: (viewer, time) => activityOf(db, lower, viewer, time),
    broughtBy: matchTime.broughtBy,
    sessions: async (viewer, time) =>
      (await together.listAttended(viewer, time)).map(({ items, ...session }) => ({ ...session, items: items.length })),
    listening,
    mutedAmong: contentMutes.mutedAmong,
    timeZoneOf: notifying.preferences.timeZoneOf,
    saveMonth: tasteTime.saveMonth,
    notify: (uid, week) => notifying.notifications.add({ uid, kind: 'recap_ready', subject: week, actor: null }),
    log: logs('taste.match'),
  })
  const recapPictures = createRecapPictures({ recaps, people: profiles, languageOf: identity.languageOf, pictures: uploads })
  const matchPictures = createMatchPictures({ matchTime, people: profiles, languageOf: identity.languageOf, pictures: uploads })
  return { recaps, recapPictures, matchPictures, recapEmails: createRecapEmails({ recaps, origin }) }
}

/** Ranges of a user's own plays. */
export function wirePlays(
  { db, clock }: CoreServices,
  { media, live, notifying }: Pick<LowerFeatures, 'media' | 'live' | 'notifying'>,
): Plays {
  return createPlays({
    db,
    clock,
    media,
    timeZoneOf: notifying.preferences.timeZoneOf,
    onTasteChanged: live.publishChange,
  })
}

/** Prints by month. */
export function wireTasteTime({ db, clock }: CoreServices, { media, notifying }: Pick<LowerFeatures, 'media' | 'notifying'>): TasteTime {
  return createTasteTime({
    db,
    clock,
    media,
    loved: createTasteStore(db).listRows,
    timeZoneOf: notifying.preferences.timeZoneOf,
  })
}

export function wireMatchTime({ db, clock, providers }: CoreServices, lower: LowerFeatures & { tasteTime: TasteTime }): MatchTime {
  const { media, connections, privacy, profiles, wavelength, notifying, tasteTime, contentMutes } = lower
  return createMatchTime({
    db,
    clock,
    tasteTime,
    items: media.items,
    barsOf: media.bars,
    cards: profiles.cards,
    async buddiesOf(viewer) {
      const [buddies, { hidden, muted }] = await Promise.all([connections.buddiesOf(viewer), connections.hiddenAndMuted(viewer)])
      const settings = await privacy.getMany(buddies)
      return buddies.filter((uid) => settings.get(uid)?.counted === true && !hidden.has(uid) && !muted.has(uid))
    },
    mustSee: connections.mustSee,
    connectedAt: async (viewer, other) => {
      const { connected_at: at } = await connections.get(viewer, other)
      return at === null ? null : new Date(at)
    },
    async pictureOf(uid) {
      const { pictured, named } = await privacy.get(uid)
      if (!pictured) return 'off'
      return named ? 'named' : 'unnamed'
    },
    allowHistory: async (uids) => new Set([...(await privacy.getMany(uids))].flatMap(([uid, { history }]) => (history ? [uid] : []))),
    maySee: privacy.maySee,
    sourcesOf: createSourcesStore(db).listByUser,
    mayShare: sharingRule(providers),
    percents: (viewer, buddies) => wavelength.percents(viewer, buddies, () => 'buddies'),
    shares: (viewer, buddies, time) => sharesWith(lower, viewer, buddies, time),
    mutedAmong: contentMutes.mutedAmong,
    timeZoneOf: notifying.preferences.timeZoneOf,
  })
}

/** How many items a user saved, also into folders, and shared in moments and messages. */
async function activityOf(db: Db, { shelf }: Pick<LowerFeatures, 'shelf'>, viewer: Uid, time: { since: Date; until: Date }) {
  const [saved, added, posted, sent] = await Promise.all([
    createDiscoverStore(db).countSaved(viewer, time),
    createFolderStore(db).countAdded(viewer, time),
    createMomentStore(db).countShared(viewer, time),
    shelf.sharedWith(viewer, [viewer], time),
  ])
  return { saved: saved + added, shared: posted + sent.length }
}

export type ShareFeatures = {
  shelf: Pick<Shelf, 'sharedWith'>
  moments: Pick<Moments, 'linksOf'>
  blends: Pick<Blends, 'brought'>
  together: Pick<Together, 'listAttended'>
  media: Pick<Media, 'itemsOfLinks'>
}

/** Items that buddies sent, posted, blended, or played together with the viewer, if the viewer can open the place now. */
export async function sharesWith(
  { shelf, moments, media, blends, together }: ShareFeatures,
  viewer: Uid,
  buddies: readonly Uid[],
  time: ShareTime,
): Promise<Share[]> {
  const [sent, posts, blended, sessions] = await Promise.all([
    shelf.sharedWith(viewer, buddies, time),
    moments.linksOf(viewer, buddies, time.since),
    blends.brought(viewer, time.since),
    together.listAttended(viewer, time),
  ])
  const played = sessions.flatMap(({ chatId, startedAt, items: all }) =>
    all.flatMap((item) => {
      const link = linkOfPlayed(item)
      return link && item.addedBy !== null && buddies.includes(item.addedBy) ? [{ link, by: item.addedBy, at: startedAt, chatId }] : []
    }),
  )
  const [items, playedItems] = await Promise.all([
    media.itemsOfLinks(posts.map(({ link }) => link)),
    media.itemsOfLinks(played.map(({ link }) => link)),
  ])
  return [
    ...sent.map(({ itemId, by, at, chatId }): Share => ({ itemId, by, at, how: 'sent', where: chatId })),
    ...played.flatMap(({ by, at, chatId }, place): Share[] => {
      const item = playedItems[place]
      return item ? [{ itemId: item.id, by, at, how: 'together', where: chatId }] : []
    }),
    ...posts.flatMap(({ id, author, postedAt }, place): Share[] => {
      const item = items[place]
      return item ? [{ itemId: item.id, by: author, how: 'posted', at: postedAt, where: id }] : []
    }),
    ...blended.flatMap(({ itemId, by, at, blendId }): Share[] =>
      buddies.includes(by) ? [{ itemId, by, how: 'blended', at, where: blendId }] : [],
    ),
  ]
}

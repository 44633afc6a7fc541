import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Share } from '#server/features/recaps/brought.ts'
import { createPlays, type Plays } from '#server/features/recaps/plays.service.ts'
import { createRecapEmails } from '#server/features/recaps/recap-email.ts'
import { createRecapPictures } from '#server/features/recaps/recap-picture.service.ts'
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

type LowerFeatures = PeopleFeatures & MediaFeatures & TasteFeatures & ConversationFeatures & Pick<ListenerFeatures, 'notifying'>

/** Recaps: they combine plays with what buddies shared, and notify. */
export function wireRecaps({ db, clock, logs, origin }: CoreServices, lower: LowerFeatures & { tasteTime: TasteTime }) {
  const { identity, uploads, media, profiles, connections, wavelength, listening, notifying, tasteTime } = lower
  const recaps = createRecaps({
    db,
    clock,
    media,
    people: { ...connections, cards: profiles.cards },
    percents: (viewer, buddies) => wavelength.percents(viewer, buddies, () => 'buddies'),
    shares: (viewer, buddies, since) => sharesWith(lower, viewer, buddies, since),
    listening,
    timeZoneOf: async (uid) => (await notifying.preferences.of(uid)).time_zone,
    setTimeZone: async (uid, timeZone) => void (await notifying.preferences.change(uid, { time_zone: timeZone })),
    saveMonth: tasteTime.saveMonth,
    notify: (uid, week) => notifying.notifications.add({ uid, kind: 'recap_ready', subject: week, actor: null }),
    log: logs('taste.match'),
  })
  const recapPictures = createRecapPictures({ recaps, people: profiles, languageOf: identity.languageOf, pictures: uploads })
  return { recaps, recapPictures, recapEmails: createRecapEmails({ recaps, origin }) }
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
    timeZoneOf: async (uid) => (await notifying.preferences.of(uid)).time_zone,
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
    timeZoneOf: async (uid) => (await notifying.preferences.of(uid)).time_zone,
  })
}

/** Matches by month. */
export function wireMatchTime({ db, clock, providers }: CoreServices, lower: LowerFeatures & { tasteTime: TasteTime }): MatchTime {
  const { media, connections, privacy, wavelength, notifying, tasteTime } = lower
  return createMatchTime({
    db,
    clock,
    tasteTime,
    items: media.items,
    mustSee: connections.mustSee,
    connectedAt: async (viewer, other) => {
      const { connected_at: at } = await connections.get(viewer, other)
      return at === null ? null : new Date(at)
    },
    allowHistory: async (uids) => new Set([...(await privacy.ofMany(uids))].flatMap(([uid, { history }]) => (history ? [uid] : []))),
    maySee: privacy.maySee,
    sourcesOf: createSourcesStore(db).listByUser,
    mayShare: sharingRule(providers),
    percents: (viewer, buddies) => wavelength.percents(viewer, buddies, () => 'buddies'),
    shares: (viewer, buddies, since) => sharesWith(lower, viewer, buddies, since),
    timeZoneOf: async (uid) => (await notifying.preferences.of(uid)).time_zone,
  })
}

/** What buddies sent, posted, blended, or played together with the viewer, as far as the viewer can open it now. */
async function sharesWith(
  { shelf, moments, media, blends }: Pick<LowerFeatures, 'shelf' | 'moments' | 'media' | 'blends'>,
  viewer: Uid,
  buddies: readonly Uid[],
  since: Date,
): Promise<Share[]> {
  const [sent, feed, listed] = await Promise.all([
    shelf.sharedWith(viewer, buddies, since),
    moments.feed(viewer, { tab: 'buddies', limit: limits.pageSize.max }),
    blends.list(viewer),
  ])
  const posts = feed.moments.flatMap((moment) =>
    moment.link && buddies.includes(moment.author.uid) ? [{ ...moment, link: moment.link }] : [],
  )
  const [items, mixes] = await Promise.all([
    media.itemsOfLinks(posts.map(({ link }) => link)),
    Promise.all(listed.blends.filter(({ state }) => state === 'joined').map(({ id }) => blends.get(viewer, id))),
  ])
  return [
    ...sent.map(({ itemId, by, at, via, chatId }): Share => ({ itemId, by, at, how: via === 'together' ? via : 'sent', where: chatId })),
    ...posts.flatMap(({ id, author, posted_at }, place): Share[] => {
      const item = items[place]
      return item ? [{ itemId: item.id, by: author.uid, how: 'posted', at: new Date(posted_at), where: id }] : []
    }),
    ...mixes.flatMap(({ id, mixed_at, items: mixed }) =>
      mixed.flatMap(({ item, by }): Share[] =>
        mixed_at !== null && buddies.includes(by) ? [{ itemId: item.id, by, how: 'blended', at: new Date(mixed_at), where: id }] : [],
      ),
    ),
  ]
}

import type { Uid } from '#contract/base/ids.ts'
import type { Capabilities } from '#contract/identity/identity.ts'
import { playPlatform, type PlayPlatform } from '#contract/players.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { wireAccountData } from '#server/app/account-data.ts'
import { wireListeners } from '#server/app/listeners.ts'
import { wireMedia } from '#server/app/media.ts'
import { withOwnChanges } from '#server/app/own-changes.ts'
import { type AppDependencies, type CoreServices, createCoreServices } from '#server/app/core-services.ts'
import { type HigherFeatures, wirePeople } from '#server/app/people.ts'
import { resealStored } from '#server/app/reseal.ts'
import { wireMatchTime, wirePlays, wireRecaps, wireTasteTime } from '#server/app/recaps.ts'
import { wireSources } from '#server/app/sources.ts'
import { wireConversations } from '#server/app/conversations.ts'
import { wireTaste } from '#server/app/taste.ts'
import { blendsRoutes } from '#server/features/blends/blends.routes.ts'
import { blendSchedule } from '#server/features/blends/weekly-mixes.ts'
import { groupTasteRoutes } from '#server/features/chat/group-taste/group-taste.routes.ts'
import { groupRoutes } from '#server/features/chat/groups/groups.routes.ts'
import { recapsRoutes } from '#server/features/recaps/recaps.routes.ts'
import { recapSchedule } from '#server/features/recaps/recaps.service.ts'
import { recentPlaysSchedule } from '#server/features/sources/recent-plays.ts'
import { refreshSchedule } from '#server/features/sources/retention.rules.ts'
import { chatRoutes } from '#server/features/chat/chat.routes.ts'
import { safeQueueRoutes } from '#server/features/chat/safe-queues/safe-queues.routes.ts'
import { shelfRoutes } from '#server/features/chat/shelf/shelf.routes.ts'
import { chatSocket } from '#server/features/chat/chat.socket.ts'
import { connectionsRoutes, presenceSocket } from '#server/features/connections/connections.routes.ts'
import { accountDataRoutes } from '#server/features/identity/account/account-data.routes.ts'
import { identityRoutes } from '#server/features/identity/identity.routes.ts'
import { linksRoutes } from '#server/features/links/links.routes.ts'
import { contentMutesRoutes } from '#server/features/media/mutes/content-mutes.routes.ts'
import { channelVideosRoutes, mediaRoutes, playerSettingsRoutes } from '#server/features/media/media.routes.ts'
import { storedDataRoutes } from '#server/app/stored-data.ts'
import { createScheduledTasks, mediaSchedules } from '#server/features/media/scheduled-tasks.ts'
import { foldersRoutes } from '#server/features/media/folders/folders.routes.ts'
import { playedItemsRoutes } from '#server/features/media/played-items.ts'
import { momentsRoutes } from '#server/features/moments/moments.routes.ts'
import { profilesRoutes } from '#server/features/profiles/profiles.routes.ts'
import { importsRoutes } from '#server/features/imports/imports.routes.ts'
import { itemPageRoutes } from '#server/features/discover/item-page.routes.ts'
import { sourcesRoutes } from '#server/features/sources/sources.routes.ts'
import { tasteRoutes } from '#server/features/taste/taste.routes.ts'
import { togetherRoutes } from '#server/features/together/together.routes.ts'
import { togetherSocket } from '#server/features/together/together.socket.ts'
import { uploadRoutes } from '#server/features/uploads/uploads.routes.ts'

export type App = ReturnType<typeof createApp>
type Features = ReturnType<typeof wire>

/** The only place that connects features: each gets what it needs from lower ones (`app/`) and returns its routes. */
export function createApp(dependencies: AppDependencies) {
  const core = createCoreServices(dependencies)
  const features = wire(core)
  return {
    ...features,
    events: core.events,
    outbox: core.outbox,
    routes: routesOf(core, features),
    socketRoutes: [
      ...chatSocket(features.chat, core.logs('chat'), core.onMessageStored),
      ...togetherSocket(features.together, core.clock),
      ...presenceSocket(core.hub),
    ],
    ...lifecycleOf(core, features),
  }
}

/** All features, from low to high. */
function wire(core: CoreServices) {
  // Lower features call these only during requests. By then all features exist.
  const higher: HigherFeatures = {
    items: async (ids) => media.media.items(ids),
    percents: async (viewer, relations) =>
      taste.wavelength.percents(viewer, [...relations.keys()], (uid) => (relations.get(uid) === 'connected' ? 'buddies' : 'everyone')),
    groupOf: (viewer, chatId) => conversationFeatures.chat.groups.getForMember(viewer, chatId),
    recapOf: (uid, since, language) => recapEmails.section(uid, since, language),
    timeZoneOf: (uid) => listeners.notifying.preferences.timeZoneOf(uid),
    endPush: (uid, authTimeMs) => void listeners.notifying.push.end(uid, authTimeMs),
    isSuspended: (uid) => listeners.moderating.suspensions.isSuspended(uid),
    suspended: () => listeners.moderating.suspensions.suspended(),
  }
  const people = wirePeople(core, higher)
  const media = wireMedia(core)
  const taste = wireTaste(core, { ...people, ...media }, higher)
  const sources = wireSources(core, { ...people, ...media, ...taste }, higher)
  const conversationFeatures = wireConversations(core, { ...people, ...media, ...taste }, higher)
  const listeners = wireListeners(core, { ...people, ...taste, ...conversationFeatures }, higher)
  const tasteTime = wireTasteTime(core, { ...media, ...listeners })
  const lower = { ...people, ...media, ...taste, ...conversationFeatures, ...listeners, tasteTime }
  const matchTime = wireMatchTime(core, lower)
  const { recaps, recapPictures, matchPictures, recapEmails } = wireRecaps(core, { ...lower, matchTime })
  const accountData = wireAccountData(core, { ...people, ...sources, ...listeners, ...conversationFeatures })
  const plays = wirePlays(core, { ...media, ...taste, ...listeners })
  return { ...lower, ...sources, recaps, recapPictures, matchPictures, plays, matchTime, accountData }
}

function routesOf({ config, db, clock, hub, capabilities }: CoreServices, features: Features) {
  const { identity, moments, comments } = features
  const { effectiveViewer } = features.connections
  const allCapabilities = (): Capabilities => ({
    product: PRODUCT_NAME,
    identity: identity.capabilities,
    minimum_age: config.minimumAge,
    operator: config.operator,
    ...capabilities,
  })
  const routes = [
    ...identityRoutes({ identity, capabilities: allCapabilities, setDeviceTimeZone: features.notifying.preferences.setDeviceTimeZone }),
    ...accountDataRoutes(features.accountData),
    ...uploadRoutes({ uploads: features.uploads }),
    ...linksRoutes(features.cards),
    ...profilesRoutes(features.profiles),
    ...connectionsRoutes(features),
    ...storedDataRoutes({ db, sessionsOf: features.identity.sessionsOf }),
    ...mediaRoutes(features.media),
    ...contentMutesRoutes(features.contentMutes),
    ...channelVideosRoutes(features.channelVideos),
    ...foldersRoutes(features.folders),
    ...playedItemsRoutes(db, clock),
    ...playerSettingsRoutes(db, connectedPlatforms(features.sources)),
    ...tasteRoutes({ ...features, effectiveViewer, isSuspended: features.moderating.suspensions.isSuspended }),
    ...itemPageRoutes(features),
    ...sourcesRoutes(features.sources),
    ...importsRoutes(features.imports),
    ...blendsRoutes(features.blends, features.blendPlaylists),
    ...recapsRoutes(features),
    ...momentsRoutes({ moments, comments, effectiveViewer }),
    ...togetherRoutes(features.together),
    ...chatRoutes(features.chat),
    ...shelfRoutes(features.shelf),
    ...groupRoutes(features.chat.groups),
    ...groupTasteRoutes(features.groupTaste),
    ...safeQueueRoutes(features.safeQueues, features.groupTaste),
    ...features.notifying.routes,
    ...features.moderating.routes,
  ]
  return withOwnChanges(routes, hub)
}

/** The platforms on which a user has a connected account. */
const connectedPlatforms =
  (sources: Features['sources']) =>
  async (uid: Uid): Promise<PlayPlatform[]> => {
    const list = await sources.list(uid)
    return playPlatform.options.filter((name) => list.some(({ source, status }) => source === name && status !== 'not_connected'))
  }

/** The steps of a server's start and stop. */
function lifecycleOf(core: CoreServices, features: Features) {
  const { jobs, clock, events, outbox, tagDirectories, sizeDirectories } = core
  const { accountData, sources, imports, retention, notifying, moderating } = features
  const directoryTasks = createScheduledTasks({
    jobs,
    clock,
    schedule: mediaSchedules.directories,
    tasks: [features.bars.update, features.sizes.update],
  })
  const weekly = createScheduledTasks({ jobs, clock, schedule: blendSchedule, tasks: [features.blends.mixDue] })
  const recapping = createScheduledTasks({ jobs, clock, schedule: recapSchedule, tasks: [features.recaps.completeDue] })
  const playing = createScheduledTasks({ jobs, clock, schedule: recentPlaysSchedule, tasks: [sources.readRecentPlays] })
  const refreshing = createScheduledTasks({ jobs, clock, schedule: refreshSchedule, tasks: [retention.refresh] })
  const cleanupTasks = createScheduledTasks({
    jobs,
    clock,
    schedule: mediaSchedules.upkeep,
    tasks: [
      features.channelVideos.deleteExpired,
      features.contentMutes.deleteExpired,
      features.matchReceipts.deleteExpired,
      features.art.cleanUp,
      features.uploads.cleanUp,
      features.cards.deleteExpired,
      notifying.notifications.deleteOld,
      moderating.moderation.removeOldEvidence,
      features.bars.deleteExpired,
      features.together.deleteOldCommands,
      features.infer,
    ],
  })
  return {
    /** Call before the first request. */
    async prepare(): Promise<void> {
      await resealStored(core, features.identity)
      await features.media.seedStarter()
      await sources.applyOperatorSettings()
      await imports.prepare()
      await features.peopleNames.start()
      await features.live.start()
      await notifying.push.prepare()
      await moderating.suspensions.start()
      await accountData.reapply()
    },
    /** Continues interrupted work. The jobs must run. */
    async resume(): Promise<void> {
      await outbox.resume()
      await features.together.removeDeleted()
      await features.departures.resume()
      await accountData.resume()
      await features.uploads.deletions.resume()
      await sources.resume()
      await imports.resume()
      await features.receiptMigration.resume()
      await retention.scheduleNext()
      await retention.resume()
      await refreshing.scheduleNext()
      await cleanupTasks.scheduleNext()
      await weekly.scheduleNext()
      await recapping.scheduleNext()
      await playing.scheduleNext()
      if (tagDirectories.length + sizeDirectories.length > 0) await directoryTasks.scheduleNext()
      await notifying.digest.scheduleNext()
    },
    /** Waits for accepted work. */
    async settle(): Promise<void> {
      features.stopPolling()
      features.departures.stop()
      features.personChanges.stop()
      imports.stop()
      features.bars.stop()
      features.sizes.stop()
      await features.chat.idle()
      await events.idle()
      await features.presence.stop()
      moderating.suspensions.stop()
      await features.channelVideos.idle()
      await features.identity.idle()
    },
  }
}

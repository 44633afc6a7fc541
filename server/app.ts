import { join } from 'node:path'
import type { Offer } from '#contract/identity.ts'
import type { Uid } from '#contract/ids.ts'
import { PRODUCT_NAME } from '#contract/product.ts'
import { newUuidv7 } from '#contract/uuidv7.ts'
import type { Config } from './config.ts'
import { createChat } from './features/chat/chat.service.ts'
import { chatPersonalData } from './features/chat/chat.personal.store.ts'
import { chatRoutes } from './features/chat/chat.routes.ts'
import { chatSocket } from './features/chat/chat.socket.ts'
import { connectionsPersonalData } from './features/connections/connections.personal.store.ts'
import { connectionsRoutes } from './features/connections/connections.routes.ts'
import { createConnections } from './features/connections/connections.service.ts'
import { createModerating } from './features/moderation/moderation.feature.ts'
import { moderationPersonalData } from './features/moderation/moderation.personal.store.ts'
import { reportablePerson } from './features/moderation/reportable-person.ts'
import type { Suspensions } from './features/moderation/suspensions.service.ts'
import type { Push } from './features/notifications/push.service.ts'
import { createNotifying } from './features/notifications/notifications.feature.ts'
import { notificationsPersonalData } from './features/notifications/notifications.personal.store.ts'
import { presencePersonalData } from './features/connections/presence.personal.store.ts'
import { presenceRoutes } from './features/connections/presence.routes.ts'
import { createPresence } from './features/connections/presence.service.ts'
import { peopleRoutes } from './features/connections/people.routes.ts'
import { createPeople } from './features/connections/people.service.ts'
import { privacyRoutes } from './features/connections/privacy.routes.ts'
import { createConnectionStore } from './features/connections/connections.store.ts'
import { createActivity } from './features/connections/presence.active.store.ts'
import { createPrivacy } from './features/connections/privacy.service.ts'
import { createStandIns } from './features/connections/stand-ins.ts'
import { createStandings } from './features/connections/standing.ts'
import { createAccountData } from './features/identity/identity.account-data.ts'
import { accountDataRoutes } from './features/identity/identity.account-data.routes.ts'
import { identityRoutes } from './features/identity/identity.routes.ts'
import { createIdentity } from './features/identity/identity.service.ts'
import { createCards } from './features/links/cards.service.ts'
import { linksRoutes } from './features/links/links.routes.ts'
import { createBars, type BarsDeps } from './features/media/bars.service.ts'
import { createArtCache } from './features/media/art.cache.ts'
import type { PictureSource } from './features/media/art.picture.ts'
import { createArt } from './features/media/art.service.ts'
import { channelVideosRoutes } from './features/media/channel-videos.routes.ts'
import { createChannelVideos, type VideoReaders } from './features/media/channel-videos.service.ts'
import { mediaRoutes } from './features/media/media.routes.ts'
import { createMedia } from './features/media/media.service.ts'
import { createMediaUpkeep } from './features/media/media.upkeep.ts'
import { createLinkLookUp } from './features/media/link-look-up.ts'
import { createLinkSearch, type SongSearches } from './features/media/link-search.ts'
import { createComments } from './features/moments/comments.service.ts'
import { createMomentModeration } from './features/moments/moments.moderation.ts'
import { playerSettingsPersonalData } from './features/media/player-settings.personal.ts'
import { playerSettingsRoutes } from './features/media/player-settings.routes.ts'
import { momentsPersonalData } from './features/moments/moments.personal.store.ts'
import { momentsRoutes } from './features/moments/moments.routes.ts'
import { createMoments } from './features/moments/moments.service.ts'
import { profilesPersonalData } from './features/profiles/profiles.personal.store.ts'
import { profilesRoutes } from './features/profiles/profiles.routes.ts'
import { createPeopleSearch } from './features/profiles/profiles.search.ts'
import { createProfileNarrowing } from './features/profiles/profiles.narrow.store.ts'
import { createProfiles, type Profiles } from './features/profiles/profiles.service.ts'
import { createDiscover } from './features/taste/discover.service.ts'
import { createDiscoverStore } from './features/taste/discover.store.ts'
import { importsPersonalData } from './features/taste/imports.personal.ts'
import { importsRoutes } from './features/taste/imports.routes.ts'
import { createImports } from './features/taste/imports.service.ts'
import { createLiveIndex } from './features/taste/match.live.ts'
import { createNeighbours } from './features/taste/match.neighbours.ts'
import { createNarrow } from './features/taste/match.narrow.ts'
import { createMatches } from './features/taste/match.service.ts'
import type { MatchThread } from './features/taste/match.thread.ts'
import { profileListsRoutes } from './features/taste/profile-lists.routes.ts'
import { listeningRoutes } from './features/taste/listening.routes.ts'
import { createListening } from './features/taste/listening.service.ts'
import { createProfileLists } from './features/taste/profile-lists.service.ts'
import { createProfileListsStore } from './features/taste/profile-lists.store.ts'
import { createPrintPictures } from './features/taste/print.service.ts'
import { createRetention } from './features/taste/retention.service.ts'
import { createSecrets } from './features/taste/secrets.ts'
import { sourcesRoutes } from './features/taste/sources.routes.ts'
import { createSources } from './features/taste/sources.service.ts'
import { sharingRule, type SourceProviders } from './features/taste/sources.types.ts'
import { tastePersonalData } from './features/taste/taste.personal.store.ts'
import { tasteRoutes } from './features/taste/taste.routes.ts'
import { createTaste } from './features/taste/taste.service.ts'
import { createInference } from './features/taste/taste.infer.ts'
import { createTasteStore } from './features/taste/taste.store.ts'
import { createTombstones } from './features/identity/identity.tombstones.ts'
import type { Files } from './features/uploads/uploads.files.ts'
import { uploadsPersonalData } from './features/uploads/uploads.personal.ts'
import { uploadRoutes } from './features/uploads/uploads.routes.ts'
import { createUploads } from './features/uploads/uploads.service.ts'
import { createPageHeads } from './page-heads.ts'
import { createLimit } from './platform/allowance.ts'
import type { Bus } from './platform/bus/bus.ts'
import { pollForNewcomers } from './platform/bus/newcomers.ts'
import { pollWhileDown } from './platform/bus/while-down.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/db/database.ts'
import { createFacts } from './platform/facts.ts'
import type { Jobs } from './platform/jobs.ts'
import type { Logs } from './platform/log.ts'
import { closeCodes } from '#contract/socket.ts'
import { createOutbox, type MailRoute } from './platform/mail/outbox.ts'
import { forgetOldQuotaDays } from './platform/quota.store.ts'
import { createSmtp } from './platform/mail/smtp.ts'
import type { LocalHub } from './platform/socket/socket-hub.ts'
import { createPushClient } from './providers/push/push.client.ts'
import type { LinkSites } from './providers/link-sites/link-sites.types.ts'
import type { SignIn } from './sign-in.ts'

export type AppParts = {
  config: Config
  /** Told of each message's seconds from arrival to acknowledgement. */
  onMessageStored?: (seconds: number) => void
  database: Database
  /** Where pictures go. */
  files: Files
  bus: Bus
  hub: LocalHub
  jobs: Jobs
  clock: Clock
  logs: Logs
  secret: string
  /** Where people reach us, without a trailing slash. */
  origin: string
  /** Further addresses of this same server. */
  alsoTrusted: readonly string[]
  /** The services that people can connect here: real ones, or their stand-ins. */
  providers: SourceProviders
  /** Where public videos and artwork are read: at the platforms, or at their stand-ins. */
  readers: VideoReaders
  pictures: PictureSource
  /** Who tells of links of the five platforms. */
  linkSites: LinkSites
  /** Who is asked where a song is on the other platform. */
  songs: SongSearches
  /** Who signs people in. */
  signIn: SignIn
  /** Who is asked what an artist is. */
  readTags: BarsDeps['directories']
  /** Where people are compared. */
  matchThread: Pick<MatchThread, 'engine' | 'onReplaced'>
  offer: Pick<Offer, 'sources' | 'players' | 'preview'>
  /** Two people whose match signed-out visitors may see; null where there is no demo world. */
  example: readonly [leftUserName: string, rightUserName: string] | null
}

export type App = ReturnType<typeof createApp>

/** Searches of one person within a minute: as fast as anybody types, and far below what listing everybody would take. */
const SEARCHES_A_MINUTE = 120
/** Artwork kept on disk, all together. */
const ART_CACHE_BYTES = 256 * 1024 * 1024

/** The only place where the features meet: each gets what it needs from lower ones, and hands out its routes. */
export function createApp(parts: AppParts) {
  const { config, database, bus, hub, jobs, clock, logs, secret, origin, alsoTrusted, providers } = parts
  const { db } = database
  const newId = () => newUuidv7(clock.now().getTime())
  const secrets = createSecrets({ secret, previous: config.previousSecrets })
  const facts = createFacts({ log: logs('facts') })

  const outbox = createOutbox({ db, jobs, clock, newId, log: logs('mail'), route: mailRoute(config) })
  // Identity asks whether somebody has a profile, which a higher feature knows; it does so only when requests arrive.
  const later: { profiles?: Profiles; push?: Push; suspensions?: Suspensions } = {}
  const identity = createIdentity({
    db,
    bus,
    clock,
    log: logs('identity'),
    secret,
    origin,
    alsoTrusted,
    mailer: outbox,
    closeSockets(uid, authTimeMs) {
      hub.disconnect(uid, closeCodes.unauthenticated, 'signed out', authTimeMs)
      void later.push?.end(uid, authTimeMs)
    },
    hasProfile: async (uid) => (await later.profiles?.exists(uid)) ?? false,
    isSuspended: (uid) => later.suspensions?.isSuspended(uid) ?? false,
    ...parts.signIn.identity,
  })
  const { files } = parts
  const uploads = createUploads({
    db,
    bus,
    files,
    clock,
    jobs,
    log: logs('uploads'),
    quotaBytes: config.picturesMaxBytes,
    profiles: {
      onProfiles: (ids) => profiles.onProfiles(ids),
      maySee: async (viewer, owner) => (await connections.relations(viewer, [owner])).get(owner) !== undefined,
    },
  })
  const peopleNames = createPeopleSearch({ db, bus, log: logs('profiles') })
  const profiles = createProfiles({ db, clock, pictures: uploads, names: peopleNames, minimumAge: config.minimumAge })
  later.profiles = profiles
  const standings = createStandings({ store: createConnectionStore(db), profiles, standIns: createStandIns() })
  const privacy = createPrivacy({ db, clock, bus, standings })
  const connections = createConnections({ db, clock, hub, facts, profiles, standings, privacy, log: logs('connections') })
  const presence = createPresence({ db, clock, hub, bus, privacy, connections, log: logs('connections') })
  const people = createPeople({
    db,
    profiles,
    connections,
    privacy,
    items: async (ids) => media.items(ids),
    percents: async (viewer, relations) =>
      wavelength.percents(viewer, [...relations.keys()], (uid) => (relations.get(uid) === 'connected' ? 'buddies' : 'everyone')),
    limitSearch: createLimit({ clock, most: SEARCHES_A_MINUTE, windowMs: 60_000, shared: { bus, name: 'searches' } }),
  })
  const media = createMedia({ db, clock, newId })
  const channelVideos = createChannelVideos({ db, bus, clock, readers: parts.readers, log: logs('media') })
  const artCache = createArtCache({ folder: join(config.dataDir, 'art'), clock, maxBytes: ART_CACHE_BYTES })
  const cards = createCards({
    db,
    bus,
    clock,
    jobs,
    sites: parts.linkSites,
    lookUp: createLinkLookUp(db),
    search: createLinkSearch(parts.songs),
    log: logs('links'),
  })
  const art = createArt({ source: parts.pictures, cache: artCache, linked: cards.pictureOf, log: logs('media') })
  const upkeep = createMediaUpkeep({
    jobs,
    clock,
    acts: [
      channelVideos.removeOld,
      art.sweep,
      uploads.sweep,
      cards.sweep,
      () => notifying.notifications.sweep(),
      () => moderating.moderation.sweep(),
      () => bars.learn(),
      () => infer(),
    ],
  })
  const profileNarrowing = createProfileNarrowing(db)
  const narrowed = createNarrow({ ...profileNarrowing, seenSince: createActivity(db), privacy: privacy.ofMany, clock })
  const showsMatch = (viewer: Uid, other: Uid) => privacy.maySee(viewer, other, 'match')
  const between = { ...connections, cards: profiles.cards, narrowed, showsMatch }
  const tasteStore = createTasteStore(db)
  const live = createLiveIndex({
    index: parts.matchThread.engine,
    store: tasteStore,
    media,
    privacy,
    bus,
    maySource: sharingRule(providers),
    log: logs('taste.match'),
  })
  parts.matchThread.onReplaced(live.reload)
  privacy.onChange((uid, { music, video, match }) => {
    if (music ?? video ?? match)
      live.changed(uid).catch((err: unknown) => logs('taste.match').warn({ err, uid }, 'could not apply a change of privacy'))
  })
  const taste = createTaste({ index: live.index, store: tasteStore, media, people: between, clock, changed: live.changed })
  const matches = createMatches({
    index: live.index,
    store: tasteStore,
    media,
    people: between,
    clock,
    example: async () => exampleOf(parts.example),
  })
  const bars = createBars({ db, clock, directories: parts.readTags, changed: live.relearn, log: logs('media') })
  const infer = createInference({ db, save: bars.saveInferred, changed: live.relearn })
  const printPictures = createPrintPictures({ index: live.index, people: between, pictures: uploads })
  const discover = createDiscover({ index: live.index, store: createDiscoverStore(db), media, people: between, clock })
  const profileLists = createProfileLists({
    store: createProfileListsStore(db),
    media,
    people: connections,
    privacy,
    maySource: sharingRule(providers),
  })
  const listening = createListening({
    people: between,
    mutedBy: connections.mutedBy,
    privacy,
    playedLast: (viewer, owner, limit) => profileLists.page(viewer, owner, 'recent', { limit }),
  })
  const sources = createSources({
    db,
    clock,
    newId,
    secrets,
    providers,
    origin: () => origin,
    jobs,
    hub,
    media,
    onTasteChanged: live.changed,
    log: logs('taste.sync'),
  })
  const imports = createImports({
    db,
    clock,
    newId,
    jobs,
    hub,
    media,
    files,
    tempDir: join(config.dataDir, 'imports'),
    maxBytes: config.importMaxBytes,
    announceSource: sources.announce,
    onTasteChanged: live.changed,
    log: logs('taste.import'),
  })
  const retention = createRetention({
    db,
    clock,
    jobs,
    providers,
    start: sources.start,
    announce: sources.announce,
    onTasteChanged: live.changed,
    also: [imports.sweep, () => forgetOldQuotaDays(db, clock)],
    log: logs('taste.sync'),
  })
  const wavelength = createNeighbours({
    index: live.index,
    people: connections,
    showMatch: (viewer, owners) => privacy.maySeeMany(viewer, owners, 'match'),
  })
  const forMoments = { db, bus, clock, hub, facts, newId, profiles, connections, pictures: uploads, wavelength, expectCard: cards.expect }
  const moments = createMoments(forMoments)
  const comments = createComments(forMoments)
  const momentModeration = createMomentModeration(forMoments)
  const chat = createChat({
    db,
    hub,
    bus,
    clock,
    newId,
    people: {
      cards: profiles.cards,
      relations: connections.relations,
      relationsBetween: connections.relationsBetween,
      hiddenFrom: connections.hiddenFrom,
      privacy: privacy.ofMany,
    },
    pictures: uploads,
    mustSeeMoment: moments.get,
    tell: facts.tell,
    log: logs('chat'),
  })
  facts.on('connection.ended', ({ by, to }) => chat.forget(by, to))
  facts.on('request.accepted', ({ by, to }) => chat.befriended(by, to))
  const toldFromStore = { bus, clock, log: logs('bus'), poll: (since: Date) => chat.tellMoved(hub.people(), since) }
  const stopPolling = pollWhileDown(toldFromStore)
  pollForNewcomers(toldFromStore)

  const notifying = createNotifying({
    db,
    clock,
    newId,
    hub,
    jobs,
    facts,
    profiles,
    connections,
    secrets,
    mailer: outbox,
    addressOf: identity.addressOf,
    languageOf: identity.languageOf,
    origin,
    pushClient: createPushClient({ subject: config.publicOrigin ?? 'mailto:nobody@localhost' }),
    isOnline: presence.isOnline,
    excerptOf: async (owner, id) => (await momentModeration.moments.evidence(owner, id))?.text ?? null,
    textOf: async (reader, chatId) => (await chat.history(reader, chatId, { limit: 1 }))[0]?.content ?? null,
    log: logs('notifications'),
  })
  later.push = notifying.push
  const moderating = createModerating({
    db,
    clock,
    newId,
    bus,
    facts,
    profiles,
    reportables: {
      person: reportablePerson({ connections, profiles }),
      moment: momentModeration.moments,
      comment: momentModeration.comments,
      message: { evidence: chat.evidence },
    },
    readPicture: (viewer, id) => uploads.read(viewer, id, 'small'),
    sealer: secrets,
    closeSockets: (uid) => hub.disconnect(uid, closeCodes.unauthenticated, 'suspended'),
    log: logs('moderation'),
  })
  later.suspensions = moderating.suspensions
  const heads = createPageHeads({
    cards: profiles.cards,
    isSuspended: moderating.suspensions.isSuspended,
    moment: moments.publicMeta,
    prints: printPictures,
    log: logs('http'),
  })

  const accountData = createAccountData({
    identity,
    // The highest first: nobody can write to somebody whose conversations are already emptied.
    parts: [
      notificationsPersonalData(db),
      moderationPersonalData(db),
      chatPersonalData(db),
      momentsPersonalData(db),
      playerSettingsPersonalData(db),
      importsPersonalData(imports),
      tastePersonalData({ db, sources }),
      connectionsPersonalData(db),
      presencePersonalData(db),
      profilesPersonalData(db),
      uploadsPersonalData({ db, files }),
      { part: 'jobs', erase: (uid) => jobs.forget(uid), async *collect() {} },
    ],
    tombstones: createTombstones({ dataDir: config.dataDir }),
    jobs,
    clock,
    log: logs('identity'),
  })

  const fullOffer = (): Offer => ({
    product: PRODUCT_NAME,
    identity: identity.offer,
    minimum_age: config.minimumAge,
    operator: config.operator,
    ...parts.offer,
  })

  async function exampleOf(names: AppParts['example']): Promise<readonly [Uid, Uid] | null> {
    if (!names) return null
    const [left, right] = await Promise.all(names.map((name) => profiles.uidOf(name)))
    return left && right ? [left, right] : null
  }

  return {
    facts,
    identity,
    accountData,
    outbox,
    uploads,
    profiles,
    connections,
    privacy,
    presence,
    cards,
    media,
    art,
    taste,
    matches,
    sources,
    imports,
    moments,
    comments,
    momentModeration,
    chat,
    notifying,
    moderating,
    heads,
    routes: [
      ...identityRoutes({ identity, offer: fullOffer }),
      ...accountDataRoutes(accountData),
      ...uploadRoutes({ uploads }),
      ...linksRoutes(cards),
      ...profilesRoutes(profiles),
      ...connectionsRoutes(connections),
      ...peopleRoutes(people),
      ...presenceRoutes(presence),
      ...listeningRoutes(listening),
      ...privacyRoutes(privacy),
      ...mediaRoutes(media),
      ...channelVideosRoutes(channelVideos),
      ...playerSettingsRoutes(db),
      ...tasteRoutes({ taste, matches, discover, printPictures, eyes: connections.eyes }),
      ...profileListsRoutes({ lists: profileLists, eyes: connections.eyes }),
      ...sourcesRoutes(sources),
      ...importsRoutes(imports),
      ...momentsRoutes({ moments, comments, eyes: connections.eyes }),
      ...chatRoutes(chat),
      ...notifying.routes,
      ...moderating.routes,
    ],
    socketRoutes: [...chatSocket(chat, logs('chat'), parts.onMessageStored)],
    /** Everything that must be there before the first request. */
    async prepare(): Promise<void> {
      await media.seedStarter()
      await sources.applyOperatorSettings()
      await sources.reseal()
      await peopleNames.start()
      await live.start()
      await notifying.push.prepare()
      await moderating.suspensions.start()
      await accountData.reapply()
    },
    /** Goes on with what a stop or a crash has interrupted; the jobs must run. */
    async resume(): Promise<void> {
      await outbox.resume()
      await accountData.resume()
      await sources.resume()
      await imports.resume()
      await retention.plan()
      await retention.resume()
      await upkeep.plan()
      await notifying.digest.plan()
    },
    /** Waits for work that was accepted. */
    async settle(): Promise<void> {
      stopPolling()
      await chat.idle()
      await facts.idle()
      await presence.stop()
      moderating.suspensions.stop()
      await channelVideos.idle()
      await identity.idle()
    },
  }
}

/** To the mail server; without one to the mailbox page, which only this machine can reach; at a public address nowhere. */
function mailRoute({ mail, publicOrigin }: Config): MailRoute {
  if (mail) return { kind: 'smtp', transport: createSmtp(mail) }
  return publicOrigin ? { kind: 'none' } : { kind: 'mailbox' }
}

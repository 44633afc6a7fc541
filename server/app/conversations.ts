import { createReceiptMigration } from '#server/features/chat/chat.receipt-migration.ts'
import { trackedFrames } from '#server/features/chat/chat.delivery.ts'
import { createGroupTaste, type GroupTaste } from '#server/features/chat/group-taste/group-taste.service.ts'
import { createDiscoverStore } from '#server/features/discover/discover.store.ts'
import { createSafeQueues } from '#server/features/chat/safe-queues/safe-queues.service.ts'
import { createSafeQueueStore } from '#server/features/chat/safe-queues/safe-queues.store.ts'
import { createShelf } from '#server/features/chat/shelf/shelf.service.ts'
import { type Chat, createChat } from '#server/features/chat/chat.service.ts'
import { createChatStore } from '#server/features/chat/chat.store.ts'
import { createPersonChanges } from '#server/features/connections/person-changes.ts'
import { createFolders } from '#server/features/media/folders/folders.service.ts'
import { createPlayedItems } from '#server/features/media/played-items.ts'
import { createItemPageStore, type ItemPageStore } from '#server/features/discover/item-page.store.ts'
import { createComments } from '#server/features/moments/comments.service.ts'
import { createMomentModeration } from '#server/features/moments/moments.moderation.ts'
import { createMoments, type Moments } from '#server/features/moments/moments.service.ts'
import { createDepartures } from '#server/features/together/departures.ts'
import { createTogether, type Together } from '#server/features/together/together.service.ts'
import { pollOnProcessStart } from '#server/platform/bus/process-start.ts'
import { pollWhileDown } from '#server/platform/bus/poll-while-down.ts'
import { pollWhileUp } from '#server/platform/bus/poll-while-up.ts'
import type { MediaFeatures } from './media.ts'
import type { CoreServices } from './core-services.ts'
import type { HigherFeatures, PeopleFeatures } from './people.ts'
import type { TasteFeatures } from './taste.ts'
import { recognizeLink } from '#contract/links/links.ts'
import type { NewTogetherItem } from '#contract/together.ts'
import type { SearchElsewhere } from '#server/features/links/cards.types.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Media } from '#server/features/media/media.service.ts'

export type ConversationFeatures = ReturnType<typeof wireConversations>

type LowerFeatures = PeopleFeatures & MediaFeatures & TasteFeatures

/** Moments, comments, chat, and shared sessions. */
export function wireConversations(core: CoreServices, lower: LowerFeatures, { isSuspended }: Pick<HigherFeatures, 'isSuspended'>) {
  const { db, hub, bus, clock, jobs, newId, events, logs } = core
  const { profiles, connections, uploads, wavelength, cards, media } = lower
  const forMoments = {
    db,
    bus,
    clock,
    hub,
    events,
    newId,
    profiles,
    connections,
    wavelength,
    isSuspended,
    pictures: uploads,
    prefetchCard: cards.prefetch,
    platformIds: media.platformIds,
    mutedContent: lower.contentMutes.mutedContent,
  }
  const moments = createMoments(forMoments)
  const comments = createComments(forMoments)
  events.on('connection.ended', ({ by, to }) => moments.alerts.endIfBlocked(by, to))
  const momentModeration = createMomentModeration(forMoments)
  const chat = wireChat(core, lower, moments, isSuspended)
  const together = wireTogether(core, lower, chat)
  const folders = createFolders({
    db,
    clock,
    media,
    cards: profiles.cards,
    canSeeMoment: async (viewer, id) => (await moments.visibleOf(viewer, [id])).has(id),
    postMoment: moments.post,
  })
  const shelf = createShelf({
    db,
    assertVisible: chat.get,
    withoutHiddenAuthors: chat.withoutHiddenAuthors,
    cards: profiles.cards,
    momentLinks: async (viewer, ids) =>
      new Map([...(await moments.visibleOf(viewer, ids))].flatMap(([id, { link }]) => (link ? [[id, link]] : []))),
    recaps: together.played,
    itemsOfLinks: media.itemsOfLinks,
    textsOfLinks: cards.textsOf,
    playedOf: createPlayedItems(db).playedOf,
  })
  const groupTaste = wireGroupTaste(core, lower, chat)
  const safeQueues = createSafeQueues({
    clock,
    store: createSafeQueueStore(db),
    media,
    mutedAmong: lower.contentMutes.mutedAmong,
    membersOf: chat.membersOf,
    withoutHiddenAuthors: chat.withoutHiddenAuthors,
    choose: groupTaste.safeQueue,
  })
  const personChanges = createPersonChanges({
    hub,
    events,
    profileOf: profiles.get,
    hiddenFrom: connections.hiddenFrom,
    isOnline: lower.presence.isOnline,
    audiences: [connections.buddiesOf, connections.requestPartners, wavelength.closest, createChatStore(db).listCompanions],
    log: logs('connections'),
  })
  const departures = createDepartures({ together, hub, log: logs('together') })
  events.on('connection.ended', async ({ by, to }) => {
    // The blocked user leaves first, so the other one can stay.
    for (const uid of [to, by]) await together.recheck(uid)
  })
  events.on('chat.left', ({ by, chatId }) => together.leaveChat(by, chatId))
  // Nobody waits for them to come back within the time of a lost connection.
  events.on('person.suspended', ({ by }) => together.leaveAll(by))
  events.on('chat.left', ({ chatId }) => lower.blends.leftGroup(chatId))
  const stopPolling = startPolling(core, chat)
  return {
    moments,
    comments,
    momentModeration,
    chat,
    folders,
    shelf,
    groupTaste,
    safeQueues,
    together,
    departures,
    personChanges,
    receiptMigration: createReceiptMigration({ db, jobs }),
    stopPolling: () => {
      stopPolling()
      together.stop()
    },
  }
}

function wireChat(
  core: CoreServices,
  { profiles, connections, privacy, uploads, wavelength }: LowerFeatures,
  moments: Moments,
  isSuspended: HigherFeatures['isSuspended'],
): Chat {
  const { db, hub, bus, clock, newId, events, logs, batchTrace } = core
  const chat = createChat({
    db,
    hub,
    bus,
    clock,
    newId,
    people: {
      cards: profiles.cards,
      onCardChanged: profiles.onCardChanged,
      relations: connections.relations,
      relationsBetween: connections.relationsBetween,
      hiddenFrom: connections.hiddenFrom,
      privacy: privacy.getMany,
      isSuspended,
      percents: (viewer, known) =>
        wavelength.percents(viewer, [...known.keys()], (uid) => (known.get(uid) === 'connected' ? 'buddies' : 'everyone')),
    },
    pictures: uploads,
    assertMomentVisible: moments.get,
    publish: events.publish,
    log: logs('chat'),
    trace: batchTrace,
  })
  events.on('connection.ended', ({ by, to, wereBuddies }) => (wereBuddies ? chat.disconnected(by, to) : chat.invalidatePermission(by, to)))
  events.on('block.ended', ({ by, to }) => chat.invalidatePermission(by, to))
  events.on('request.accepted', ({ by, to }) => chat.connected(by, to))
  return chat
}

function wireTogether(core: CoreServices, { profiles, media, searchElsewhere }: LowerFeatures, chat: Chat): Together {
  const { config, db, hub, clock, newId, logs } = core
  return createTogether({
    db,
    hub,
    clock,
    newId,
    conversation: chat.membersOf,
    everyone: (tx, chatId) => createChatStore(tx).listMembers(chatId),
    hiddenAmong: chat.groups.hiddenAmong,
    visible: async (viewer, chatId, uids) =>
      (
        await chat.withoutHiddenAuthors(
          viewer,
          chatId,
          uids.map((sender) => ({ sender })),
        )
      ).map(({ sender }) => sender),
    cards: profiles.cards,
    findElsewhere: otherPlatform(searchElsewhere),
    announce: async (by, chatId, sessionId, { title, by: artist }) => {
      const { person, group } = await chat.get(by, chatId)
      const to = group ? chatId : person.uid
      // Clients that don't know the reference show the text.
      await chat.send(by, to, {
        id: newId(),
        type: 'text',
        content: `🎧 ${[title, artist].filter((part) => part !== '').join(' · ')}`,
        referenceItem: [`together:${sessionId}`],
        to,
        from: by,
        chat_id: chatId,
        media: [],
      })
    },
    knows: playedBefore({ media, store: createItemPageStore(db) }),
    log: logs('together'),
    isSpotifyAllowed: config.together.spotify,
    maxMembers: config.together.maxMembers,
  })
}

function wireGroupTaste({ clock, db }: CoreServices, lower: LowerFeatures, chat: Chat): GroupTaste {
  const { profiles, connections, privacy, wavelength, media } = lower
  return createGroupTaste({
    clock,
    media,
    index: lower.live.index,
    ensureCurrent: lower.live.ensureCurrent,
    groupOf: chat.groups.getForMember,
    disliked: createDiscoverStore(db).listDisliked,
    countMessages: createSafeQueueStore(db).countMessages,
    mutedAmong: lower.contentMutes.mutedAmong,
    people: {
      ...connections,
      cards: profiles.cards,
      privacy: privacy.getMany,
      percents: async (viewer, uids) => {
        const relations = await connections.relations(viewer, uids)
        return wavelength.percents(viewer, [...relations.keys()], (uid) => (relations.get(uid) === 'connected' ? 'buddies' : 'everyone'))
      },
    },
  })
}

/** Finds messages and positions that the bus lost. Returns a function that stops it. */
function startPolling({ hub, bus, clock, logs }: CoreServices, chat: Chat): () => void {
  const pollOptions = { bus, clock, log: logs('bus'), poll: (since: Date) => chat.sendPositionsSince(hub.connectedUsers(), since) }
  const stopWhileDown = pollWhileDown(pollOptions)
  pollOnProcessStart(pollOptions)
  for (const frame of trackedFrames) hub.onRemoteFrame(frame, (data) => chat.recordRemoteFrame(frame, data))
  const stopWhileUp = pollWhileUp({ ...pollOptions, poll: (since) => chat.repairMissed(since, hub.isConnectedHere) })
  return () => {
    stopWhileDown()
    stopWhileUp()
  }
}

/** Adds the id of the other platform to a track if its search finds one. A failed search leaves the track unchanged. */
function otherPlatform(search: SearchElsewhere): (item: NewTogetherItem) => Promise<NewTogetherItem> {
  return async (item) => {
    const { spotify_id: spotify, youtube_id: youtube, title, by } = item
    const target = recognizeLink(spotify ? `https://open.spotify.com/track/${spotify}` : `https://www.youtube.com/watch?v=${youtube}`)
    if (!target) return item
    // A platform that does not answer must not stop the session.
    const found = await search({ target, title, author: by === '' ? null : by }).catch(() => null)
    if (!found?.id) return item
    if (spotify) return found.kind === 'video' ? { ...item, youtube_id: found.id } : item
    return found.kind === 'track' ? { ...item, spotify_id: found.id } : item
  }
}

type Deps = { media: Pick<Media, 'itemOfLink'>; store: Pick<ItemPageStore, 'listRows'> }

/** Which of these items are in the viewer's own taste; in the same order. */
function playedBefore({ media, store }: Deps): (viewer: Uid, items: readonly NewTogetherItem[]) => Promise<boolean[]> {
  return async (viewer, items) => {
    const ids = await Promise.all(items.map((item) => itemIdOf(item)))
    const rows = await store.listRows([viewer], [...new Set(ids.filter((id) => id !== null))])
    const itemIds = new Set(rows.map(({ itemId }) => itemId))
    return ids.map((id) => id !== null && itemIds.has(id))
  }

  async function itemIdOf({ spotify_id: spotify, youtube_id: youtube }: NewTogetherItem): Promise<string | null> {
    const links = [spotify && `https://open.spotify.com/track/${spotify}`, youtube && `https://www.youtube.com/watch?v=${youtube}`]
    for (const link of links) {
      const target = link ? recognizeLink(link) : null
      const item = target && (await media.itemOfLink(target))
      if (item) return item.id
    }
    return null
  }
}

import type { calls } from '#contract/calls.ts'
import type { Ask } from '#tests/kit/in-process-server.ts'
import { lovedBy, type Relation, relations, type World } from '#tests/kit/relations.ts'

/**
 * Every reading call, made by users in every relationship to one owner. Marker words that occur nowhere else show what a response contains
 * about the owner: one short text per answer, next to the expected one. A new reading call is rejected until it has a row here.
 */
export type ReadName = { [N in keyof typeof calls]: (typeof calls)[N]['method'] extends 'GET' ? N : never }[keyof typeof calls]
type Row = { ask: (world: World) => Ask[]; expects: Record<Relation, string> }

/** The marker words that show which data of the owner an answer contains. */
export const marks: [mark: string, isIn: (text: string, world: World) => boolean][] = [
  ['person', (text, { owner }) => text.includes(owner.uid) || text.includes(owner.userName)],
  ['artist', (text, { owner }) => text.includes(`${lovedBy(owner)} artist`)],
  ['channel', (text, { owner }) => text.includes(`${lovedBy(owner)} channel`)],
  ['friend', (text) => text.includes('rosa.marked')],
  ['mutual', (text) => text.includes('"mutual":[{')],
  ['public', (text) => text.includes('markedpublic')],
  ['buddies', (text) => text.includes('markedbuddies')],
  ['private', (text) => text.includes('markedprivate')],
  ['comment', (text, { owner }) => text.includes(`markedcomment by ${owner.userName}`)],
  ['note', (text) => text.includes('markednote')],
  ['message', (text) => text.includes('markedmessage')],
  ['in group', (text) => text.includes('markedingroup')],
]

const all = (visible: string): Record<Relation, string> =>
  Object.fromEntries(relations.map((relation) => [relation, visible])) as Record<Relation, string>
const but = (visible: string, others: Partial<Record<Relation, string>>): Record<Relation, string> => ({ ...all(visible), ...others })
/** With a block in either direction, or without the user, the answer is that for an unknown user. */
const gone = { blocks: '404', blocked: '404', deleted: '404' }
const unseen = { blocks: '-', blocked: '-', deleted: '-' }

/** The owner's three moments, and the friend's one without the owner's actions there. */
const hiddenMoments = { blocks: '404 404 404 -', blocked: '404 404 404 -', deleted: '404 404 404 -' }

/** Names that only the owner has. */
const hiddenItems = { blocks: '404 404', blocked: '404 404', deleted: '404 404' }

/** A conversation stays, without the other's messages, when the other user is deleted. A block hides it from both. */
const inChat = but('404', { buddy: 'person message', muted: 'person message', deleted: '-' })

const empty = () => [{}]
const ofOwner = ({ owner }: World) => [{ params: { uid: owner.uid } }]
const ofMoments = ({ moments, friendsMoment }: World) =>
  [moments.everyone, moments.buddies, moments.only_me, friendsMoment].map((id) => ({ params: { id } }))
const ofChat = ({ chatId }: World) => [{ params: { chatId } }]
const ofGroup = ({ groupId }: World) => [{ params: { chatId: groupId } }]

/** The owner shows music and matches to everyone, videos and buddies to buddies. */
export const table: Record<ReadName, Row> = {
  // Contains no other user's data.
  getCapabilities: { ask: empty, expects: all('-') },
  getCommonPasswords: { ask: () => [{ params: { prefix: '0a1' } }], expects: all('-') },
  exampleMatch: { ask: empty, expects: all('-') },
  checkUserExist: { ask: empty, expects: all('-') },
  getSessions: { ask: empty, expects: all('-') },
  getPrivacy: { ask: empty, expects: all('-') },
  getLanguage: { ask: empty, expects: all('-') },
  getPreferredPlatform: { ask: empty, expects: all('-') },
  // Only for its uploader.
  getRecording: { ask: ({ owner }) => [{ params: { id: owner.uid } }], expects: all('404') },
  getPlayerSettings: { ask: empty, expects: all('-') },
  getOwnUserName: { ask: empty, expects: all('-') },
  getPicks: { ask: empty, expects: all('-') },
  getSources: { ask: empty, expects: all('-') },
  getImports: { ask: empty, expects: all('-') },
  getUnreadNotifications: { ask: empty, expects: all('-') },
  getUnreadMessages: { ask: empty, expects: all('-') },
  getNotificationSettings: { ask: empty, expects: all('-') },
  getPushKey: { ask: empty, expects: all('-') },
  getChannelVideos: { ask: () => [{ params: { channelId: `UC${'x'.repeat(22)}` } }], expects: all('-') },
  getVideoDetails: { ask: () => [{ params: { videoId: 'xxxxxxxxxxx' } }], expects: all('-') },
  getMomentDraft: { ask: empty, expects: all('-') },
  getSuspension: { ask: empty, expects: all('-') },
  getModeration: { ask: empty, expects: all('-') },
  getAppeals: { ask: empty, expects: all('404') },
  getModerationLog: { ask: empty, expects: all('404') },
  getReports: { ask: empty, expects: all('404') },
  getReport: { ask: ({ moments }) => [{ params: { id: moments.everyone } }], expects: all('404') },
  getFolders: { ask: empty, expects: all('-') },
  // No folder has this id; folders.store.test.ts asks for one by people who may and may not see its moment.
  getFolder: { ask: ({ moments }) => [{ params: { id: moments.everyone } }], expects: all('404') },
  getSaved: { ask: empty, expects: all('-') },
  // The alternatives begin with the requested name.
  checkUserName: { ask: ({ owner }) => [{ params: { userName: owner.userName } }], expects: all('person') },
  // Names that a user typed are not suggested to others.
  searchToShare: { ask: ({ owner }) => [{ query: { q: 'Loved by owner' } }, { query: { to: owner.uid } }], expects: all('- -') },
  previewTaste: { ask: ({ items }) => [{ query: { ids: items.artist } }], expects: all('-') },
  searchCatalog: { ask: () => [{ query: { q: 'Loved by owner' } }], expects: all('-') },

  // The person.
  getProfile: { ask: ofOwner, expects: but('person', gone) },
  getConnection: {
    ask: ofOwner,
    expects: but('person', { asked: 'person note', buddy: 'person mutual', muted: 'person mutual', blocked: '404', deleted: '404' }),
  },
  getRecipients: { ask: empty, expects: but('-', { buddy: 'person', muted: 'person' }) },
  findByUserName: {
    ask: ({ owner }) => [{ params: { userName: owner.userName } }],
    expects: but('person', { blocked: '404', deleted: '404' }),
  },
  getBuddies: { ask: ofOwner, expects: but('403', { buddy: 'friend', muted: 'friend', ...gone }) },
  getPresence: { ask: ({ owner }) => [{ query: { uids: owner.uid } }], expects: but('-', { buddy: 'person', muted: 'person' }) },
  searchPeople: {
    ask: ({ owner }) => [{ query: { q: owner.userName } }, { query: { q: 'rosa.marked', within: owner.uid } }],
    expects: but('person 403', { buddy: 'person friend', muted: 'person friend', blocks: '- 404', blocked: '- 404', deleted: '- 404' }),
  },
  getRequests: { ask: empty, expects: but('-', { asked: 'person note' }) },
  getOwnDecisions: { ask: empty, expects: all('-') },
  getOwnReports: { ask: empty, expects: all('-') },
  getPostAlert: { ask: ofOwner, expects: but('-', gone) },
  getContentMutes: { ask: empty, expects: all('-') },
  getMutedAndBlocked: { ask: empty, expects: but('-', { muted: 'person', blocks: 'person' }) },

  // Their taste.
  getTaste: { ask: ofOwner, expects: but('artist', { buddy: 'artist channel', muted: 'artist channel', ...gone }) },
  getMusic: { ask: ofOwner, expects: but('artist', gone) },
  getVideo: { ask: ofOwner, expects: but('-', { buddy: 'channel', muted: 'channel', ...gone }) },
  getTasteList: {
    ask: ({ owner: { uid } }) => ['artists', 'channels'].map((list) => ({ params: { uid, list } })),
    expects: but('artist -', {
      buddy: 'artist channel',
      muted: 'artist channel',
      blocks: '404 404',
      blocked: '404 404',
      deleted: '404 404',
    }),
  },
  getMatch: { ask: ofOwner, expects: but('person artist', { buddy: 'person artist channel', muted: 'person artist channel', ...gone }) },
  getMatches: { ask: empty, expects: but('person', { buddy: '-', muted: '-', ...unseen }) },
  getDismissed: { ask: empty, expects: all('-') },
  discoverKind: {
    ask: () => (['artist', 'channel'] as const).map((kind) => ({ params: { kind } })),
    expects: but('artist -', {
      buddy: 'person artist person channel',
      muted: 'person artist person channel',
      blocked: '- -',
      blocks: '- -',
      deleted: '- -',
    }),
  },
  discover: { ask: empty, expects: but('artist', { buddy: 'person artist channel', muted: 'person artist channel', ...unseen }) },

  // An item that exists only as a typed name has a page for viewers who may see it on a profile.
  getItemPage: {
    ask: ({ items }) => [{ params: { item_id: items.artist } }, { params: { item_id: items.channel } }],
    expects: but('artist 404', {
      buddy: 'person artist person channel',
      muted: 'person artist person channel',
      ...hiddenItems,
    }),
  },
  getPublicItemPage: {
    ask: ({ items }) => [{ params: { item_id: items.artist } }, { params: { item_id: items.channel } }],
    expects: all('404 404'),
  },

  // Without a viewer: it contains what a signed-out visitor may see.
  getInvitation: { ask: ofOwner, expects: but('person', { deleted: '404' }) },

  // Blends of the two, and of a group of both. Names that a user typed have no player, so they are in no mix.
  getBlends: { ask: empty, expects: but('person', { stranger: '-', ...unseen }) },
  getBlend: { ask: ({ blendId }) => [{ params: { id: blendId } }], expects: but('404', { buddy: 'person', muted: 'person' }) },
  getOpenBlend: { ask: ({ blendId }) => [{ params: { id: blendId } }], expects: all('404') },

  // The viewer's own plays. Of buddies, matches of past weeks and what they shared: recaps.service.test.ts.
  getRecap: { ask: () => [{}, { query: { period: '2026' } }], expects: all('- -') },
  getPlays: { ask: empty, expects: all('-') },
  listPlays: { ask: () => [{ query: { from: '2026-01-01', to: '2026-12-31' } }], expects: all('-') },
  // The owner has not allowed the history, and neither has the viewer: match-time.service.test.ts has both.
  getMatchOverTime: { ask: ofOwner, expects: but('403', { buddy: '-', muted: '-', ...gone }) },
  // match-time.service.test.ts covers items that buddies shared and play.
  getTasteChanges: { ask: empty, expects: all('-') },
  // No user shares receipts here; match-receipts.service.test.ts covers users who do.
  getMatchReceipts: { ask: empty, expects: all('-') },
  getStoredData: { ask: empty, expects: all('-') },
  getTasteOverTime: { ask: empty, expects: all('-') },
  getPlaySettings: { ask: empty, expects: all('-') },
  getItemPlays: { ask: ({ items }) => [{ params: { item_id: items.artist } }], expects: all('-') },

  // Playing is shared only after opting in, which the owner has not done.
  getListening: { ask: empty, expects: all('-') },

  // Their comments.
  getFeed: {
    ask: ({ owner }) => [{}, { query: { uid: owner.uid } }],
    expects: but('- person public', {
      buddy: 'person public buddies person public buddies',
      muted: '- person public buddies',
      blocks: '- 404',
      blocked: '- 404',
      deleted: '- 404',
    }),
  },
  getMoment: {
    ask: ofMoments,
    expects: but('person public 404 404 -', {
      buddy: 'person public person buddies 404 -',
      muted: 'person public person buddies 404 -',
      ...hiddenMoments,
    }),
  },
  getLikes: {
    ask: ofMoments,
    expects: but('person 404 404 person', { buddy: 'person person 404 person', muted: 'person person 404 person', ...hiddenMoments }),
  },
  getComments: {
    ask: ofMoments,
    expects: but('person comment 404 404 person comment', {
      buddy: 'person comment person comment 404 person comment',
      muted: '- - 404 -',
      ...hiddenMoments,
    }),
  },

  // Their messages.
  getChats: { ask: empty, expects: but('-', { buddy: 'person message', muted: 'person message' }) },
  getChat: { ask: ofChat, expects: inChat },
  getChatMessages: {
    ask: (world) => [...ofChat(world), ...ofGroup(world)],
    expects: but('404 person in group', {
      stranger: '404 404',
      buddy: 'person message person in group',
      muted: 'person message person in group',
      blocks: '404 -',
      blocked: '404 -',
      deleted: '- -',
    }),
  },
  // A group stays, without members who have a block between them.
  getGroupLinks: { ask: ofGroup, expects: but('403', { stranger: '404' }) },
  getOpenGroupInvitation: { ask: () => [{ params: { code: 'unknown' } }], expects: all('410') },
  getGroupInvitation: { ask: () => [{ params: { code: 'unknown' } }], expects: all('410') },
  // A group's id is not the id of a poll or a queue.
  getPoll: { ask: ({ groupId }) => [{ params: { id: groupId } }], expects: all('404') },
  getSafeQueue: { ask: ({ groupId }) => [{ params: { id: groupId } }], expects: all('404') },
  getGroupEvents: { ask: ofGroup, expects: but('person', { stranger: '404', blocks: '-', blocked: '-', deleted: '-' }) },
  // Names that a user typed have no player, so they are not picks. Items visible only to buddies of the owner are in no group with others.
  getTasteMap: { ask: ofGroup, expects: but('person', { stranger: '404', blocks: '-', blocked: '-', deleted: '-' }) },
  getGroupPicks: { ask: ofGroup, expects: but('-', { stranger: '404' }) },
  getSafeQueuePreview: {
    ask: ({ groupId }) => [{ params: { chatId: groupId }, query: { minutes: '60' } }],
    expects: but('-', { stranger: '404' }),
  },
  getNewMembers: { ask: ofGroup, expects: but('person', { stranger: '404', blocks: '-', blocked: '-', deleted: '-' }) },
  getGroupBlend: { ask: ofGroup, expects: but('person', { stranger: '404', blocks: '-', blocked: '-', deleted: '-' }) },
  getGroup: { ask: ofGroup, expects: but('person', { stranger: '404', blocks: '-', blocked: '-', deleted: '-' }) },
  getChatChanges: {
    ask: ({ chatId }) => [{ params: { chatId }, query: { after: '0' } }],
    expects: but('404', { buddy: '-', muted: '-', deleted: '-' }),
  },
  // The owner pinned their message, and the viewer starred it.
  getPinsAndStars: { ask: ofChat, expects: inChat },
  getStarred: { ask: empty, expects: but('-', { buddy: 'person message', muted: 'person message' }) },
  // The messages of this chat share no items.
  getShelf: { ask: ofChat, expects: but('404', { buddy: '-', muted: '-', deleted: '-' }) },
  getTogether: { ask: ofChat, expects: but('404', { buddy: '-', muted: '-', deleted: '-' }) },
  getTogetherRecap: {
    ask: ({ sessionId }) => [{ params: { sessionId } }],
    expects: but('404', { buddy: 'person', muted: 'person', deleted: '-' }),
  },
  searchMessages: {
    ask: () => [{ query: { q: 'markedmessage' } }, { query: { q: 'markedingroup' } }],
    expects: but('- person in group', {
      stranger: '- -',
      buddy: 'person message person in group',
      muted: 'person message person in group',
      blocks: '- -',
      blocked: '- -',
      deleted: '- -',
    }),
  },
  // A request and its acceptance. Muted users cause no notification.
  getNotifications: { ask: empty, expects: but('-', { asked: 'person', buddy: 'person' }) },
}

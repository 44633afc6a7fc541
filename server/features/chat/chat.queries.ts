import type { ChatRow, ChatTab, FoundMessage, WireMessage } from '#contract/chat/chat.ts'
import { pageOf } from '#server/platform/page-cursor.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { PersonCard, Relation } from '#contract/people.ts'
import { storable } from '#server/platform/i18n/text.ts'
import { decodePageEnd, encodePageEnd } from './chat.cursor.ts'
import type { ChatDeps } from './chat.deps.ts'
import type { LoadDetails } from './chat.details.ts'
import type { MessagePage, MessageStore, SearchResult } from './chat.messages.store.ts'
import { canSee, chatPermissions, type WriteAccess, writeAccess } from './chat.permissions.ts'
import { type ChatMembers, isHiddenAuthor, otherCard, presentChat, presentMessage } from './chat.present.ts'
import { type ChatStore, MAX_UNREAD } from './chat.store.ts'
import { type Group, type GroupCache, hiddenFrom } from './groups/group-cache.ts'
import type { ChatId, MemberChat, StoredMessage } from './chat.types.ts'

export type ListQuery = { tab?: ChatTab | undefined; cursor?: string | undefined; limit?: number | undefined }
export type SearchQuery = { q: string; chat_id?: ChatId | undefined; cursor?: string | undefined; limit?: number | undefined }

/** A chat that the viewer may see, and whether they may write in it. */
export type VisibleChat = {
  chat: MemberChat
  relation: Relation | undefined
  writeAccess: WriteAccess
  members: ChatMembers
  /** Only of groups. */
  group?: Group
}

type Authored = Pick<StoredMessage, 'sender'>

type Deps = Pick<ChatDeps, 'people' | 'clock'> & {
  store: ChatStore
  messages: MessageStore
  loadDetails: LoadDetails
  groups: Pick<GroupCache, 'get'>
}

/** Reads conversations as their members see them. */
export function createQueries(deps: Deps) {
  const { people, clock, store, messages, loadDetails } = deps
  const getVisibleChat = createVisibleChat(deps)
  const { presentGroup, withAuthors, detailsFor } = createGroupViews(deps)
  const presentFound = createFoundPresenter(deps, withAuthors)

  async function presentRows(viewer: Uid, chats: readonly MemberChat[], hidden: ReadonlySet<Uid>): Promise<ChatRow[]> {
    const others = chats.flatMap((chat) => chat.other ?? [])
    const [cards, relations, privacy] = await Promise.all([
      people.cards([viewer, ...others]),
      people.relations(viewer, others),
      people.privacy([viewer, ...others]),
    ])
    const visible = chats.filter((chat) => canSee(chat, chat.other ? relations.get(chat.other) : undefined))
    const rows = await Promise.all(
      visible.map(async (chat) => {
        if (chat.role !== null) return presentGroup(viewer, chat, hidden)
        const relation = chat.other ? relations.get(chat.other) : undefined
        const members = membersOf(cards, viewer, chat.other)
        const details = chat.last ? (await loadDetails(chat.chatId, uidsOf(members), [chat.last])).get(chat.last.seq) : undefined
        const row = presentChat(chat, members, chatPermissions(viewer, chat, relation, privacy), details)
        return chat.other && people.isSuspended(chat.other) ? { ...row, suspended: true as const } : row
      }),
    )
    return rows.flat()
  }

  async function presentPage(viewer: Uid, chatId: ChatId, members: ChatMembers, page: readonly StoredMessage[]): Promise<WireMessage[]> {
    const { view, details } = await detailsFor(viewer, chatId, members, page)
    return page.map((message) => presentMessage(message, view, details.get(message.seq)))
  }

  return {
    getVisibleChat,

    async withoutHiddenAuthors<T extends Authored>(viewer: Uid, chatId: ChatId, items: readonly T[]): Promise<T[]> {
      const { members } = await getVisibleChat(viewer, chatId)
      const view = await withAuthors(viewer, members, items)
      return items.filter(({ sender }) => !isHiddenAuthor(sender, view))
    },

    async get(viewer: Uid, chatId: ChatId): Promise<ChatRow> {
      const chat = await store.chatOf(viewer, chatId)
      const [row] = chat ? await presentRows(viewer, [chat], await people.hiddenFrom(viewer)) : []
      if (!row) throw new AppError('not_found', { chatId })
      return row
    },

    async list(viewer: Uid, { tab = 'chats', cursor, limit = limits.pageSize.default }: ListQuery) {
      const after = cursor === undefined ? null : decodePageEnd(cursor)
      const hidden = await people.hiddenFrom(viewer)
      const [found, requests] = await Promise.all([store.chatsOf(viewer, tab, after, limit + 1), store.countOpenRequests(viewer, hidden)])
      const { shown, next } = pageOf(found, limit, ({ listedAt, chatId }) => encodePageEnd({ at: listedAt, chatId, seq: 0 }))
      const rows = await presentRows(viewer, shown, hidden)
      return {
        // A request from before the two became buddies is answered by the connection.
        chats: rows.filter((row) => tab !== 'requests' || row.tab === 'requests'),
        next_cursor: next,
        requests,
      }
    },

    async history(viewer: Uid, chatId: ChatId, page: MessagePage): Promise<WireMessage[]> {
      const { chat, members } = await getVisibleChat(viewer, chatId)
      // Opening an empty chat by its address lists it, as opening it from a profile does.
      if (chat.lastSeq === 0) await store.markOpened(chatId, viewer, clock.now())
      return presentPage(viewer, chatId, members, await messages.page(chatId, page))
    },

    async changes(viewer: Uid, chatId: ChatId, after: number, limit: number = limits.chatPageSize.default) {
      const { chat, members } = await getVisibleChat(viewer, chatId)
      const changed = await messages.changes(chatId, after, limit)
      const lastChange = changed.at(-1)?.changeSeq
      const reached = changed.length === limit ? (lastChange ?? after) : Math.max(chat.changeSeq, lastChange ?? 0)
      return { messages: await presentPage(viewer, chatId, members, changed), change_seq: reached }
    },

    async search(viewer: Uid, { q, chat_id: chatId, cursor, limit = limits.pageSize.default }: SearchQuery) {
      if (chatId) await getVisibleChat(viewer, chatId)
      const found = await messages.search(viewer, storable(q, 'q'), chatId, cursor === undefined ? null : decodePageEnd(cursor), limit + 1)
      const { shown, next } = pageOf(found, limit, ({ message: { sentAt, chatId: of, seq } }) =>
        encodePageEnd({ at: sentAt, chatId: of, seq }),
      )
      return { found: await presentFound(viewer, shown), next_cursor: next }
    },

    presentFound,
    presentPage,
  }
}

/** Finds the chats that a viewer may open. */
function createVisibleChat({ people, store, groups }: Deps) {
  /** @throws AppError 'not_found', alike for other people's chats, hidden people, groups that the viewer has not joined, and unknown ids. */
  async function getVisibleChat(viewer: Uid, chatId: ChatId): Promise<VisibleChat> {
    const chat = await store.chatOf(viewer, chatId)
    if (!chat || chat.role === 'invited') throw new AppError('not_found', { chatId })
    if (chat.role !== null) return getVisibleGroup(viewer, chat)
    const others = chat.other ? [chat.other] : []
    const [relations, cards] = await Promise.all([people.relations(viewer, others), people.cards([viewer, ...others])])
    const relation = chat.other ? relations.get(chat.other) : undefined
    if (!canSee(chat, relation)) throw new AppError('not_found', { chatId })
    return { chat, relation, writeAccess: writeAccess(viewer, chat, relation), members: membersOf(cards, viewer, chat.other) }
  }

  async function getVisibleGroup(viewer: Uid, chat: MemberChat): Promise<VisibleChat> {
    const group = await groups.get(chat.chatId)
    const members = group && groupMembers(group, viewer)
    if (!members) throw new AppError('not_found', { chatId: chat.chatId })
    return { chat, relation: undefined, writeAccess: 'open', members, group }
  }

  return getVisibleChat
}

type GroupViews = ReturnType<typeof createGroupViews>

/** Groups and their authors as a member sees them. */
function createGroupViews({ people, messages, loadDetails, groups }: Deps) {
  /** The row of a group in the viewer's list. `hiddenUsers` includes former members. */
  async function presentGroup(viewer: Uid, stored: MemberChat, hiddenUsers: ReadonlySet<Uid>): Promise<ChatRow[]> {
    const group = await groups.get(stored.chatId)
    const members = group && groupMembers(group, viewer)
    if (!group || !members?.group) return []
    const chat = await withoutHidden(stored, viewer, [...hiddenUsers])
    const { view, details } = await detailsFor(viewer, chat.chatId, members, chat.last ? [chat.last] : [])
    const { hidden } = members.group
    const inviter = group.members.get(viewer)?.invitedBy
    return [
      presentChat(chat, view, chatPermissions(viewer, chat, undefined, new Map()), details.get(chat.last?.seq ?? 0), {
        role: group.members.get(viewer)?.role ?? 'member',
        members: group.joined.filter((uid) => !hidden.has(uid)).length,
        invited_by: (inviter && !hidden.has(inviter) && group.cards.get(inviter)) || null,
      }),
    ]
  }

  /** Invited users see no messages; members see none of hidden authors and of deleted accounts. */
  async function withoutHidden(chat: MemberChat, viewer: Uid, hidden: readonly Uid[]): Promise<MemberChat> {
    if (chat.role === 'invited') return { ...chat, lastSeq: 0, changeSeq: 0, readSeq: 0, unread: 0, last: null }
    const isOfDeletedAccount = chat.last?.sender === null
    if (hidden.length === 0 && !isOfDeletedAccount) return chat
    const [last, unread] = await Promise.all([
      isOfDeletedAccount || hidden.includes(chat.last?.sender ?? '') ? messages.lastVisible(chat.chatId, hidden) : chat.last,
      chat.unread > 0 ? messages.countVisible(chat.chatId, chat.readSeq, [...hidden, viewer], MAX_UNREAD) : 0,
    ])
    return { ...chat, last, unread }
  }

  /** Adds the authors of a page who have left the group. */
  async function withAuthors(viewer: Uid, members: ChatMembers, page: readonly Authored[]): Promise<ChatMembers> {
    const { group } = members
    if (!group) return members
    const former = [...new Set(page.flatMap(({ sender }) => (sender && !group.cards.has(sender) ? sender : [])))]
    if (former.length === 0) return members
    const [cards, relations] = await Promise.all([people.cards(former), people.relations(viewer, former)])
    const hidden = former.filter((uid) => cards.has(uid) && (relations.get(uid) ?? 'blocked') === 'blocked')
    return { ...members, group: { ...group, cards: new Map([...group.cards, ...cards]), hidden: new Set([...group.hidden, ...hidden]) } }
  }

  /** The details of a page, and the members with those who have left the group since they wrote or reacted. */
  async function detailsFor(viewer: Uid, chatId: ChatId, members: ChatMembers, page: readonly StoredMessage[]) {
    const authors = await withAuthors(viewer, members, page)
    const details = await loadDetails(chatId, uidsOf(authors), page)
    const reactors = [...details.values()].flatMap(({ reactions = [] }) => reactions.flatMap(({ by }) => by))
    const view = await withAuthors(
      viewer,
      authors,
      reactors.map((sender) => ({ sender })),
    )
    return { view, details }
  }

  return { presentGroup, withAuthors, detailsFor }
}

/** Presents messages of several conversations, without those that the viewer may not see. */
function createFoundPresenter({ people, groups }: Deps, withAuthors: GroupViews['withAuthors']) {
  async function groupsOfFound(viewer: Uid, page: readonly SearchResult[]): Promise<Map<ChatId, ChatMembers>> {
    const views = new Map<ChatId, ChatMembers>()
    const inGroups = page.filter(({ role }) => role !== null).map(({ message }) => message)
    for (const [chatId, found] of Map.groupBy(inGroups, (message) => message.chatId)) {
      const group = await groups.get(chatId)
      const members = group && groupMembers(group, viewer)
      if (members) views.set(chatId, await withAuthors(viewer, members, found))
    }
    return views
  }

  async function presentFound(viewer: Uid, page: readonly SearchResult[]): Promise<FoundMessage[]> {
    const others = page.flatMap(({ other }) => other ?? [])
    const [cards, relations] = await Promise.all([people.cards([viewer, ...others]), people.relations(viewer, others)])
    const inGroups = await groupsOfFound(viewer, page)
    return page.flatMap(({ message, other, role }): FoundMessage[] => {
      if (role !== null) {
        const members = inGroups.get(message.chatId)
        if (!members || isHiddenAuthor(message.sender, members)) return []
        return [{ message: presentMessage(message, members), person: otherCard(members) }]
      }
      const relation = other ? relations.get(other) : undefined
      if (other && (!relation || relation === 'blocked')) return []
      const members = membersOf(cards, viewer, other)
      return [{ message: presentMessage(message, members), person: otherCard(members) }]
    })
  }

  return presentFound
}

/** The senders of messages that may be quoted. */
export function uidsOf({ me, other, group }: ChatMembers): Uid[] {
  if (group) return [...group.cards.keys()]
  return other ? [me.uid, other.uid] : [me.uid]
}

function groupMembers(group: Group, viewer: Uid): ChatMembers | undefined {
  const me = group.cards.get(viewer)
  return me && { me, other: null, group: { card: group.card, cards: group.cards, hidden: hiddenFrom(group, viewer) } }
}

function membersOf(cards: ReadonlyMap<Uid, PersonCard>, viewer: Uid, other: Uid | null): ChatMembers {
  const me = cards.get(viewer)
  if (!me) throw new AppError('profile_required', { uid: viewer })
  return { me, other: (other && cards.get(other)) || null }
}

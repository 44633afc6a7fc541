import type { ChatRow, GroupRole, WireMessage } from '#contract/chat/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { Group as WireGroup, GroupEvent, GroupSettings, GroupMember } from '#contract/chat/groups.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { storable } from '#server/platform/i18n/text.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import type { ChatDeps } from '../chat.deps.ts'
import type { MessagePage } from '../chat.messages.store.ts'
import type { ChatId } from '../chat.types.ts'
import { createGroupAccess, type GroupAccess } from './group-access.ts'
import { type GroupCache, hiddenFrom, type Group } from './group-cache.ts'
import { createGroupJoining, type GroupJoining } from './group-joining.ts'
import type { GroupLinkStore } from './group-links.store.ts'
import type { GroupRequestStore } from './group-requests.store.ts'
import type { AttachPicture, GroupStore } from './groups.store.ts'
import type { PersonCard } from '#contract/people.ts'
import type { StoredGroupEvent } from './group-events.store.ts'
import { presentReceipt, presentSettings } from './groups.present.ts'

export type GroupOfMember = { name: string; members: readonly Uid[]; joinedAt: ReadonlyMap<Uid, Date | null> }
export type NewGroup = { id?: string | undefined; name: string; description: string; picture: string | null; uids: readonly Uid[] }
type GroupChange = {
  name?: string | undefined
  description?: string | undefined
  picture?: string | null | undefined
  settings?: GroupSettings | undefined
}

const GROUPS_AN_HOUR = 20
const INVITATIONS_AN_HOUR = 200
const HOUR_MS = 3_600_000

type Deps = Pick<ChatDeps, 'clock' | 'newId' | 'people' | 'pictures' | 'publish'> & {
  store: GroupStore
  links: GroupLinkStore
  requests: GroupRequestStore
  groups: GroupCache
  sendChatChanged: (chatId: ChatId, uids: readonly Uid[]) => void
  /** Notifies users that they are no longer in the chat. */
  sendChatGone: (chatId: ChatId, uids: readonly Uid[]) => void
  getRow: (viewer: Uid, chatId: ChatId) => Promise<ChatRow>
  getMessages: (viewer: Uid, chatId: ChatId, page: MessagePage) => Promise<WireMessage[]>
}

export type Groups = ReturnType<typeof createGroups>

type Others = { more?: readonly Uid[]; left?: readonly Uid[]; invited?: readonly Uid[] }

type Context = Deps &
  GroupAccess &
  ReturnType<typeof createGroupPresenter> & {
    joining: GroupJoining
    /** Call after every change: all members read the group again. `more`: former members. `invited` lose it if it has ended. */
    changed: (chatId: ChatId, others?: Others) => Promise<void>
  } & ReturnType<typeof createInviting>

/** Groups and their members. Every function first checks the role of the caller; others get 'not_found', and without the right 'forbidden'. */
export function createGroups(deps: Deps) {
  const { groups, sendChatChanged, sendChatGone, publish } = deps
  const access = createGroupAccess(groups)
  const joining = createGroupJoining({ ...deps, access, changed })
  const presenter = createGroupPresenter({ ...deps, access, joining })
  const context: Context = { ...deps, ...access, ...presenter, joining, changed, ...createInviting(deps) }

  async function changed(chatId: ChatId, { more = [], left = [], invited = [] }: Others = {}): Promise<void> {
    groups.invalidate(chatId)
    const group = await groups.get(chatId)
    if (!group) publish({ kind: 'group.ended', chatId })
    sendChatChanged(chatId, [...new Set([...(group ? group.members.keys() : []), ...more])])
    const gone = group ? left : [...left, ...invited]
    if (gone.length > 0) sendChatGone(chatId, gone)
  }

  return {
    ...groupQueries(context),
    ...groupCommands(context),
    ...memberCommands(context),
    links: joining.links,
    createLink: joining.createLink,
    withdrawLink: joining.withdrawLink,
    invitation: joining.invitation,
    openInvitation: joining.openInvitation,
    isShownByLink: joining.isShownByLink,
    askToJoin: joining.askToJoin,
    withdrawRequest: joining.withdrawRequest,
    joinByCode: joining.joinByCode,
  }
}

function groupQueries({ store, groups, people, getMessages, find, findAs, present, visibleCards }: Context) {
  return {
    get: present,

    /** The latest events, the earliest first, without those about members hidden from the viewer. For members who have joined. */
    async events(viewer: Uid, chatId: ChatId): Promise<{ events: GroupEvent[] }> {
      const group = await findAs(viewer, chatId, ['owner', 'admin', 'member'])
      const events = await store.events(chatId)
      const cardOf = await visibleCards(viewer, group, events)
      return {
        events: events.flatMap(({ id, afterSeq, kind, actor, subject, name, at }): GroupEvent[] => {
          const card = subject === null ? null : cardOf(subject)
          if (subject !== null && card === null) return []
          return [
            { id, after_seq: afterSeq, kind, actor: actor === null ? null : cardOf(actor), subject: card, name, at: at.toISOString() },
          ]
        }),
      }
    },

    /** The name and all members who have joined. @throws AppError 'not_found' for other users */
    async getForMember(viewer: Uid, chatId: string): Promise<GroupOfMember> {
      const { group, role } = await find(viewer, chatId)
      if (role === 'invited') throw new AppError('not_found', { chatId })
      const joinedAt = new Map(group.joined.map((uid) => [uid, group.members.get(uid)?.joinedAt ?? null]))
      return { name: group.name, members: group.joined, joinedAt }
    },

    /**
     * The evidence for a report about the group: its name, description and picture. For members also its latest messages as they see
     * them. The report counts against the owner. Returns null for users outside the group.
     */
    async evidence(viewer: Uid, chatId: ChatId): Promise<{ author: Uid; text: string; pictures: string[] } | null> {
      const group = await groups.get(chatId)
      const role = group?.members.get(viewer)?.role
      const owner = [...(group?.members.values() ?? [])].find((member) => member.role === 'owner')
      if (!group || !role || !owner) return null
      const page = role === 'invited' ? [] : await getMessages(viewer, chatId, { limit: limits.group.reportedMessages })
      const messages = page.toReversed().flatMap(({ deleted, userName, content }) => (deleted ? [] : `${userName}: ${content}`))
      const shown = group.picture === null ? [] : [group.picture]
      return { author: owner.uid, text: [group.name, group.description, ...messages].filter(Boolean).join('\n'), pictures: shown }
    },

    /** The members whom this member sees, without themselves; all who have joined. */
    async membersSeenBy(viewer: Uid, chatId: ChatId): Promise<Uid[]> {
      const { group } = await find(viewer, chatId)
      const hidden = hiddenFrom(group, viewer)
      return group.joined.filter((uid) => !hidden.has(uid))
    },

    /** For each of these members, which of `uids` they may not see; these may have left the group. Members without any are missing. */
    async hiddenAmong(chatId: ChatId, members: readonly Uid[], uids: readonly Uid[]): Promise<Map<Uid, Set<Uid>>> {
      const group = await groups.get(chatId)
      if (!group) return new Map()
      const hiddenOf = (uid: Uid) => {
        const all = hiddenFrom(group, uid)
        return new Set(uids.filter((other) => all.has(other)))
      }
      const hidden = new Map(members.map((uid) => [uid, hiddenOf(uid)]))
      // Without deleted accounts, which are hidden from nobody.
      const former = [...(await people.cards(uids.filter((uid) => !group.members.has(uid)))).keys()]
      const pairs = members.flatMap((uid) => former.map((other) => [uid, other] as const))
      const relations = pairs.length === 0 ? [] : await people.relationsBetween(pairs)
      for (const [index, [uid, other]] of pairs.entries()) if ((relations[index] ?? 'blocked') === 'blocked') hidden.get(uid)?.add(other)
      return new Map([...hidden].filter(([, others]) => others.size > 0))
    },
  }
}

function groupCommands(context: Context) {
  const { clock, newId, pictures, store, getRow, findAs, present, changed, assertMayInvite, sendInvitations } = context
  const groupLimit = createRateLimit({ clock, limit: GROUPS_AN_HOUR, windowMs: HOUR_MS })

  /** Attached like a picture of a message: users who see the chat see it, and it is deleted with the chat. */
  const attachTo =
    (chatId: ChatId, viewer: Uid): AttachPicture =>
    (tx, picture) =>
      pictures.replace(viewer, picture, { of: 'message', id: chatId }, tx)

  return {
    /**
     * A repeated id returns the viewer's existing group.
     * @throws AppError 'not_connected' unless all are buddies; 'not_found' for unknown people, and for pictures and chats of others;
     * 'rate_limited'
     */
    async create(viewer: Uid, { id: chatId = newId(), name, description, picture, uids }: NewGroup): Promise<ChatRow> {
      groupLimit.assert(viewer)
      const texts = { name: storable(name, 'name'), description: storable(description, 'description') }
      const invited = await assertMayInvite(viewer, uids)
      const isNew = await store.create({ chatId, ...texts, picture, owner: viewer }, clock.now(), attachTo(chatId, viewer))
      if (!isNew) await findAs(viewer, chatId, ['owner'])
      await sendInvitations(viewer, chatId, invited)
      await changed(chatId)
      return getRow(viewer, chatId)
    },

    /** All of the change or none of it. @throws AppError 'not_found' for others' pictures */
    async edit(viewer: Uid, chatId: ChatId, { name, description, picture, settings }: GroupChange): Promise<WireGroup> {
      await findAs(viewer, chatId, ['owner', 'admin'])
      const texts = {
        name: name === undefined ? undefined : storable(name, 'name'),
        description: description === undefined ? undefined : storable(description, 'description'),
      }
      const stored = settings && {
        needsApproval: settings.needs_approval,
        slowSeconds: settings.slow_seconds,
        readOnlyHours: settings.read_only_hours,
      }
      const change = { ...texts, picture, settings: stored }
      const deleteEarlierPicture = await store.edit(chatId, change, viewer, clock.now(), attachTo(chatId, viewer))
      await changed(chatId)
      await deleteEarlierPicture?.()
      return present(viewer, chatId)
    },
  }
}

/** Members, and users who have been invited or asked to join. */
function memberCommands(context: Context) {
  const { clock, publish, store, joining, find, findAs, memberOf, present, changed, assertMayInvite, sendInvitations } = context
  return {
    /** @throws AppError 'group_full'; 'forbidden' for members of a group that approves new ones; as `create`. */
    async invite(viewer: Uid, chatId: ChatId, uids: readonly Uid[]): Promise<WireGroup> {
      const { needsApproval } = await findAs(viewer, chatId, ['owner', 'admin', 'member'])
      if (needsApproval) await findAs(viewer, chatId, ['owner', 'admin'])
      await sendInvitations(viewer, chatId, await assertMayInvite(viewer, uids))
      await changed(chatId)
      return present(viewer, chatId)
    },

    /**
     * Removes a member, who can't come back by a link, or withdraws an invitation. Admins can't remove the owner or each other.
     * @throws AppError 'wrong_state' if the user has joined, left, or got another role in the meantime
     */
    async remove(viewer: Uid, chatId: ChatId, uid: Uid): Promise<WireGroup> {
      const group = await findAs(viewer, chatId, ['owner', 'admin', 'member'])
      const { role, invitedBy } = memberOf(group, viewer, uid)
      const removable = removableBy(group.members.get(viewer)?.role)
      if (!removable.includes(role) && !(role === 'invited' && invitedBy === viewer)) throw new AppError('forbidden', { viewer, uid })
      const expected = role === 'invited' ? [role] : removable.filter((entry) => entry !== 'invited')
      if (!(await store.remove(chatId, uid, viewer, clock.now(), expected))) throw new AppError('wrong_state', { uid })
      await changed(chatId, role === 'invited' ? { more: [uid] } : { left: [uid] })
      publish({ kind: 'chat.left', by: uid, chatId })
      publish({ kind: 'group.left', by: uid, chatId })
      if (role !== 'invited') publish({ kind: 'group.request-ended', by: uid, chatId })
      return present(viewer, chatId)
    },

    async setRole(viewer: Uid, chatId: ChatId, uid: Uid, role: 'owner' | 'admin' | 'member'): Promise<WireGroup> {
      const group = await findAs(viewer, chatId, ['owner'])
      memberOf(group, viewer, uid)
      if (!(await store.setRole(chatId, uid, role, viewer, clock.now()))) throw new AppError('wrong_state', { uid })
      await changed(chatId)
      if (role === 'member') publish({ kind: 'group.admin-ended', by: uid, chatId })
      return present(viewer, chatId)
    },

    async allowToWrite(viewer: Uid, chatId: ChatId, uid: Uid): Promise<WireGroup> {
      const group = await findAs(viewer, chatId, ['owner', 'admin'])
      memberOf(group, viewer, uid)
      if (!(await store.allowToWrite(chatId, uid))) throw new AppError('wrong_state', { uid })
      await changed(chatId)
      return present(viewer, chatId)
    },

    /** Like `joining.answerRequest`. */
    async answerRequest(viewer: Uid, chatId: ChatId, uid: Uid, isAccepted: boolean): Promise<WireGroup> {
      await joining.answerRequest(viewer, chatId, uid, isAccepted)
      return present(viewer, chatId)
    },

    async leave(viewer: Uid, chatId: ChatId): Promise<void> {
      const { group } = await find(viewer, chatId)
      const invited = [...group.members.values()].filter(({ uid, role }) => role === 'invited' && uid !== viewer).map(({ uid }) => uid)
      await store.remove(chatId, viewer, viewer, clock.now())
      await changed(chatId, { left: [viewer], invited })
      publish({ kind: 'chat.left', by: viewer, chatId })
      publish({ kind: 'group.left', by: viewer, chatId })
    },

    /** Answers an invitation. @throws AppError 'wrong_state' if it was answered or withdrawn in the meantime */
    async answer(viewer: Uid, chatId: ChatId, isAccepted: boolean): Promise<void> {
      const { role } = await find(viewer, chatId)
      if (role !== 'invited') throw new AppError('wrong_state', { chatId })
      const now = clock.now()
      const isAnswered = await (isAccepted ? store.join(chatId, viewer, now) : store.remove(chatId, viewer, viewer, now, ['invited']))
      if (!isAnswered) throw new AppError('wrong_state', { chatId })
      await changed(chatId, { more: [viewer] })
      publish({ kind: isAccepted ? 'group.joined' : 'group.left', by: viewer, chatId })
    },
  }
}

function createInviting({ clock, people, store, publish }: Deps) {
  const invitationLimit = createRateLimit({ clock, limit: INVITATIONS_AN_HOUR, windowMs: HOUR_MS })
  return {
    /**
     * Counts invitations of these users before they are sent. Returns each user once, without the viewer.
     * @throws AppError 'not_connected' unless all are buddies; 'not_found' for unknown people; 'rate_limited'
     */
    async assertMayInvite(viewer: Uid, invited: readonly Uid[]): Promise<Uid[]> {
      const uids = [...new Set(invited)].filter((uid) => uid !== viewer)
      if (uids.length === 0) return []
      const relations = await people.relations(viewer, uids)
      if (!uids.every((uid) => relations.has(uid))) throw new AppError('not_found', { viewer })
      if (!uids.every((uid) => relations.get(uid) === 'connected')) throw new AppError('not_connected', { viewer })
      for (const _ of uids) invitationLimit.assert(viewer)
      return uids
    },

    /** @throws AppError 'group_full' */
    async sendInvitations(viewer: Uid, chatId: ChatId, uids: readonly Uid[]): Promise<void> {
      if (uids.length === 0) return
      const result = await store.invite(chatId, uids, viewer)
      if (result === 'full') throw new AppError('group_full', { chatId })
      if (result === 'gone') throw new AppError('not_found', { chatId })
      for (const to of result) publish({ kind: 'group.invited', by: viewer, to, chatId })
    },
  }
}

/** The roles of members that this member may remove. */
function removableBy(mine: GroupRole | undefined): readonly GroupRole[] {
  if (mine === 'owner') return ['admin', 'member', 'invited']
  return mine === 'admin' ? ['member', 'invited'] : []
}

type PresenterDeps = Pick<ChatDeps, 'clock' | 'people'> & { store: GroupStore; access: GroupAccess; joining: GroupJoining }

function createGroupPresenter({ clock, people, store, access, joining }: PresenterDeps) {
  async function present(viewer: Uid, chatId: ChatId): Promise<WireGroup> {
    const { group, role } = await access.find(viewer, chatId)
    const uids = [...group.members.keys()]
    const hidden = hiddenFrom(group, viewer)
    const others = uids.filter((uid) => uid !== viewer)
    const [receipts, waiting, settings, relations] = await Promise.all([
      store.receipts(chatId),
      role === 'owner' || role === 'admin' ? joining.presentRequests(viewer, chatId) : [],
      people.privacy(uids),
      people.relations(viewer, others),
    ])
    const percents = await people.percents(viewer, new Map([...relations].filter(([uid]) => !hidden.has(uid))))
    const receiptOf = new Map(receipts.map((receipt) => [receipt.uid, receipt]))
    const seesReceipts = settings.get(viewer)?.receipts === true
    return {
      chat_id: chatId,
      name: group.name,
      description: group.description,
      avatar_url: group.card.avatar_url,
      role,
      members: [...group.members.values()].flatMap(({ uid, role: theirs, joinedAt, writesFrom }): GroupMember[] => {
        const person = group.cards.get(uid)
        if (!person || hidden.has(uid)) return []
        const isShown = role !== 'invited' && seesReceipts && (uid === viewer || settings.get(uid)?.receipts === true)
        return [
          {
            person,
            role: theirs,
            percent: percents.get(uid) ?? null,
            joined_at: joinedAt?.toISOString() ?? null,
            writes_from: writesFrom !== null && writesFrom > clock.now() ? writesFrom.toISOString() : null,
            ...presentReceipt(isShown ? receiptOf.get(uid) : undefined),
          },
        ]
      }),
      settings: presentSettings(group),
      requests: waiting,
      has_blocked: role === 'invited' && [...relations.values()].includes('blocked'),
    }
  }

  /** The cards of the people in these events, including former members, if the viewer may see them. */
  async function visibleCards(viewer: Uid, group: Group, events: readonly StoredGroupEvent[]): Promise<(uid: Uid) => PersonCard | null> {
    const hidden = hiddenFrom(group, viewer)
    const uids = new Set(events.flatMap(({ actor, subject }) => [actor, subject].filter((uid) => uid !== null)))
    const former = [...uids].filter((uid) => !group.cards.has(uid))
    const [cards, relations] = await Promise.all([people.cards(former), people.relations(viewer, former)])
    return (uid) => {
      if (group.cards.has(uid)) return hidden.has(uid) ? null : (group.cards.get(uid) ?? null)
      return (relations.get(uid) ?? 'blocked') === 'blocked' ? null : (cards.get(uid) ?? null)
    }
  }

  return { present, visibleCards }
}

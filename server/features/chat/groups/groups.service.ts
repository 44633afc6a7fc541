import { randomBytes } from 'node:crypto'
import type { ChatRow, GroupRole, WireMessage } from '#contract/chat/chat.ts'
import { AppError } from '#contract/errors.ts'
import type {
  Group as WireGroup,
  GroupEvent,
  GroupInvitation,
  GroupLink,
  GroupMember,
  GroupRequest,
  GroupSettings,
} from '#contract/chat/groups.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { PersonCard } from '#contract/people.ts'
import { storable } from '#server/platform/i18n/text.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import type { ChatDeps } from '../chat.deps.ts'
import type { MessagePage } from '../chat.messages.store.ts'
import type { ChatId } from '../chat.types.ts'
import { type Group, type GroupCache, hiddenFrom } from './group-cache.ts'
import type { StoredGroupEvent } from './group-events.store.ts'
import type { GroupLinkStore, StoredLink } from './group-links.store.ts'
import type { GroupRequestStore } from './group-requests.store.ts'
import type { GroupReceipt, GroupStore } from './groups.store.ts'

export type GroupOfMember = { name: string; members: readonly Uid[]; joinedAt: ReadonlyMap<Uid, Date | null> }
export type NewGroup = { name: string; description: string; picture: string | null; uids: readonly Uid[] }
type GroupChange = {
  name?: string | undefined
  description?: string | undefined
  picture?: string | null | undefined
  settings?: GroupSettings | undefined
}

const GROUPS_AN_HOUR = 20
const INVITATIONS_AN_HOUR = 200
/** Unknown codes can't be tried out: there are 2^120 of them, and this many tries. */
const CODES_AN_HOUR = 120
const CODE_BYTES = 15
const HOUR_MS = 3_600_000

type Deps = Pick<ChatDeps, 'clock' | 'newId' | 'people' | 'pictures' | 'publish'> & {
  store: GroupStore
  links: GroupLinkStore
  requests: GroupRequestStore
  groups: GroupCache
  sendChatChanged: (chatId: ChatId, uids: readonly Uid[]) => void
  getRow: (viewer: Uid, chatId: ChatId) => Promise<ChatRow>
  getMessages: (viewer: Uid, chatId: ChatId, page: MessagePage) => Promise<WireMessage[]>
}

export type Groups = ReturnType<typeof createGroups>

/** Groups and their members. Every function first checks the role of the caller; others get 'not_found', and without the right 'forbidden'. */
export function createGroups(deps: Deps) {
  const { clock, newId, people, pictures, publish, store, links, requests, groups, sendChatChanged, getRow, getMessages } = deps
  const groupLimit = createRateLimit({ clock, limit: GROUPS_AN_HOUR, windowMs: HOUR_MS })
  const invitationLimit = createRateLimit({ clock, limit: INVITATIONS_AN_HOUR, windowMs: HOUR_MS })

  const codeLimit = createRateLimit({ clock, limit: CODES_AN_HOUR, windowMs: HOUR_MS })

  /** The link with this code, and its group. @throws AppError 'link_invalid' for unknown, expired, used and withdrawn ones. */
  async function findByCode(viewer: Uid, code: string): Promise<{ link: StoredLink; group: Group }> {
    codeLimit.assert(viewer)
    const link = await links.byCode(code, clock.now())
    const group = link && (await groups.get(link.chatId))
    if (!group) throw new AppError('link_invalid', { viewer })
    return { link, group }
  }

  /** As `findByCode`; also a group that the user asked to join by a link that has ended since. */
  async function findInvitation(viewer: Uid, code: string): Promise<{ link?: StoredLink; group: Group; hasAsked: boolean }> {
    codeLimit.assert(viewer)
    const asked = await requests.groupAskedBy(viewer, code)
    const group = asked && (await groups.get(asked))
    if (group) return { group, hasAsked: true }
    const found = await findByCode(viewer, code)
    return { ...found, hasAsked: await requests.hasAsked(found.group.chatId, viewer) }
  }

  async function presentInvitation(viewer: Uid, code: string): Promise<GroupInvitation> {
    const { group, hasAsked } = await findInvitation(viewer, code)
    const relations = await people.relations(
      viewer,
      group.joined.filter((uid) => uid !== viewer),
    )
    const visible = group.joined.filter((uid) => uid === viewer || (relations.get(uid) ?? 'blocked') !== 'blocked')
    return {
      chat_id: group.chatId,
      name: group.name,
      description: group.description,
      members: visible.length,
      has_joined: group.joined.includes(viewer),
      has_blocked: [...relations.values()].includes('blocked'),
      needs_approval: group.needsApproval && !group.members.has(viewer),
      has_asked: hasAsked && !group.joined.includes(viewer),
    }
  }

  async function presentLinks(chatId: ChatId): Promise<{ links: GroupLink[] }> {
    return { links: (await links.ofGroup(chatId, clock.now())).map(presentLink) }
  }

  /** The group, and the caller's role in it. @throws AppError 'not_found' unless they are a member or invited. */
  async function find(viewer: Uid, chatId: ChatId): Promise<{ group: Group; role: GroupRole }> {
    const group = await groups.get(chatId)
    const role = group?.members.get(viewer)?.role
    if (!group || !role) throw new AppError('not_found', { chatId })
    return { group, role }
  }

  async function findAs(viewer: Uid, chatId: ChatId, roles: readonly GroupRole[]): Promise<Group> {
    const { group, role } = await find(viewer, chatId)
    if (!roles.includes(role)) throw new AppError('forbidden', { viewer, chatId, role })
    return group
  }

  /** The member as the caller sees them. @throws AppError 'not_found' for hidden people as for others. */
  function memberOf(group: Group, viewer: Uid, uid: Uid) {
    const member = group.members.get(uid)
    if (!member || hiddenFrom(group, viewer).has(uid)) throw new AppError('not_found', { uid })
    return member
  }

  /** Call after every change: all members read the group again. `more`: former members. */
  async function changed(chatId: ChatId, more: readonly Uid[] = []): Promise<void> {
    groups.invalidate(chatId)
    const group = await groups.get(chatId)
    sendChatChanged(chatId, [...new Set([...(group ? group.members.keys() : []), ...more])])
  }

  /** Who waits to be let in, without people whom a block hides from the viewer. */
  async function presentRequests(viewer: Uid, chatId: ChatId): Promise<GroupRequest[]> {
    const open = await requests.open(chatId)
    if (open.length === 0) return []
    const uids = open.map(({ uid }) => uid)
    const relations = new Map([...(await people.relations(viewer, uids))].filter(([, relation]) => relation !== 'blocked'))
    const [cards, percents] = await Promise.all([people.cards(uids), people.percents(viewer, relations)])
    return open.flatMap(({ uid, askedAt }) => {
      const person = cards.get(uid)
      return person && relations.has(uid) ? [{ person, percent: percents.get(uid) ?? null, asked_at: askedAt.toISOString() }] : []
    })
  }

  /** Sends a change of requests to the owner and admins, who read the group again. */
  async function requestsChanged(group: Group, more: readonly Uid[] = []): Promise<void> {
    const admins = [...group.members.values()].filter(({ role }) => role === 'owner' || role === 'admin').map(({ uid }) => uid)
    sendChatChanged(group.chatId, [...admins, ...more])
  }

  async function present(viewer: Uid, chatId: ChatId): Promise<WireGroup> {
    const { group, role } = await find(viewer, chatId)
    const uids = [...group.members.keys()]
    const hidden = hiddenFrom(group, viewer)
    const others = uids.filter((uid) => uid !== viewer)
    const [receipts, waiting, settings, relations] = await Promise.all([
      store.receipts(chatId),
      role === 'owner' || role === 'admin' ? presentRequests(viewer, chatId) : [],
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

  /** The cards of the people in these events, also of former members, as far as the viewer may see them. */
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

  async function invite(viewer: Uid, chatId: ChatId, given: readonly Uid[]): Promise<void> {
    const uids = [...new Set(given)].filter((uid) => uid !== viewer)
    if (uids.length === 0) return
    const relations = await people.relations(viewer, uids)
    if (!uids.every((uid) => relations.has(uid))) throw new AppError('not_found', { viewer })
    if (!uids.every((uid) => relations.get(uid) === 'connected')) throw new AppError('not_connected', { viewer })
    for (const _ of uids) invitationLimit.assert(viewer)
    const result = await store.invite(chatId, uids, viewer)
    if (result === 'full') throw new AppError('group_full', { chatId })
    if (result === 'gone') throw new AppError('not_found', { chatId })
  }

  async function setPicture(viewer: Uid, chatId: ChatId, picture: string | null): Promise<void> {
    await pictures.release('message', [chatId])
    // Attached like a picture of a message: who sees the chat sees it, and it goes with the chat.
    if (picture !== null) await pictures.attach(viewer, [{ id: picture, alt: '' }], { of: 'message', id: chatId })
    await store.setPicture(chatId, picture)
  }

  return {
    /** @throws AppError 'not_connected' unless all are buddies; 'not_found' for unknown people and others' pictures; 'rate_limited'. */
    async create(viewer: Uid, { name, description, picture, uids }: NewGroup): Promise<ChatRow> {
      groupLimit.assert(viewer)
      const chatId = newId()
      const texts = { name: storable(name, 'name'), description: storable(description, 'description') }
      const relations = await people.relations(viewer, uids)
      if (!uids.every((uid) => uid === viewer || relations.get(uid) === 'connected')) throw new AppError('not_connected', { viewer })
      await store.create({ chatId, ...texts, owner: viewer }, clock.now())
      if (picture !== null) {
        try {
          await setPicture(viewer, chatId, picture)
        } catch (error) {
          await store.remove(chatId, viewer, viewer, clock.now())
          throw error
        }
      }
      await invite(viewer, chatId, uids)
      await changed(chatId)
      return getRow(viewer, chatId)
    },

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

    async edit(viewer: Uid, chatId: ChatId, change: GroupChange): Promise<WireGroup> {
      const group = await findAs(viewer, chatId, ['owner', 'admin'])
      const { name, description, picture, settings } = change
      const texts = {
        name: name === undefined ? undefined : storable(name, 'name'),
        description: description === undefined ? undefined : storable(description, 'description'),
      }
      await store.edit(chatId, texts, viewer, clock.now())
      if (picture !== undefined && picture !== group.picture) {
        await setPicture(viewer, chatId, picture)
        await store.addEvent(chatId, { kind: 'pictured', actor: viewer }, clock.now())
      }
      if (settings) {
        const { needs_approval: needsApproval, slow_seconds: slowSeconds, read_only_hours: readOnlyHours } = settings
        await store.setSettings(chatId, { needsApproval, slowSeconds, readOnlyHours })
      }
      await changed(chatId)
      return present(viewer, chatId)
    },

    /** @throws AppError 'group_full'; 'forbidden' for members of a group that approves new ones; as `create`. */
    async invite(viewer: Uid, chatId: ChatId, uids: readonly Uid[]): Promise<WireGroup> {
      const { needsApproval } = await findAs(viewer, chatId, ['owner', 'admin', 'member'])
      if (needsApproval) await findAs(viewer, chatId, ['owner', 'admin'])
      await invite(viewer, chatId, uids)
      await changed(chatId)
      return present(viewer, chatId)
    },

    /** Removes a member, or withdraws an invitation. Admins can't remove the owner or each other. */
    async remove(viewer: Uid, chatId: ChatId, uid: Uid): Promise<WireGroup> {
      const group = await findAs(viewer, chatId, ['owner', 'admin', 'member'])
      const { role, invitedBy } = memberOf(group, viewer, uid)
      if (!mayRemove(group.members.get(viewer)?.role, role) && !(role === 'invited' && invitedBy === viewer))
        throw new AppError('forbidden', { viewer, uid })
      await store.remove(chatId, uid, viewer, clock.now())
      await changed(chatId, [uid])
      publish({ kind: 'chat.left', by: uid, chatId })
      return present(viewer, chatId)
    },

    async setRole(viewer: Uid, chatId: ChatId, uid: Uid, role: 'owner' | 'admin' | 'member'): Promise<WireGroup> {
      const group = await findAs(viewer, chatId, ['owner'])
      memberOf(group, viewer, uid)
      if (!(await store.setRole(chatId, uid, role, viewer, clock.now()))) throw new AppError('wrong_state', { uid })
      await changed(chatId)
      return present(viewer, chatId)
    },

    async allowToWrite(viewer: Uid, chatId: ChatId, uid: Uid): Promise<WireGroup> {
      const group = await findAs(viewer, chatId, ['owner', 'admin'])
      memberOf(group, viewer, uid)
      if (!(await store.allowToWrite(chatId, uid))) throw new AppError('wrong_state', { uid })
      await changed(chatId)
      return present(viewer, chatId)
    },

    /** @throws AppError 'not_found' without a request that the viewer sees; 'group_full'. Declining does not inform the user. */
    async answerRequest(viewer: Uid, chatId: ChatId, uid: Uid, isAccepted: boolean): Promise<WireGroup> {
      const group = await findAs(viewer, chatId, ['owner', 'admin'])
      if (!(await presentRequests(viewer, chatId)).some(({ person }) => person.uid === uid)) throw new AppError('not_found', { uid })
      if (isAccepted) {
        const result = await store.joinByLink(chatId, uid, clock.now(), viewer)
        if (result !== 'invited') throw new AppError(result === 'full' ? 'group_full' : 'not_found', { chatId })
        await changed(chatId)
        publish({ kind: 'group.admitted', by: viewer, to: uid, chatId })
      } else {
        await requests.decline(chatId, uid, clock.now())
        await requestsChanged(group)
      }
      publish({ kind: 'group.request-ended', by: uid, chatId })
      return present(viewer, chatId)
    },

    async links(viewer: Uid, chatId: ChatId): Promise<{ links: GroupLink[] }> {
      await findAs(viewer, chatId, ['owner', 'admin'])
      return presentLinks(chatId)
    },

    /** @throws AppError 'wrong_state' for more links than a group may have. */
    async createLink(viewer: Uid, chatId: ChatId, { hours, uses }: { hours: number; uses: number }): Promise<GroupLink> {
      await findAs(viewer, chatId, ['owner', 'admin'])
      const now = clock.now()
      await links.deleteExpired(now)
      if ((await links.ofGroup(chatId, now)).length >= limits.group.links) throw new AppError('wrong_state', { chatId })
      const expiresAt = new Date(now.getTime() + hours * HOUR_MS)
      const link = {
        id: newId(),
        chatId,
        code: randomBytes(CODE_BYTES).toString('base64url'),
        createdBy: viewer,
        expiresAt,
        usesLeft: uses,
      }
      await links.add(link, now)
      return presentLink(link)
    },

    async withdrawLink(viewer: Uid, chatId: ChatId, linkId: string): Promise<{ links: GroupLink[] }> {
      await findAs(viewer, chatId, ['owner', 'admin'])
      await links.remove(chatId, linkId)
      return presentLinks(chatId)
    },

    invitation: presentInvitation,

    /**
     * Asks the owner and admins to be let in. Asking twice takes one use of the link.
     * @throws AppError as `findByCode`; 'wrong_state' for members, and if the group needs no approval.
     */
    async askToJoin(viewer: Uid, code: string): Promise<GroupInvitation> {
      const { group, hasAsked, link } = await findInvitation(viewer, code)
      if (hasAsked) return presentInvitation(viewer, code)
      if (!link) throw new AppError('link_invalid', { viewer })
      if (!group.needsApproval || group.joined.includes(viewer)) throw new AppError('wrong_state', { viewer })
      if (!(await links.use(link.id, clock.now()))) throw new AppError('link_invalid', { viewer })
      if (await requests.add(group.chatId, viewer, code, clock.now())) {
        const relations = await people.relations(viewer, group.joined)
        for (const { uid, role } of group.members.values()) {
          const isHidden = (relations.get(uid) ?? 'blocked') === 'blocked'
          if ((role === 'owner' || role === 'admin') && !isHidden)
            publish({ kind: 'group.asked', by: viewer, to: uid, chatId: group.chatId })
        }
        await requestsChanged(group)
      }
      return presentInvitation(viewer, code)
    },

    /** Withdraws an open request. */
    async withdrawRequest(viewer: Uid, code: string): Promise<void> {
      const { group } = await findInvitation(viewer, code)
      if (!(await requests.withdraw(group.chatId, viewer))) return
      await requestsChanged(group)
      publish({ kind: 'group.request-ended', by: viewer, chatId: group.chatId })
    },

    /** Joining twice takes one use. @throws AppError as `findByCode`; 'group_full'; 'approval_needed'. */
    async joinByCode(viewer: Uid, code: string): Promise<ChatRow> {
      const { link, group } = await findByCode(viewer, code)
      const { chatId } = group
      if (group.joined.includes(viewer)) return getRow(viewer, chatId)
      // Who was invited in person needs no approval.
      if (group.needsApproval && !group.members.has(viewer)) throw new AppError('approval_needed', { viewer })
      if (!(await links.use(link.id, clock.now()))) throw new AppError('link_invalid', { viewer })
      const result = await store.joinByLink(chatId, viewer, clock.now())
      if (result === 'full') throw new AppError('group_full', { chatId })
      if (result === 'gone') throw new AppError('link_invalid', { viewer })
      await changed(chatId)
      return getRow(viewer, chatId)
    },

    async leave(viewer: Uid, chatId: ChatId): Promise<void> {
      await find(viewer, chatId)
      await store.remove(chatId, viewer, viewer, clock.now())
      await changed(chatId, [viewer])
      publish({ kind: 'chat.left', by: viewer, chatId })
    },

    /** Answers an invitation. */
    async answer(viewer: Uid, chatId: ChatId, isAccepted: boolean): Promise<void> {
      const { role } = await find(viewer, chatId)
      if (role !== 'invited') throw new AppError('wrong_state', { chatId })
      await (isAccepted ? store.join(chatId, viewer, clock.now()) : store.remove(chatId, viewer, viewer, clock.now()))
      await changed(chatId, [viewer])
    },

    /** The name and all members who have joined. @throws AppError 'not_found' for others than those. */
    async ofMember(viewer: Uid, chatId: string): Promise<GroupOfMember> {
      const { group, role } = await find(viewer, chatId)
      if (role === 'invited') throw new AppError('not_found', { chatId })
      const joinedAt = new Map(group.joined.map((uid) => [uid, group.members.get(uid)?.joinedAt ?? null]))
      return { name: group.name, members: group.joined, joinedAt }
    },

    /**
     * The evidence for a report about the group, which is one about its owner: what it says of itself, and for those who have joined
     * its latest messages as they see them. Null for others.
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
    async membersSeenBy(viewer: Uid, chatId: ChatId): Promise<{ members: Uid[]; hasHidden: boolean }> {
      const { group } = await find(viewer, chatId)
      const hidden = hiddenFrom(group, viewer)
      return { members: group.joined.filter((uid) => !hidden.has(uid)), hasHidden: group.joined.some((uid) => hidden.has(uid)) }
    },
  }
}

function presentSettings({ needsApproval, slowSeconds, readOnlyHours }: Group): GroupSettings {
  return { needs_approval: needsApproval, slow_seconds: slowSeconds, read_only_hours: readOnlyHours }
}

function presentLink({ id, code, expiresAt, usesLeft }: StoredLink): GroupLink {
  return { id, code, expires_at: expiresAt.toISOString(), uses_left: usesLeft }
}

function mayRemove(mine: GroupRole | undefined, theirs: GroupRole): boolean {
  if (mine === 'owner') return theirs !== 'owner'
  return mine === 'admin' && (theirs === 'member' || theirs === 'invited')
}

function presentReceipt(receipt: GroupReceipt | undefined): Pick<GroupMember, 'read_seq' | 'read_at'> {
  return { read_seq: receipt?.readSeq ?? 0, read_at: receipt?.readAt?.toISOString() ?? null }
}

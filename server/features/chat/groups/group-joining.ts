import { randomBytes } from 'node:crypto'
import type { Uid } from '#contract/base/ids.ts'
import type { ChatRow } from '#contract/chat/chat.ts'
import type { GroupInvitation, GroupLink, GroupRequest, OpenGroupInvitation } from '#contract/chat/groups.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import type { ChatDeps } from '../chat.deps.ts'
import type { ChatId } from '../chat.types.ts'
import type { GroupAccess } from './group-access.ts'
import type { Group, GroupCache } from './group-cache.ts'
import type { GroupLinkStore, StoredLink } from './group-links.store.ts'
import type { GroupRequestStore } from './group-requests.store.ts'
import type { GroupStore } from './groups.store.ts'
import { presentLink } from './groups.present.ts'

/** Codes can't be guessed: there are 2^128 of them, and each user has this many attempts. */
const CODES_AN_HOUR = 120
const CODE_BYTES = 16
const HOUR_MS = 3_600_000

type Deps = Pick<ChatDeps, 'clock' | 'newId' | 'people' | 'pictures' | 'publish'> & {
  store: GroupStore
  links: GroupLinkStore
  requests: GroupRequestStore
  groups: GroupCache
  access: GroupAccess
  /** Call after every change of the members. */
  changed: (chatId: ChatId) => Promise<void>
  sendChatChanged: (chatId: ChatId, uids: readonly Uid[]) => void
  getRow: (viewer: Uid, chatId: ChatId) => Promise<ChatRow>
}

type FoundInvitation = { code: string; link?: StoredLink; group: Group; hasAsked: boolean }

export type GroupJoining = ReturnType<typeof createGroupJoining>

/** How users join a group by a link: at once, or after an admin lets them in. */
export function createGroupJoining(deps: Deps) {
  return { ...groupLinks(deps), ...groupRequests(deps), ...joiningByCode(deps) }
}

function groupLinks({ clock, newId, links, access }: Deps) {
  async function presentLinks(chatId: ChatId): Promise<{ links: GroupLink[] }> {
    return { links: (await links.listByGroup(chatId, clock.now())).map(presentLink) }
  }

  return {
    async links(viewer: Uid, chatId: ChatId): Promise<{ links: GroupLink[] }> {
      await access.findAs(viewer, chatId, ['owner', 'admin'])
      return presentLinks(chatId)
    },

    /** @throws AppError 'wrong_state' for more links than a group may have. */
    async createLink(viewer: Uid, chatId: ChatId, { hours, uses }: { hours: number; uses: number }): Promise<GroupLink> {
      await access.findAs(viewer, chatId, ['owner', 'admin'])
      const now = clock.now()
      await links.deleteExpired(now)
      if ((await links.listByGroup(chatId, now)).length >= limits.group.links) throw new AppError('wrong_state', { chatId })
      const expiresAt = new Date(now.getTime() + hours * HOUR_MS)
      const link = {
        id: newId(),
        chatId,
        code: randomBytes(CODE_BYTES).toString('hex'),
        createdBy: viewer,
        expiresAt,
        usesLeft: uses,
      }
      await links.add(link, now)
      return presentLink(link)
    },

    async withdrawLink(viewer: Uid, chatId: ChatId, linkId: string): Promise<{ links: GroupLink[] }> {
      await access.findAs(viewer, chatId, ['owner', 'admin'])
      await links.remove(chatId, linkId)
      return presentLinks(chatId)
    },
  }
}

/** Requests to join, as the owner and admins see and answer them. */
function groupRequests(deps: Deps) {
  const { clock, people, publish, store, requests, access, changed } = deps

  /** Open requests to join, without users hidden from the viewer by a block. */
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

  return {
    presentRequests,

    /** @throws AppError 'not_found' without a request that the viewer sees; 'group_full'. Declining does not inform the user. */
    async answerRequest(viewer: Uid, chatId: ChatId, uid: Uid, isAccepted: boolean): Promise<void> {
      const group = await access.findAs(viewer, chatId, ['owner', 'admin'])
      if (!(await presentRequests(viewer, chatId)).some(({ person }) => person.uid === uid)) throw new AppError('not_found', { uid })
      if (isAccepted) {
        const result = await store.joinByLink(chatId, uid, clock.now(), { admin: viewer })
        if (result === 'full') throw new AppError('group_full', { chatId })
        if (result === 'gone') throw new AppError('not_found', { chatId })
        await changed(chatId)
        if (result === 'joined') {
          publish({ kind: 'group.joined', by: uid, chatId })
          publish({ kind: 'group.admitted', by: viewer, to: uid, chatId })
        }
      } else {
        if (!(await requests.decline(chatId, uid, clock.now()))) throw new AppError('not_found', { uid })
        requestsChanged(deps, group)
      }
      publish({ kind: 'group.request-ended', by: uid, chatId })
    },
  }
}

function joiningByCode(deps: Deps) {
  const { clock, people, publish, store, links, requests, groups, changed, getRow } = deps
  const codeLimit = createRateLimit({ clock, limit: CODES_AN_HOUR, windowMs: HOUR_MS })

  /** @throws AppError 'link_invalid' for a user whom an admin removed, until they are invited again. */
  async function assertNotRemoved(viewer: Uid, { chatId }: Group): Promise<void> {
    if (await store.isRemoved(chatId, viewer)) throw new AppError('link_invalid', { viewer, chatId })
  }

  /**
   * The link with this code, and its group.
   * @throws AppError 'link_invalid' for unknown, expired, used and withdrawn ones, and as `assertNotRemoved`
   */
  async function findByCode(viewer: Uid, code: string): Promise<{ link: StoredLink; group: Group }> {
    codeLimit.assert(viewer)
    const link = await links.byCode(code, viewer, clock.now())
    const group = link && (await groups.get(link.chatId))
    if (!group) throw new AppError('link_invalid', { viewer })
    await assertNotRemoved(viewer, group)
    return { link, group }
  }

  /** Like `findByCode`, but also finds a group that the user asked to join by a link that has since expired. */
  async function findInvitation(viewer: Uid, code: string): Promise<FoundInvitation> {
    codeLimit.assert(viewer)
    const request = await requests.groupAskedBy(viewer, code)
    const group = request && (await groups.get(request))
    if (group) {
      await assertNotRemoved(viewer, group)
      return { code, group, hasAsked: true }
    }
    const found = await findByCode(viewer, code)
    return { code, ...found, hasAsked: await requests.hasAsked(found.group.chatId, viewer) }
  }

  async function invitation(viewer: Uid, code: string): Promise<GroupInvitation> {
    return presentInvitation(deps, viewer, await findInvitation(viewer, code))
  }

  return {
    invitation,

    /** For a visitor who has not signed in. Null for unknown, expired, used and withdrawn links. */
    async openInvitation(code: string): Promise<OpenGroupInvitation | null> {
      const link = await links.byCode(code, null, clock.now())
      const group = link && (await groups.get(link.chatId))
      if (!group) return null
      const { name, description, needsApproval, joined, cards } = group
      const uid = joined.find((member) => member === link.createdBy && !people.isSuspended(member))
      return {
        chat_id: link.chatId,
        name,
        description,
        avatar_url: pictureByLink(deps, group, code),
        members: joined.length,
        needs_approval: needsApproval,
        invited_by: (uid && cards.get(uid)?.name) ?? null,
      }
    },

    /** Whether the group's picture is shown with this code: that of a link, or of the viewer's request. `viewer` is null before the sign-in. */
    async isShownByLink(viewer: Uid | null, chatId: ChatId, code: string): Promise<boolean> {
      if (viewer !== null && (await store.isRemoved(chatId, viewer))) return false
      const link = await links.byCode(code, viewer, clock.now())
      const shown = link?.chatId ?? (viewer === null ? undefined : await requests.groupAskedBy(viewer, code))
      return shown === chatId
    },

    /**
     * Asks the owner and admins to be let in. Asking twice takes one use of the link, and informs them once, even after withdrawing.
     * @throws AppError as `findByCode`; 'wrong_state' for members, and if the group needs no approval.
     */
    async askToJoin(viewer: Uid, code: string): Promise<GroupInvitation> {
      const { group, hasAsked, link } = await findInvitation(viewer, code)
      if (hasAsked) return invitation(viewer, code)
      if (!link) throw new AppError('link_invalid', { viewer })
      if (!group.needsApproval || group.joined.includes(viewer)) throw new AppError('wrong_state', { viewer })
      const result = await requests.ask(group.chatId, viewer, link, clock.now())
      if (result === 'gone') throw new AppError('link_invalid', { viewer })
      if (result === 'asked') {
        const relations = await people.relations(viewer, group.joined)
        for (const { uid, role } of group.members.values()) {
          const isHidden = (relations.get(uid) ?? 'blocked') === 'blocked'
          if ((role === 'owner' || role === 'admin') && !isHidden)
            publish({ kind: 'group.asked', by: viewer, to: uid, chatId: group.chatId })
        }
      }
      if (result !== 'declined') requestsChanged(deps, group)
      return invitation(viewer, code)
    },

    async withdrawRequest(viewer: Uid, code: string): Promise<void> {
      const { group } = await findInvitation(viewer, code)
      if (!(await requests.withdraw(group.chatId, viewer))) return
      requestsChanged(deps, group)
      publish({ kind: 'group.request-ended', by: viewer, chatId: group.chatId })
    },

    /** Joining twice takes one use. @throws AppError as `findByCode`; 'group_full'; 'approval_needed'. */
    async joinByCode(viewer: Uid, code: string): Promise<ChatRow> {
      const { link, group } = await findByCode(viewer, code)
      const { chatId } = group
      if (group.joined.includes(viewer)) return getRow(viewer, chatId)
      // A user who was invited in person needs no approval.
      if (group.needsApproval && !group.members.has(viewer)) throw new AppError('approval_needed', { viewer })
      const result = await store.joinByLink(chatId, viewer, clock.now(), { linkId: link.id })
      if (result === 'full') throw new AppError('group_full', { chatId })
      if (result === 'gone') throw new AppError('link_invalid', { viewer })
      await changed(chatId)
      if (result === 'joined') publish({ kind: 'group.joined', by: viewer, chatId })
      return getRow(viewer, chatId)
    },
  }
}

const pictureByLink = ({ pictures }: Deps, { picture }: Group, code: string): string | null =>
  picture === null ? null : pictures.urlByLink(picture, code)

/** The group as it looks before joining. Hidden members don't count. */
async function presentInvitation(deps: Deps, viewer: Uid, { code, group, link, hasAsked }: FoundInvitation): Promise<GroupInvitation> {
  const { people } = deps
  const relations = await people.relations(
    viewer,
    group.joined.filter((uid) => uid !== viewer),
  )
  const relation = link?.createdBy ? relations.get(link.createdBy) : undefined
  const inviter = link?.createdBy && relation !== 'blocked' && relation !== undefined ? group.cards.get(link.createdBy) : undefined
  const percents = inviter && relation ? await people.percents(viewer, new Map([[inviter.uid, relation]])) : undefined
  const visible = group.joined.filter((uid) => uid === viewer || (relations.get(uid) ?? 'blocked') !== 'blocked')
  return {
    chat_id: group.chatId,
    name: group.name,
    description: group.description,
    avatar_url: pictureByLink(deps, group, code),
    members: visible.length,
    has_joined: group.joined.includes(viewer),
    has_blocked: [...relations.values()].includes('blocked'),
    needs_approval: group.needsApproval && !group.members.has(viewer),
    has_asked: hasAsked && !group.joined.includes(viewer),
    invited_by: inviter ?? null,
    percent: (inviter && percents?.get(inviter.uid)) ?? null,
  }
}

/** Notifies the owner and admins that the join requests changed; their clients reload the group. */
function requestsChanged({ sendChatChanged }: Deps, group: Group): void {
  const admins = [...group.members.values()].filter(({ role }) => role === 'owner' || role === 'admin').map(({ uid }) => uid)
  sendChatChanged(group.chatId, admins)
}

import type { Uid } from '#contract/base/ids.ts'
import type { GroupRole } from '#contract/chat/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { ChatId } from '../chat.types.ts'
import { type Group, type GroupCache, hiddenFrom } from './group-cache.ts'

export type GroupAccess = ReturnType<typeof createGroupAccess>

/** The first check of every group function: the caller's role in the group. */
export function createGroupAccess(groups: GroupCache) {
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

  return { find, findAs, memberOf }
}

import type { Uid } from '#contract/base/ids.ts'
import type { BlendsStore } from './blends.store.ts'
import { withoutMembers } from './mix.ts'
import { isJoined } from './blends.present.ts'

/**
 * Removes a member and all traces of them from the mix; the others get a fair mix when it is opened next. A blend of one ends,
 * unless it belongs to a group: there the user stays invited for as long as they are in the group.
 */
export async function removeMember(tx: BlendsStore, id: string, uid: Uid): Promise<void> {
  const blend = await tx.find(id, { isLocked: true })
  if (!blend) return
  if (blend.chatId === null) await tx.removeMember(id, uid)
  else {
    await tx.setMember(id, uid, { state: 'invited', joined_at: null, emphasis: 'same', wants_open: false })
    await tx.forgetItemsOf(id, uid)
  }
  const left = (await tx.members([id])).get(id) ?? []
  if (blend.chatId === null && (left.length < 2 || !left.some(isJoined))) return tx.delete(id)
  if (!blend.mix) return
  await tx.setMix(id, { ...withoutMembers(blend.mix, new Set([uid])), before: blend.mix.before })
  await tx.requireMix(id)
}

/** Removes users who are no longer members from the stored mix. */
export async function removeFormerMembers(tx: BlendsStore, id: string): Promise<void> {
  const current = await tx.find(id, { isLocked: true })
  if (!current?.mix) return
  const uids = new Set(((await tx.members([id])).get(id) ?? []).filter(isJoined).map(({ uid }) => uid))
  const named = current.mix.items.flatMap(({ by, fits }) => [by, ...fits.map(({ uid }) => uid)])
  const removed = new Set(named.filter((uid) => !uids.has(uid)))
  if (removed.size === 0) return
  await tx.setMix(id, { ...withoutMembers(current.mix, removed), before: current.mix.before })
  await tx.requireMix(id)
}

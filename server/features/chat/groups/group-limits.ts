import { AppError } from '#contract/errors.ts'
import type { Group } from './group-cache.ts'
import type { StoredMember } from './groups.store.ts'

/** Whether the messages of this member need a check: they only read, or the group is in slow mode. */
export function isLimited({ slowSeconds }: Pick<Group, 'slowSeconds'>, member: StoredMember, now: Date): boolean {
  return (slowSeconds > 0 && member.role === 'member') || onlyReads(member, now)
}

/** @throws AppError 'read_only' for a new member who may not write yet. */
export function assertMayWrite(member: StoredMember, now: Date): void {
  if (onlyReads(member, now)) throw new AppError('read_only', { uid: member.uid, until: member.writesFrom })
}

/** Whether a new member can only read. */
export function onlyReads({ role, writesFrom }: StoredMember, now: Date): boolean {
  return role === 'member' && writesFrom !== null && writesFrom > now
}

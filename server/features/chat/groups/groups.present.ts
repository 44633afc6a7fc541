import type { GroupLink, GroupMember, GroupSettings } from '#contract/chat/groups.ts'
import type { Group } from './group-cache.ts'
import type { StoredLink } from './group-links.store.ts'
import type { GroupReceipt } from './groups.store.ts'

export function presentSettings({ needsApproval, slowSeconds, readOnlyHours }: Group): GroupSettings {
  return { needs_approval: needsApproval, slow_seconds: slowSeconds, read_only_hours: readOnlyHours }
}

export function presentReceipt(receipt: GroupReceipt | undefined): Pick<GroupMember, 'read_seq' | 'read_at'> {
  return { read_seq: receipt?.readSeq ?? 0, read_at: receipt?.readAt?.toISOString() ?? null }
}

export function presentLink({ id, code, expiresAt, usesLeft }: StoredLink): GroupLink {
  return { id, code, expires_at: expiresAt.toISOString(), uses_left: usesLeft }
}

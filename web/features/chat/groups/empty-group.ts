import type { Group } from '#contract/chat/groups.ts'

/** The placeholder of a group that is still loading. */
export const emptyGroup: Group = {
  chat_id: '',
  name: '',
  description: '',
  avatar_url: null,
  role: 'member',
  members: [],
  settings: { needs_approval: false, slow_seconds: 0, read_only_hours: null },
  requests: [],
  has_blocked: false,
}

/* Sessions and members for tests. */
import type { TogetherMember, TogetherSession } from '#contract/together.ts'

export const SESSION = '01890000-0000-7000-8000-000000000002'

/** A guest in sync. */
export const aMember = (uid: string, change: Partial<TogetherMember> = {}): TogetherMember => ({
  uid,
  name: uid,
  avatar: null,
  role: 'guest',
  platform: 'youtube',
  ready: true,
  error: null,
  in_sync: true,
  ...change,
})

/** Nothing is playing. */
export const aSession = (change: Partial<TogetherSession> = {}): TogetherSession => ({
  id: SESSION,
  chat_id: SESSION,
  version: 1,
  timeline: { item: null, position_ms: 0, rate: 0, at_ms: 0 },
  current: null,
  queue: [],
  members: [],
  control: 'all',
  turns: false,
  skips: [],
  marks: [],
  played: 0,
  max_members: 10,
  last: null,
  started_at: '2026-03-01T20:00:00.000Z',
  ...change,
})

import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { audience } from '../people.ts'

/** Who may contact a person and who sees what. Only the server enforces it. */
export const privacySettings = z.object({
  /** Who may write first: a stranger's message becomes a request, or is rejected with `buddies`. */
  messages: z.enum(['everyone', 'buddies']),
  /** Who may send connection requests; `mutuals` are people with a mutual buddy. */
  requests: z.enum(['everyone', 'mutuals', 'nobody']),
  music: audience,
  video: audience,
  buddies: audience,
  /** The audience that sees the match with this person and can find them by it. */
  match: audience,
  /** Online status and last seen. It is mutual: a user who hides it doesn't see it for others. */
  presence: z.boolean(),
  receipts: z.boolean(),
  typing: z.boolean(),
  /** Shows buddies what is playing now. Off by default. */
  listening: z.boolean(),
  /** Shows buddies who also allow it how the match changed, and what each introduced to the other. Off by default. */
  history: z.boolean(),
  /** Whether this person is named in the recaps of buddies: whose match moved closer, who brought what, and who played together. */
  counted: z.boolean(),
  /** Buddies may share pictures of their match with this person over time. Off by default. */
  pictured: z.boolean(),
  /** Whether these pictures may show this person's name. Off by default. */
  named: z.boolean(),
  /** Shows others that this person opened their full match, and shows this person who opened theirs. Mutual, and off by default. */
  match_receipts: z.boolean(),
})
export type PrivacySettings = z.output<typeof privacySettings>

export const privacyChange = z.partial(privacySettings)
export type PrivacyChange = z.output<typeof privacyChange>

/** The settings of users who have never changed them. */
export const defaultPrivacy: PrivacySettings = {
  messages: 'everyone',
  requests: 'everyone',
  music: 'everyone',
  video: 'everyone',
  buddies: 'everyone',
  match: 'everyone',
  presence: true,
  receipts: true,
  typing: true,
  listening: false,
  history: false,
  counted: true,
  pictured: false,
  named: false,
  match_receipts: false,
}

/** The profile sections that have an audience. */
export type PrivateSection = 'music' | 'video' | 'buddies' | 'match'

export const privacyCalls = {
  getPrivacy: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/settings/privacy',
    summary: 'The viewer’s privacy settings',
    response: privacySettings,
  }),
  changePrivacy: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/settings/privacy',
    summary: 'Change some settings; omitted ones stay the same',
    body: privacyChange,
    response: privacySettings,
  }),
}

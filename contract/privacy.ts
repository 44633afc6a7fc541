import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { audience } from './people.ts'

/** What a person decided about who reaches them and who sees what. The server alone enforces it. */
export const privacySettings = z.object({
  /** Whose first message arrives: from strangers it is a request, with `buddies` it is refused. */
  messages: z.enum(['everyone', 'buddies']),
  /** Who may ask to connect; `mutuals` are people with a buddy in common. */
  requests: z.enum(['everyone', 'mutuals', 'nobody']),
  music: audience,
  video: audience,
  buddies: audience,
  /** Who gets to see how well the two match, and who finds this person by it. */
  match: audience,
  /** Online and last seen. Off works both ways: whoever hides it does not see it of others. */
  presence: z.boolean(),
  receipts: z.boolean(),
  typing: z.boolean(),
  /** What is playing now, to buddies. Nobody shares it without having said so. */
  listening: z.boolean(),
})
export type PrivacySettings = z.output<typeof privacySettings>

export const privacyChange = z.partial(privacySettings)
export type PrivacyChange = z.output<typeof privacyChange>

/** What holds for everybody who never chose. */
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
}

/** The things of a person that have an audience. */
export type PrivateThing = 'music' | 'video' | 'buddies' | 'match'

export const privacyCalls = {
  getPrivacy: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/settings/privacy',
    summary: 'What the viewer has decided about who reaches them and who sees what',
    answer: privacySettings,
  }),
  changePrivacy: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/settings/privacy',
    summary: 'Change some of it; what is left out stays',
    body: privacyChange,
    answer: privacySettings,
  }),
}

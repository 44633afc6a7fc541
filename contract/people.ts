import * as z from 'zod/mini'
import { uid } from './base/ids.ts'

/** A user as shown in lists: enough for an avatar, a name and a link. */
export const personCard = z.object({
  uid,
  user_name: z.string(),
  name: z.string(),
  /** Address of the picture on this server; null when initials are shown instead. */
  avatar_url: z.nullable(z.string()),
})
export type PersonCard = z.output<typeof personCard>

/**
 * The relation between two users, from the viewer's side.
 * `blocked` is what the blocker sees; the blocked person gets `not_found` everywhere.
 */
export const relation = z.enum(['self', 'none', 'requested', 'asked', 'connected', 'blocked'])
export type Relation = z.output<typeof relation>

/** Who may see something. */
export const audiences = ['everyone', 'buddies', 'only_me'] as const
export const audience = z.enum(audiences)
export type Audience = z.output<typeof audience>

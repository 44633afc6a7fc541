import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'

/** Whether a platform's player may load: `ask` before the first one of a visit. */
export const playerConsent = z.enum(['ask', 'always', 'never'])
export type PlayerConsent = z.output<typeof playerConsent>

/** How somebody wants players to behave, on all their devices. */
export const playerSettings = z.object({
  /** The selected video of a channel begins by itself. */
  autoplay: z.boolean(),
  spotify: playerConsent,
  youtube: playerConsent,
  tiktok: playerConsent,
  instagram: playerConsent,
  facebook: playerConsent,
})
export type PlayerSettings = z.output<typeof playerSettings>

export const defaultPlayerSettings: PlayerSettings = {
  autoplay: true,
  spotify: 'ask',
  youtube: 'ask',
  tiktok: 'ask',
  instagram: 'ask',
  facebook: 'ask',
}

export const playerCalls = {
  getPlayerSettings: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/settings/players',
    summary: 'How the viewer wants players to behave; null until they chose anything',
    answer: z.object({ settings: z.nullable(playerSettings) }),
  }),
  changePlayerSettings: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/settings/players',
    summary: 'Change how players behave; what is left out stays',
    body: z.partial(playerSettings),
    answer: playerSettings,
  }),
}
